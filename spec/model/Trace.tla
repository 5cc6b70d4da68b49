-------------------------------- MODULE Trace --------------------------------
(***************************************************************************)
(* Does the model allow what was observed?  Recorded (a generated module)  *)
(* defines Traces: scenarios, and for each of their steps the observations *)
(* that some port made.  A trace is accepted if some behaviour of the      *)
(* model takes these steps and shows exactly these observations, step by   *)
(* step.                                                                   *)
(***************************************************************************)
EXTENDS Script, Recorded, TLC

VARIABLES
  tid,      \* which trace
  at,       \* the step in progress, 0 for the opening
  seen      \* how many of its observations were shown

Beginning == -1073741824    \* a configuration file has no negative numbers

Steps == Traces[tid].steps
Observations(i) == IF i = 0 THEN Traces[tid].opening ELSE Steps[i].obs

Shows(i, k) ==              \* what this action shows is the next of step i, after k
  IF IsObservation(ev')
    THEN /\ k < Len(Observations(i)) /\ Observations(i)[k + 1] = ev'
         /\ seen' = k + 1
    ELSE seen' = k

Init ==
  /\ tid \in DOMAIN Traces /\ at = 0 /\ seen = 0
  /\ Start(Traces[tid].now, Traces[tid].log, Traces[tid].seed, 0)
  /\ TLCSet(tid, -1)

Next ==
  /\ UNCHANGED tid
  /\ \/ System /\ UNCHANGED at /\ Shows(at, seen)
     \/ /\ Settled /\ seen = Len(Observations(at)) /\ at < Len(Steps)
        /\ at' = at + 1
        /\ Perform(Steps[at + 1].act)
        /\ Shows(at + 1, 0)

Complete == at = Len(Steps) /\ seen = Len(Observations(at)) /\ Settled

\* Not a constraint but a way to tell: how far each trace came, and which to its end.
Tell ==
  LET mark == IF Complete THEN 1000000 ELSE at * 1000 + seen IN
  IF mark > TLCGet(tid)
    THEN TLCSet(tid, mark) /\ PrintT(<<"trace", tid, IF Complete THEN "ok" ELSE "to",
                                       at, seen>>)
    ELSE TRUE

Shape == <<now, agent, phase, log, seed, durable, queue, job, pc, work, todo, owner, again,
           waiting, timer, mail, early, made, held, doom, faults, budget, tid, at, seen>>
=============================================================================
