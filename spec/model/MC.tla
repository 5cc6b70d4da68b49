--------------------------------- MODULE MC ---------------------------------
(***************************************************************************)
(* A bounded world around a session, for TLC to exhaust.                   *)
(***************************************************************************)
EXTENDS Properties

CONSTANTS Last,         \* the clock runs from 0 to Last
          MaxCalls, MaxCrashes, MaxDisposals, MaxFailures,
          Menu,         \* which calls are made: "few" or "many"
          Seeded,       \* TRUE: a fork whose parent had a reminder
          Users         \* "busy": turns begin at any time; "patient": only where all is
                        \* settled, so that the agent is idle often enough; "none"

Beginning == -100       \* a configuration file has no negative numbers

VARIABLE left           \* crashes and disposals that may still come

all == <<everything, left>>

New(kind, span, target) ==
  [tool |-> "create", kind |-> kind, prompt |-> "p", span |-> span, target |-> target,
   error |-> "", id |-> 0]
Drop(id) == [tool |-> "delete", id |-> id]
All      == [tool |-> "list"]

Calls ==
  CASE Menu = "one-shots" -> {New("after", 1, 0), Drop(1)}
    [] Menu = "few"  -> {New("after", 1, 0), New("every", 1, 0), Drop(1), All}
    [] Menu = "many" -> {New("after", 1, 0), New("at", 0, 2), New("every", 1, 0),
                         New("every", 2, 0), Drop(1), Drop(2), All}

Parent == <<Create(Record(1, "at", "p", 0, 1)), Other>>

Init ==
  /\ Start(0, IF Seeded THEN Parent ELSE <<>>, IF Seeded THEN 2 ELSE 0, MaxFailures)
  /\ HistoryInit
  /\ left = [crashes |-> MaxCrashes, disposals |-> MaxDisposals]

Clock == \E t \in 0..Last : t # now /\ SetClock(t)
Calling == made < MaxCalls /\ \E c \in Calls : Call(<<c>>)
Dying == /\ left.crashes > 0 /\ phase # "closed"
         /\ \E k \in 0..(Len(log) - durable +
                         IF Broken = "lossy-disk" /\ durable > 0 THEN 1 ELSE 0) : Killed(k)
Going == left.disposals > 0 /\ Dispose

Turning == /\ Users # "none"
           /\ Users = "patient" => Settled
           /\ TurnStart

World == \/ (Clock \/ Calling \/ Turning \/ TurnEnd \/ Open) /\ UNCHANGED left
         \/ Dying /\ left' = [left EXCEPT !.crashes = @ - 1]
         \/ Going /\ left' = [left EXCEPT !.disposals = @ - 1]

Next == (World \/ (System /\ UNCHANGED left)) /\ HistoryNext

Spec == Init /\ [][Next]_all

\* ev is read by no action, so states that differ only in it are one.
Shape == <<now, agent, phase, log, seed, durable, queue, job, pc, work, todo, owner, again,
           waiting, timer, mail, early, made, held, doom, faults, budget, history, left>>

(***************************************************************************)
(* Progress.  The system goes on; turns end, and where there are users,    *)
(* new ones begin; what is tried again and again succeeds at last; a       *)
(* session that closed is opened.                                          *)
(***************************************************************************)
Fairness ==
  /\ WF_vars(System)
  /\ WF_vars(TurnEnd) /\ WF_vars(Turning) /\ WF_vars(Open)
  /\ SF_vars(BarrierDone(Fine))
  /\ SF_vars(OwnerClaims /\ agent' = "claimed")
  /\ SF_vars(OwnerDecides /\ IsTold(ev'))

FairSpec == Spec /\ Fairness

Progress == \A id \in 1..MaxCalls :
  (DueNow(id) /\ owner = "on") ~> (~DueNow(id) \/ owner = "stopped")
Answers == \A n \in 1..MaxCalls : CallsEnd(n)
=============================================================================
