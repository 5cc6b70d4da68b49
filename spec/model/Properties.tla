----------------------------- MODULE Properties -----------------------------
(***************************************************************************)
(* What a session promises, in terms of what can be seen and of the log;   *)
(* written without Decision, TimerFor and the other operators by which the *)
(* machine does it.                                                        *)
(*                                                                         *)
(* The history below remembers what was seen.  It belongs to the observer, *)
(* so a crash does not touch it.                                           *)
(***************************************************************************)
EXTENDS Session

VARIABLES
  told,         \* every <<id, occurrence>> ever admitted
  mayRepeat,    \* those that a loss gives back
  owed,         \* ids of the last follow-up whose dispatch is still to come
  decided,      \* the clock when it was admitted
  spoken,       \* one was admitted since the agent was last idle
  acked         \* changes that an answer promised

history == <<told, mayRepeat, owed, decided, spoken, acked>>

Items(e) == {[id |-> e.items[i].id, at |-> e.items[i].at] : i \in DOMAIN e.items}

Recorded(x, l) ==       \* a dispatch of this occurrence, or of a later one, is in l
  \E i \in DOMAIN l : /\ l[i].op = "dispatch" /\ l[i].id = x.id
                      /\ l[i].accepted = <<>> \/ l[i].accepted[1] >= x.at

IsTold(e)  == e.e = "followup"
IsStep(e, s) == e.e = "step" /\ e.step.do = s
Drops      == phase' = "closed" \/ ev'.e = "stopped"

HistoryInit ==
  /\ told = {} /\ mayRepeat = {} /\ owed = <<>> /\ decided = 0 /\ spoken = FALSE
  /\ acked = {}

HistoryNext ==
  /\ told' = IF IsTold(ev') THEN told \cup Items(ev') ELSE told
  /\ mayRepeat' = IF IsStep(ev', "open") THEN {x \in told : ~Recorded(x, log)}
                  ELSE mayRepeat
  /\ owed' = IF IsTold(ev') THEN Tuple([i \in DOMAIN ev'.items |-> ev'.items[i].id])
             ELSE IF ev'.e = "append" /\ ev'.change.op = "dispatch" /\ owed # <<>>
               THEN Tail(owed)
             ELSE IF Drops THEN <<>> ELSE owed
  /\ decided' = IF IsTold(ev') THEN now ELSE IF owed' = <<>> THEN 0 ELSE decided
  /\ spoken' = IF IsTold(ev') THEN TRUE
               ELSE IF IsStep(ev', "turn-end") \/ IsStep(ev', "open") THEN FALSE
               ELSE spoken
  /\ acked' = IF ev'.e # "result" THEN acked
              ELSE IF ev'.result.res = "view"
                THEN acked \cup {Create(ev'.result.view.record)}
              ELSE IF ev'.result.res = "deleted" THEN acked \cup {Delete(ev'.result.id)}
              ELSE acked

everything == <<vars, history>>

Folded == Fold(log, seed)
Active == Folded.active
IsActive(id) == id \in Ids(Active)
The(id) == Get(Active, id)
Place(id) == CHOOSE i \in DOMAIN Active : Active[i].id = id
Before(a, b) == \/ The(a).target < The(b).target
                \/ The(a).target = The(b).target /\ Place(a) < Place(b)
DueOneShots == {r.id : r \in {x \in Range(Active) : x.kind # "every" /\ x.target <= now}}
DueEverys   == {r.id : r \in {x \in Range(Active) : x.kind = "every" /\ x.target <= now}}

(* ---- types ---------------------------------------------------------------- *)

TypeOK ==
  /\ now \in Int /\ agent \in {"idle", "busy", "claimed"}
  /\ phase \in {"open", "closing", "closed"}
  /\ seed \in 0..Len(log) /\ durable \in seed..Len(log)
  /\ job.kind \in {"none", "look", "call"}
  /\ pc \in {"", "barrier", "read", "claim", "decide", "dispatch", "late", "release",
             "confirm", "answer"}
  /\ (job = NoJob) <=> (pc = "")
  /\ owner \in {"on", "stopped"} /\ again \in BOOLEAN /\ waiting \in BOOLEAN
  /\ timer = <<>> \/ (Len(timer) = 1 /\ timer[1] \in 1..MaxWait)
  /\ mail \in 0..1 /\ held \in BOOLEAN /\ budget \in Nat
  /\ pc \in {"decide", "dispatch", "release"} => agent = "claimed"
  /\ agent = "claimed" => job.kind = "look"
  /\ phase = "closed" => /\ job = NoJob /\ queue = <<>> /\ timer = <<>> /\ early = {}
  /\ Cardinality({i \in DOMAIN queue : queue[i].kind = "look"}) <= 1
  /\ \A i \in DOMAIN log : log[i].op \in {"create", "delete", "dispatch", "other", "corrupt"}

(* ---- the log --------------------------------------------------------------- *)

\* No writer here makes a log that does not fold, nor a durable part that does not
\* (FOLD-3 to FOLD-7, EVERY-3, TOOL-11).
EveryLogFolds == Folded.ok /\ Fold(SubSeq(log, 1, durable), seed).ok

\* What a barrier confirmed stays (LOG-16, DUE-24).
ConfirmedStays ==
  [][/\ durable' >= durable
     /\ \A i \in 1..durable : i <= Len(log') /\ log'[i] = log[i]]_everything

\* What an answer promised is confirmed, for ever (TOOL-8, TOOL-12, DUE-24).
AcknowledgedStays == \A c \in acked : \E i \in 1..durable : log[i] = c

\* A list shows what is durable, all of it, in creation order (TOOL-5, TOOL-10).
ListsAreDurable ==
  [][ev'.e = "result" /\ ev'.result.res = "list" =>
       LET a == Fold(SubSeq(log, 1, durable), seed).active IN
         /\ Len(a) = Len(ev'.result.views)
         /\ \A i \in DOMAIN a :
              /\ ev'.result.views[i].record = a[i]
              /\ ev'.result.views[i].state = IF a[i].target <= now THEN "overdue"
                                             ELSE "scheduled"]_everything

\* An active every is on the grid of its creation, at the first point after the last
\* decision (EVERY-1, EVERY-2).
OnGrid ==
  \A r \in Range(Active) : r.kind = "every" =>
    LET born == CHOOSE i \in DOMAIN log :
                  i > seed /\ log[i].op = "create" /\ log[i].record.id = r.id
        decisions == {log[i].accepted[1] : i \in {k \in DOMAIN log :
                        k > seed /\ log[k].op = "dispatch" /\ log[k].id = r.id}}
    IN /\ (r.target - log[born].record.target) % r.span = 0
       /\ r.target >= log[born].record.target
       /\ \A d \in decisions : d < r.target
       /\ decisions # {} => \E d \in decisions : r.target - r.span <= d

(* ---- deliveries ------------------------------------------------------------ *)

\* Never before its target (DUE-2, DUE-8).
NeverEarly ==
  [][IsTold(ev') => \A x \in Items(ev') :
       IsActive(x.id) /\ The(x.id).target <= now /\ x.at <= now]_everything

\* Only while the claim is held, which no turn is (DUE-11).
NeverInterrupts ==
  [][/\ IsTold(ev') => agent = "claimed"
     /\ agent = "claimed" => ~IsStep(ev', "turn-start")]_everything

\* One follow-up a turn (DUE-3, DUE-21).
OneATurn == [][IsTold(ev') => ~spoken]_everything

\* Dispatches are of the follow-up before them, in its order, with its decision
\* (DUE-5, DUE-13, DUE-14), and all come before the release (DUE-13).
FollowUpFirst ==
  [][/\ ev'.e = "append" /\ ev'.change.op = "dispatch" =>
          /\ owed # <<>> /\ ev'.change.id = Head(owed)
          /\ ev'.change.accepted = IF The(ev'.change.id).kind = "every"
                                     THEN <<decided>> ELSE <<>>
     /\ agent = "claimed" /\ agent' # "claimed" => owed' = <<>>]_everything

\* Only what a barrier confirmed, all of it (DUE-10).
OnlyWhatIsDurable == [][IsTold(ev') => durable = Len(log)]_everything

\* The earliest due one-shot, alone, before any every (DUE-3, DUE-4).
OneShotsFirst ==
  [][IsTold(ev') =>
       IF ev'.kind = "one-shot"
         THEN /\ Len(ev'.items) = 1 /\ ev'.items[1].id \in DueOneShots
              /\ \A id \in DueOneShots \ {ev'.items[1].id} : Before(ev'.items[1].id, id)
              /\ ev'.items[1].at = The(ev'.items[1].id).target
         ELSE DueOneShots = {}]_everything

\* All that are due, by target, each at its latest occurrence (DUE-4, DUE-5, EVERY-1).
WholeBatch ==
  [][IsTold(ev') /\ ev'.kind = "every" =>
       /\ {x.id : x \in Items(ev')} = DueEverys
       /\ Len(ev'.items) = Cardinality(DueEverys)
       /\ \A i, j \in DOMAIN ev'.items :
            i < j => Before(ev'.items[i].id, ev'.items[j].id)
       /\ \A x \in Items(ev') : LET r == The(x.id) IN
            /\ r.target <= x.at /\ x.at <= now /\ now < x.at + r.span
            /\ (x.at - r.target) % r.span = 0]_everything

\* The same occurrence twice only where a loss gave it back (DUE-15, DUE-24, DUE-27).
RepeatsOnlyAcrossLoss ==
  [][IsTold(ev') => \A x \in Items(ev') : x \in told => x \in mayRepeat]_everything

\* Nothing of the parent (FOLD-12, DUE-22).
OnlyItsOwn ==
  [][IsTold(ev') => \A x \in Items(ev') :
       \E i \in DOMAIN log : i > seed /\ log[i].op = "create"
                             /\ log[i].record.id = x.id]_everything

\* A closed session shows nothing, and one that closes delivers nothing (DUE-1, DUE-23).
ClosedIsQuiet ==
  [][/\ phase = "closed" => ev'.e \in {"step", "log"}
     /\ phase # "open" => ~IsTold(ev')]_everything

(* ---- progress -------------------------------------------------------------- *)

\* What is due, while nobody sets the clock back or deletes it, is delivered if the
\* agent is idle often enough and barriers succeed often enough (DUE-26).
DueNow(id) == id \in DueOneShots \cup DueEverys
WhatIsDueIsDelivered(Candidates) == \A id \in Candidates : DueNow(id) ~> ~DueNow(id)

\* Every call is answered, unless the process dies.
InFlight(n) == \/ job.kind = "call" /\ job.n = n
               \/ \E i \in DOMAIN queue : queue[i].kind = "call" /\ queue[i].n = n
CallsEnd(n) == InFlight(n) ~> ~InFlight(n)
=============================================================================
