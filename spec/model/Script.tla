------------------------------- MODULE Script -------------------------------
(***************************************************************************)
(* A session driven by the steps of a scenario (protocol, Scenarios): each *)
(* step is taken only where all that can run has run.                      *)
(***************************************************************************)
EXTENDS Session

Perform(s) ==
  CASE s.do = "clock"      -> SetClock(s.time)
    [] s.do = "turn-start" -> TurnStart
    [] s.do = "turn-end"   -> TurnEnd
    [] s.do = "call"       -> Call(s.calls)
    [] s.do = "fault"      -> Arm(s.fault)
    [] s.do = "release"    -> Release(s.good)
    [] s.do = "crash"      -> Killed(s.lost)
    [] s.do = "open"       -> Open
    [] s.do = "dispose"    -> Dispose
    [] s.do = "inspect"    -> Inspect

IsObservation(e) == e.e \notin {"quiet", "step"}
=============================================================================
