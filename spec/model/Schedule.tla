------------------------------ MODULE Schedule ------------------------------
(***************************************************************************)
(* Records, changes, the fold of a log, and what is due: the part of       *)
(* Session-local Schedule that has no state of its own.                    *)
(*                                                                         *)
(* Rule ids such as FOLD-3 refer to the chapters of the specification.     *)
(*                                                                         *)
(* Time is an integer; the unit does not matter (EVERY-5).  An id is an    *)
(* integer too: N > 0 stands for "schedule-N", and any other text is a     *)
(* number below zero.  A prompt is opaque.                                 *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
  MinTime, MaxTime,     \* the ends of the calendar (VAL-8)
  Broken                \* the guard that is switched off, "none" for none

(***************************************************************************)
(* Records (REC-1, REC-2).  span is afterSeconds or everySeconds, 0 for    *)
(* an "at".  Only an "every" is ever computed with its span (REC-6).       *)
(***************************************************************************)
Record(id, kind, prompt, span, target) ==
  [id |-> id, kind |-> kind, prompt |-> prompt, span |-> span, target |-> target]

OneShot(r) == r.kind # "every"

InCalendar(t) == t >= MinTime /\ t <= MaxTime

(***************************************************************************)
(* Changes (CHG-3 to CHG-5).  accepted is <<>> or <<decision time>>.  A    *)
(* change that cannot be decoded is Corrupted, told apart by a tag; an     *)
(* event of another type is Other (FOLD-1).                                *)
(***************************************************************************)
Create(r)        == [op |-> "create", record |-> r]
Delete(id)       == [op |-> "delete", id |-> id]
Dispatch(id, at) == [op |-> "dispatch", id |-> id, accepted |-> at]
Corrupted(tag)   == [op |-> "corrupt", tag |-> tag]
Other            == [op |-> "other"]

IsChange(e) == e.op # "other"

(***************************************************************************)
(* Fixed rate (EVERY-1 to EVERY-4).                                        *)
(***************************************************************************)
Occurrence(r, d) == r.target + ((d - r.target) \div r.span) * r.span

NextTarget(r, d) ==
  IF Broken = "next-not-after" /\ Occurrence(r, d) = d
    THEN d                              \* EVERY-2 broken: equal to the decision
    ELSE Occurrence(r, d) + r.span

(***************************************************************************)
(* The fold.                                                               *)
(***************************************************************************)
\* A sequence that is written as a function, as a tuple: TLC cannot store the former.
Tuple(f) == <<>> \o f

Range(s) == {s[i] : i \in DOMAIN s}
Ids(active) == {active[i].id : i \in DOMAIN active}
Get(active, id) == active[CHOOSE i \in DOMAIN active : active[i].id = id]
Without(active, id) ==
  LET Keep(r) == r.id # id IN SelectSeq(active, Keep)
Replace(active, id, t) ==               \* FOLD-7, FOLD-8: only the target, in place
  Tuple([i \in DOMAIN active |->
           IF active[i].id = id THEN [active[i] EXCEPT !.target = t] ELSE active[i]])

EmptyFold   == [ok |-> TRUE,  active |-> <<>>, seen |-> <<>>]
CorruptFold == [ok |-> FALSE, active |-> <<>>, seen |-> <<>>]

ApplyDispatch(s, e) ==
  IF e.id \notin Ids(s.active) THEN CorruptFold                     \* FOLD-5
  ELSE LET r == Get(s.active, e.id) IN
    IF OneShot(r)
      THEN IF e.accepted # <<>> THEN CorruptFold                    \* FOLD-6
           ELSE [s EXCEPT !.active = Without(@, e.id)]
      ELSE IF e.accepted = <<>> THEN CorruptFold                    \* FOLD-7
           ELSE IF e.accepted[1] < r.target THEN CorruptFold        \* EVERY-3
           ELSE LET t == NextTarget(r, e.accepted[1]) IN
                IF t > MaxTime                                      \* FOLD-9, EVERY-4
                  THEN [s EXCEPT !.active = Without(@, e.id)]
                  ELSE [s EXCEPT !.active = Replace(@, e.id, t)]

Apply(s, e) ==
  CASE e.op = "other"    -> s                                       \* FOLD-1
    [] e.op = "corrupt"  -> CorruptFold
    [] e.op = "create"   ->
         IF e.record.id \in Range(s.seen) THEN CorruptFold          \* FOLD-3
         ELSE [s EXCEPT !.active = Append(@, e.record),             \* FOLD-2
                        !.seen = Append(@, e.record.id)]            \* FOLD-10
    [] e.op = "delete"   ->
         IF e.id \notin Ids(s.active) THEN CorruptFold              \* FOLD-4
         ELSE [s EXCEPT !.active = Without(@, e.id)]
    [] e.op = "dispatch" -> ApplyDispatch(s, e)

RECURSIVE FoldFrom(_, _, _)
FoldFrom(s, log, i) ==                  \* FOLD-15: nothing after a corrupt change
  IF ~s.ok \/ i > Len(log) THEN s
  ELSE FoldFrom(Apply(s, log[i]), log, i + 1)

Fold(log, seed) ==
  IF seed < 0 \/ seed > Len(log) THEN CorruptFold                   \* FOLD-13
  ELSE FoldFrom(EmptyFold, log, 1 + (IF Broken = "fold-seed" THEN 0 ELSE seed))
                                                                    \* FOLD-11, FOLD-12

RECURSIVE FreeFrom(_, _)
FreeFrom(n, seen) == IF n \in seen THEN FreeFrom(n + 1, seen) ELSE n
Allocate(seen) == FreeFrom(Cardinality(Range(seen)) + 1, Range(seen))  \* FOLD-14

(***************************************************************************)
(* What is due.  A decision is made of the active records and one reading  *)
(* of the clock.                                                           *)
(***************************************************************************)
IsDue(r, t) ==                                                      \* DUE-2
  r.target <= (IF Broken = "early" THEN t + 1 ELSE t)

RECURSIVE ByTarget(_)
ByTarget(rs) ==                         \* a stable sort: equal targets keep their order
  IF rs = <<>> THEN <<>>
  ELSE LET i == CHOOSE i \in DOMAIN rs :
                  \A j \in DOMAIN rs : \/ rs[i].target < rs[j].target
                                       \/ rs[i].target = rs[j].target /\ i <= j
       IN <<rs[i]>> \o ByTarget(SubSeq(rs, 1, i - 1) \o SubSeq(rs, i + 1, Len(rs)))

Occurring(rs, t) ==
  Tuple([i \in DOMAIN rs |-> [id |-> rs[i].id, prompt |-> rs[i].prompt,
                              at |-> IF OneShot(rs[i]) THEN rs[i].target
                                     ELSE Occurrence(rs[i], t)]])

Nothing == [kind |-> "nothing", items |-> <<>>, time |-> 0]

Decision(active, t) ==
  LET One(r) == OneShot(r) /\ IsDue(r, t)
      Rep(r) == ~OneShot(r) /\ IsDue(r, t)
      ones   == ByTarget(SelectSeq(active, One))
      reps   == ByTarget(SelectSeq(active, Rep))
      batch  == IF Broken = "half-batch" THEN SubSeq(reps, 1, 1)
                ELSE IF Broken = "creation-order" THEN SelectSeq(active, Rep)
                ELSE reps
  IN IF ones # <<>> /\ ~(Broken = "batch-first" /\ reps # <<>>)
       THEN [kind |-> "one-shot",                                   \* DUE-3
             items |-> Occurring(IF Broken = "one-shots-together" THEN ones
                                 ELSE <<ones[1]>>, t),
             time |-> t]
     ELSE IF reps # <<>> /\ InCalendar(t)                           \* DUE-19
       THEN [kind |-> "every", items |-> Occurring(batch, t), time |-> t]
                                                                    \* DUE-4, DUE-5
     ELSE Nothing

Dispatches(d) ==                                                    \* DUE-14
  Tuple([i \in DOMAIN d.items |->
           Dispatch(d.items[i].id, IF d.kind = "every" THEN <<d.time>> ELSE <<>>)])

Earliest(active) ==                     \* of a list that is not empty (DUE-6)
  LET targets == {active[i].target : i \in DOMAIN active}
  IN CHOOSE t \in targets : \A u \in targets : t <= u

(***************************************************************************)
(* What a reader sees (VIEW-1, VIEW-2).                                    *)
(***************************************************************************)
View(r, t) == [record |-> r, state |-> IF t < r.target THEN "scheduled" ELSE "overdue"]
=============================================================================
