------------------------------- MODULE Session -------------------------------
(***************************************************************************)
(* One session: its log, the tools, the queue, the barrier, the live       *)
(* owner, the agent, the clock, and what may go wrong.                     *)
(*                                                                         *)
(* The actions are of two sorts.  Those of the world (World) are what a    *)
(* scenario's steps are: the clock is set, a turn begins or ends, tools    *)
(* are called, the process dies, the session opens.  Those of the system   *)
(* (System) are what Schedule does about it; each takes the work in hand   *)
(* one step on.  Any of the world may happen between any two of the        *)
(* system's, unless a module that uses this one waits for Settled, as      *)
(* scenarios do.                                                           *)
(*                                                                         *)
(* ev is what the last action showed.  It holds nothing that an action     *)
(* reads, so that a view may leave it out of the state.                    *)
(***************************************************************************)
EXTENDS Schedule

CONSTANTS
  MaxWait,      \* the longest single wait of a timer (DUE-7)
  Scripted,     \* TRUE: effects fail as armed faults say.  FALSE: at will, within budget
  Lax           \* TRUE: all that the text leaves open.  FALSE: the least of it

VARIABLES
  now,          \* the wall clock
  agent,        \* "idle", "busy" or "claimed" (held by the owner for maintenance)
  phase,        \* "open", "closing" (disposed, work in flight) or "closed"
  log,          \* every event of the session's log, inherited ones included
  seed,         \* how many of them are inherited by a fork
  durable,      \* how many of them a barrier confirmed (LOG-16)
  queue,        \* jobs that wait for their turn (TOOL-4)
  job,          \* the one whose turn it is
  pc,           \* and how far it is
  work,         \* what it holds: the decision of due work, or the change of a tool
  todo,         \* dispatches that are still to be appended
  owner,        \* "on" or "stopped" (DUE-17, DUE-18)
  again,        \* a trigger came while a look was under way (DUE-20)
  waiting,      \* a look failed, and only a trigger leads to the next one
  timer,        \* <<>>, or <<w>>: it fires once w has elapsed
  mail,         \* follow-ups that are admitted and have not opened a turn
  early,        \* answers that need no turn in the queue (TOOL-2, TOOL-3)
  made,         \* the number of calls made so far
  held,         \* the barrier in progress is held by a fault
  doom,         \* <<>>, or <<lost>>: a fault makes the process die here
  faults,       \* armed faults, when scripted
  budget,       \* how many effects may still fail, when not scripted
  ev            \* what the last action showed

vars == <<now, agent, phase, log, seed, durable, queue, job, pc, work, todo, owner,
          again, waiting, timer, mail, early, made, held, doom, faults, budget, ev>>

NoJob == [kind |-> "none"]
Look  == [kind |-> "look"]
CallJob(n, c) == [kind |-> "call", n |-> n, call |-> c]

(***************************************************************************)
(* What can be seen (the observations of a scenario).                      *)
(***************************************************************************)
Quiet          == [e |-> "quiet"]
Told(d)        == [e |-> "followup", kind |-> d.kind, items |-> d.items]
Appended(c)    == [e |-> "append", change |-> c]
Answered(n, r) == [e |-> "result", n |-> n, result |-> r]
Stopped(why)   == [e |-> "stopped", why |-> why]
Shown(l)       == [e |-> "log", changes |-> l]
Step(s)        == [e |-> "step", step |-> s]

Error(code)             == [res |-> "error", code |-> code]
Uncertain(op)           == [res |-> "uncertain", operation |-> op]
UncertainOf(op, id)     == [res |-> "uncertain", operation |-> op, id |-> id]
Viewed(v)               == [res |-> "view", view |-> v]
Listed(vs)              == [res |-> "list", views |-> vs]
Deleted(id)             == [res |-> "deleted", id |-> id]
NotFound(id)            == [res |-> "absent", id |-> id]
Refused                 == [res |-> "refused"]

(***************************************************************************)
(* Effects.  Each barrier, claim, follow-up and append has an outcome.     *)
(* When scripted, each armed fault counts the effects of its sort.  Of two *)
(* that would strike one effect, the one armed first does, and the other   *)
(* strikes the next.                                                       *)
(***************************************************************************)
NoEnd == 99      \* a budget that is never used up

Fine == [kind |-> "ok", lost |-> 0]

Ready(at) == {i \in DOMAIN faults : faults[i].at = at /\ faults[i].nth <= 1}
Struck(at) == {i \in Ready(at) : \A j \in Ready(at) : i <= j}

Outcomes(at) ==
  IF Scripted
    THEN IF Struck(at) = {} THEN {Fine}
         ELSE {[kind |-> faults[i].kind, lost |-> faults[i].lost] : i \in Struck(at)}
    ELSE IF budget > 0 THEN {Fine, [kind |-> "fail", lost |-> 0]} ELSE {Fine}

Counted(at) ==
  LET n == CHOOSE i \in Struck(at) : TRUE
      rest == IF Struck(at) = {} THEN faults
              ELSE SubSeq(faults, 1, n - 1) \o SubSeq(faults, n + 1, Len(faults))
  IN Tuple([i \in DOMAIN rest |->
              IF rest[i].at = at THEN [rest[i] EXCEPT !.nth = @ - 1] ELSE rest[i]])

Spend(at, o) ==
  /\ faults' = IF Scripted THEN Counted(at) ELSE faults
  /\ budget' = IF ~Scripted /\ o.kind = "fail" /\ budget < NoEnd THEN budget - 1 ELSE budget
  /\ doom' = IF o.kind \in {"crash-before", "crash-after"} THEN <<o.lost>> ELSE <<>>

Happens(o) == o.kind \in {"ok", "crash-after"}
Fails(o)   == o.kind = "fail"
DiesFirst(o) == o.kind = "crash-before"

NoEffect == UNCHANGED <<faults, budget, doom>>

(***************************************************************************)
(* Waking the owner (DUE-20).  A look waits for its turn like a call; one  *)
(* that has not begun serves all the triggers before it.  Q is the queue   *)
(* as it will be without the look.                                         *)
(***************************************************************************)
LookQueued(q) == \E i \in DOMAIN q : q[i].kind = "look"

CanLook == owner = "on" /\ phase = "open"

WakeWith(q) ==
  /\ queue' = IF CanLook /\ job.kind # "look" /\ ~LookQueued(q) THEN Append(q, Look) ELSE q
  /\ again' = (again \/ (CanLook /\ job.kind = "look"))

NoWake == UNCHANGED <<queue, again>>

(***************************************************************************)
(* The end of a job.                                                       *)
(***************************************************************************)
EndJob == job' = NoJob /\ pc' = "" /\ work' = Nothing /\ todo' = <<>>

\* A look ends.  Triggers that came meanwhile lead to one more (DUE-20).
EndLook(more) ==
  /\ EndJob
  /\ again' = FALSE
  /\ queue' = IF CanLook /\ (more \/ again) THEN Append(queue, Look) ELSE queue

(***************************************************************************)
(* THE WORLD                                                               *)
(***************************************************************************)
Machine == <<job, pc, work, todo, owner, waiting, mail>>
Disk    == <<log, seed, durable>>
Chance  == <<held, doom, faults, budget>>

\* A timer counts what elapses, and only a step forward elapses (DUE-8, DUE-9).
SetClock(t) ==
  /\ now' = t
  /\ LET rest == IF timer = <<>> THEN 1 ELSE timer[1] - (t - now)
         fires == timer # <<>> /\ t > now /\ rest <= 0
     IN /\ timer' = IF fires \/ timer = <<>> THEN <<>>
                    ELSE IF t > now THEN <<rest>> ELSE timer
        /\ IF fires THEN WakeWith(queue) ELSE NoWake
  /\ ev' = Step([do |-> "clock", time |-> t])
  /\ UNCHANGED <<agent, phase, early, made, Machine, Disk, Chance>>

\* A turn of the user.  None starts while the claim is held.
TurnStart ==
  /\ phase = "open" /\ agent = "idle"
  /\ agent' = "busy"
  /\ ev' = Step([do |-> "turn-start"])
  /\ NoWake
  /\ UNCHANGED <<now, phase, timer, early, made, Machine, Disk, Chance>>

HasChange == \E i \in DOMAIN log : i > seed /\ IsChange(log[i])

\* The turn in progress ends: a trigger, though an idle agent need not lead to a
\* look where there is no change (DUE-20).  Where a claim was refused in that turn, the
\* owner waits for its end too (DUE-11), and whether these are two triggers is open.
TurnEnd ==
  /\ phase = "open" /\ agent = "busy"
  /\ agent' = "idle"
  /\ ev' = Step([do |-> "turn-end"])
  /\ IF Broken = "deaf-to-idle" THEN NoWake
     ELSE \/ (HasChange \/ Lax) /\ WakeWith(queue)
          \/ ~HasChange /\ NoWake
          \/ /\ Lax /\ CanLook /\ job = NoJob /\ queue = <<>>
             /\ queue' = <<Look, Look>> /\ UNCHANGED again
  /\ UNCHANGED <<now, phase, timer, early, made, Machine, Disk, Chance>>

\* Calls that arrive together, in this order.  What needs neither clock nor log is
\* answered beside the queue (TOOL-1, TOOL-2, TOOL-3).
IsEarly(c) == c.tool = "early"

Call(cs) ==
  /\ phase = "open"
  /\ LET numbered == Tuple([i \in DOMAIN cs |->
           CallJob(made + i,
                   IF Broken = "id-at-call" /\ cs[i].tool = "create"
                     THEN [cs[i] EXCEPT !.id = Allocate(Fold(log, seed).seen)]
                     ELSE cs[i])])
         Waits(j) == ~IsEarly(j.call)
     IN /\ queue' = queue \o SelectSeq(numbered, Waits)
        /\ early' = early \cup {numbered[i] : i \in {k \in DOMAIN cs : IsEarly(cs[k])}}
  /\ made' = made + Len(cs)
  /\ ev' = Step([do |-> "call", calls |-> cs])
  /\ UNCHANGED <<now, agent, phase, again, timer, Machine, Disk, Chance>>

\* The process dies.  Of what no barrier confirmed, the newest may be lost (LOG-16);
\* what was in flight is never answered.  What stays is durable.
Min(a, b) == IF a < b THEN a ELSE b

Crash(lost) ==
  /\ LET floor == IF Broken = "lossy-disk" /\ durable > 0 THEN durable - 1 ELSE durable
         kept == Len(log) - Min(lost, Len(log) - floor)
     IN /\ log' = SubSeq(log, 1, kept)
        /\ durable' = kept
  /\ phase' = "closed"
  /\ agent' = "idle" /\ mail' = 0
  /\ queue' = <<>> /\ again' = FALSE /\ waiting' = FALSE /\ timer' = <<>>
  /\ EndJob
  /\ early' = {} /\ held' = FALSE /\ doom' = <<>>
  /\ owner' = "on"
  /\ UNCHANGED <<now, seed, made, faults, budget>>

Killed(lost) == Crash(lost) /\ ev' = Step([do |-> "crash", lost |-> lost])

\* The session opens: the owner derives everything from the log (DUE-1, DUE-20).  What
\* a held barrier still kept in flight ends without an answer.
Open ==
  /\ phase = "closed" \/ (phase = "closing" /\ (held \/ (job = NoJob /\ queue = <<>>)))
  /\ phase' = "open"
  /\ owner' = "on" /\ agent' = "idle" /\ mail' = 0
  /\ queue' = <<Look>> /\ again' = FALSE /\ waiting' = FALSE /\ timer' = <<>>
  /\ EndJob /\ early' = {} /\ held' = FALSE
  /\ ev' = Step([do |-> "open"])
  /\ UNCHANGED <<now, made, Disk, doom, faults, budget>>

\* The agent goes away in good order (DUE-23).  Calls that are under way or wait end
\* and answer; a look that waits does not begin; see also Abandon.
Dispose ==
  /\ phase = "open"
  /\ phase' = "closing"
  /\ LET IsCall(j) == j.kind # "look" IN queue' = SelectSeq(queue, IsCall)
  /\ timer' = <<>> /\ again' = FALSE
  /\ ev' = Step([do |-> "dispose"])
  /\ UNCHANGED <<now, agent, early, made, Machine, Disk, Chance>>

\* A fault is armed (scripted only).
Arm(f) ==
  /\ Scripted
  /\ faults' = Append(faults, f)
  /\ ev' = Step([do |-> "fault", fault |-> f])
  /\ NoWake
  /\ UNCHANGED <<now, agent, phase, timer, early, made, Machine, Disk, held, doom, budget>>

\* The log is looked at; nothing changes.
Inspect ==
  /\ ev' = Shown(SelectSeq(log, IsChange))
  /\ UNCHANGED <<now, agent, phase, queue, again, timer, early, made, Machine, Disk, Chance>>

(***************************************************************************)
(* THE SYSTEM                                                              *)
(***************************************************************************)
Outside == <<now, phase, seed, made>>

\* The next job begins with its first barrier (TOOL-4, TOOL-5, DUE-10).  A look that
\* begins has no timer: it sets the next one itself.
Begin ==
  /\ doom = <<>> /\ job = NoJob /\ queue # <<>>
  /\ job' = Head(queue) /\ queue' = Tail(queue)
  /\ pc' = IF \/ Broken = "no-look-barrier" /\ job'.kind = "look"
              \/ Broken = "no-tool-barrier" /\ job'.kind = "call"
             THEN "read" ELSE "barrier"
  /\ IF job'.kind = "look" THEN timer' = <<>> /\ waiting' = FALSE
     ELSE UNCHANGED <<timer, waiting>>
  /\ ev' = Quiet
  /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, durable, work, todo, owner, again, mail, early, held>>

\* "It MAY look more often" (DUE-20), but not in place of the trigger that a failed
\* look waits for (DUE-10, DUE-15, DUE-16).
LookAnyway ==
  /\ Lax
  /\ doom = <<>> /\ CanLook /\ ~waiting /\ job.kind # "look" /\ ~LookQueued(queue)
  /\ queue' = Append(queue, Look)
  /\ ev' = Quiet
  /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, durable, job, pc, work, todo, owner, again, waiting,
                 timer, mail, early, held>>

(* ---- answers ----------------------------------------------------------- *)

AnswerEarly ==                                                      \* TOOL-1 to TOOL-3
  /\ doom = <<>>
  /\ \E j \in early :
       /\ early' = early \ {j}
       /\ ev' = Answered(j.n, j.call.answer)
  /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, durable, queue, job, pc, work, todo, owner, again,
                 waiting, timer, mail, held>>

\* The job in hand answers r and ends.  (Not an action: effects are the caller's.)
Answer(r) ==
  /\ EndJob
  /\ ev' = Answered(job.n, r)

(* ---- barriers ---------------------------------------------------------- *)

\* What follows a barrier that succeeded.
Confirmed ==
  /\ durable' = Len(log)
  /\ CASE job.kind = "call" /\ pc = "barrier" ->
            /\ pc' = "read" /\ ev' = Quiet
            /\ WakeWith(queue)                                      \* TOOL-14
            /\ UNCHANGED <<job, work, todo, waiting>>
       [] job.kind = "call" /\ pc = "confirm" ->
            /\ pc' = "answer" /\ ev' = Quiet
            /\ WakeWith(queue)                                      \* TOOL-14
            /\ UNCHANGED <<job, work, todo, waiting>>
       [] job.kind = "look" /\ pc = "barrier" ->
            /\ pc' = "read" /\ ev' = Quiet /\ NoWake
            /\ UNCHANGED <<job, work, todo, waiting>>
       [] job.kind = "look" /\ pc = "confirm" ->                    \* DUE-15
            /\ EndLook(TRUE) /\ ev' = Quiet
            /\ UNCHANGED waiting

\* What follows one that failed.  It confirms nothing, and nobody is woken.
Unconfirmed ==
  /\ UNCHANGED durable
  /\ CASE job.kind = "call" /\ pc = "barrier" ->                    \* TOOL-5
            /\ Answer(IF job.call.tool = "delete"
                        THEN UncertainOf("delete", job.call.id)
                        ELSE Uncertain(job.call.tool))
            /\ NoWake /\ UNCHANGED waiting
       [] job.kind = "call" /\ pc = "confirm" ->                    \* TOOL-8, TOOL-12
            /\ Answer(UncertainOf(job.call.tool,
                        IF job.call.tool = "create" THEN work.record.id ELSE work.id))
            /\ NoWake /\ UNCHANGED waiting
       [] job.kind = "look" ->                                      \* DUE-10, DUE-15
            /\ EndLook(FALSE) /\ ev' = Quiet
            /\ waiting' = TRUE

\* A variant that forgets what it could not confirm, to see a repeat.
Kept == IF Broken = "forgetful" /\ job.kind = "look" /\ pc = "confirm"
          THEN SubSeq(log, 1, durable) ELSE log

AtBarrier == doom = <<>> /\ pc \in {"barrier", "confirm"}

BarrierDone(o) ==
  /\ AtBarrier /\ ~held
  /\ Spend("flush", o)
  /\ UNCHANGED <<Outside, agent, owner, timer, mail, early>>
  /\ CASE Happens(o)   -> Confirmed /\ UNCHANGED <<log, held>>
       [] Fails(o)     -> Unconfirmed /\ log' = Kept /\ UNCHANGED held
       [] DiesFirst(o) -> ev' = Quiet /\ NoWake
                          /\ UNCHANGED <<log, durable, job, pc, work, todo, waiting, held>>
       [] OTHER        -> held' = TRUE /\ ev' = Quiet /\ NoWake
                          /\ UNCHANGED <<log, durable, job, pc, work, todo, waiting>>

Barrier == \E o \in Outcomes("flush") : BarrierDone(o)

\* A step of a scenario: the barrier that is held succeeds or fails.
Release(good) ==
  /\ held /\ held' = FALSE
  /\ IF good THEN Confirmed ELSE Unconfirmed
  /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, owner, timer, mail, early>>

(* ---- tools ------------------------------------------------------------- *)

\* Where the log is read, the clock is read too: after the first barrier (TOOL-7).
CreateTarget(c) == IF c.kind = "at" THEN c.target ELSE now + c.span \* IN-6, IN-9

CreateError(c) ==                                                   \* IN-4, IN-10, IN-11
  IF c.error # "" THEN c.error
  ELSE IF ~InCalendar(CreateTarget(c)) THEN "time_out_of_range"
  ELSE IF CreateTarget(c) <= now THEN "not_future"
  ELSE ""

\* The change that the call in hand appends.
ToolChange ==
  IF job.call.tool = "create"
    THEN LET c == job.call
             id == IF Broken = "id-at-call" THEN c.id ELSE Allocate(Fold(log, seed).seen)
         IN Create(Record(id, c.kind, c.prompt, c.span, CreateTarget(c)))
    ELSE Delete(job.call.id)

ToolReads ==
  /\ doom = <<>> /\ job.kind = "call" /\ pc = "read"
  /\ LET c == job.call
         f == Fold(log, seed)
         answer ==                      \* <<>>, or the answer that needs no append
           CASE ~f.ok -> <<Error("corrupt_schedule_log")>>          \* TOOL-6
             [] f.ok /\ c.tool = "list" ->                          \* TOOL-10
                  <<Listed(Tuple([i \in DOMAIN f.active |-> View(f.active[i], now)]))>>
             [] f.ok /\ c.tool = "create" ->
                  IF CreateError(c) # "" THEN <<Error(CreateError(c))>> ELSE <<>>
             [] f.ok /\ c.tool = "delete" ->                        \* TOOL-11
                  IF c.id \notin Ids(f.active) /\ Broken # "blind-delete"
                    THEN <<NotFound(c.id)>> ELSE <<>>
     IN IF answer # <<>>
          THEN /\ Answer(answer[1])
               /\ NoEffect
               /\ UNCHANGED log
          ELSE \E o \in Outcomes("append") :
                 /\ Spend("append", o)
                 /\ CASE Happens(o) ->                              \* TOOL-8, TOOL-12
                           /\ log' = Append(log, ToolChange)
                           /\ ev' = Appended(ToolChange)
                           /\ work' = ToolChange
                           /\ pc' = IF \/ Broken = "unconfirmed-create" /\ c.tool = "create"
                                       \/ Broken = "unconfirmed-delete" /\ c.tool = "delete"
                                      THEN "answer" ELSE "confirm"
                           /\ UNCHANGED <<job, todo>>
                      [] Fails(o) ->                                \* TOOL-13
                           Answer(Error("internal_error")) /\ UNCHANGED log
                      [] DiesFirst(o) ->
                           ev' = Quiet /\ UNCHANGED <<log, job, pc, work, todo>>
  /\ NoWake
  /\ UNCHANGED <<Outside, agent, durable, owner, waiting, timer, mail, early, held>>

ToolAnswers ==
  /\ doom = <<>> /\ job.kind = "call" /\ pc = "answer"
  /\ Answer(IF job.call.tool = "create" THEN Viewed(View(work.record, now))   \* TOOL-9
            ELSE Deleted(work.id))                                            \* TOOL-12
  /\ NoWake /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, durable, owner, waiting, timer, mail, early, held>>

(* ---- the owner ---------------------------------------------------------- *)

\* Nothing is due: wait for the earliest target, in bounded waits (DUE-6, DUE-7).
\* Where something is due that cannot be written, no timer (DUE-19).
TimerFor(active) ==
  IF active = <<>> \/ Broken = "no-timer" THEN <<>>
  ELSE LET w == Earliest(active) - now IN IF w <= 0 THEN <<>> ELSE <<Min(w, MaxWait)>>

\* The look, after its barrier (DUE-10).  It only tells that a claim is worth while.
OwnerLooks ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "read"
  /\ LET f == Fold(log, seed)
         d == Decision(f.active, now)
     IN CASE phase # "open" ->                                      \* DUE-23: start nothing
               EndLook(FALSE) /\ ev' = Quiet /\ UNCHANGED <<owner, timer>>
          [] phase = "open" /\ ~f.ok ->                             \* DUE-18
               owner' = "stopped" /\ EndJob /\ again' = FALSE /\ ev' = Stopped("corrupt")
               /\ UNCHANGED <<queue, timer>>
          [] phase = "open" /\ f.ok /\ d = Nothing ->               \* DUE-6, DUE-8
               EndLook(FALSE) /\ ev' = Quiet /\ timer' = TimerFor(f.active)
               /\ UNCHANGED owner
          [] phase = "open" /\ f.ok /\ d # Nothing ->
               pc' = (IF Broken = "no-claim" THEN "decide" ELSE "claim")
               /\ work' = d /\ ev' = Quiet /\ NoWake
               /\ UNCHANGED <<job, todo, owner, timer>>
  /\ NoEffect
  /\ UNCHANGED <<Outside, agent, log, durable, waiting, mail, early, held>>

\* The claim (DUE-11).  Refused: the records stay, and the end of the turn is a
\* trigger; where a fault refuses it the agent is idle, and the owner looks at once.
OwnerClaims ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "claim"
  /\ \/ /\ phase # "open"                                           \* DUE-23
        /\ EndLook(FALSE) /\ NoEffect /\ UNCHANGED agent
     \/ /\ phase = "open" /\ agent = "idle"
        /\ \E o \in Outcomes("claim") :
             /\ Spend("claim", o)
             /\ CASE Happens(o) -> agent' = "claimed" /\ pc' = "decide" /\ NoWake
                                   /\ UNCHANGED <<job, work, todo>>
                  [] Fails(o) -> EndLook(TRUE) /\ UNCHANGED agent      \* it is idle
                  [] DiesFirst(o) -> NoWake /\ UNCHANGED <<agent, job, pc, work, todo>>
     \/ /\ phase = "open" /\ agent = "busy"
        /\ EndLook(FALSE) /\ NoEffect /\ UNCHANGED agent
  /\ ev' = Quiet
  /\ UNCHANGED <<Outside, log, durable, owner, waiting, timer, mail, early, held>>

\* Holding the claim: fold again, read the clock again, decide (DUE-12), and have the
\* follow-up admitted (DUE-13).  Nothing due any more: let go, and wait (DUE-8).
OwnerDecides ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "decide"
  /\ LET f == Fold(log, seed)
         d == IF Broken = "no-redecision" THEN work ELSE Decision(f.active, now)
         free == IF agent = "claimed" THEN "idle" ELSE agent
     IN CASE phase # "open" \/ d = Nothing ->
               /\ agent' = free /\ EndLook(FALSE)
               /\ timer' = (IF phase = "open" THEN TimerFor(f.active) ELSE <<>>)
               /\ ev' = Quiet /\ NoEffect /\ UNCHANGED <<mail, waiting>>
          [] phase = "open" /\ d # Nothing /\ Broken = "dispatch-first" ->
               /\ pc' = "dispatch" /\ work' = d /\ todo' = Dispatches(d)
               /\ ev' = Quiet /\ NoEffect /\ NoWake
               /\ UNCHANGED <<agent, timer, mail, waiting, job>>
          [] OTHER ->
               \E o \in Outcomes("followup") :
                 /\ Spend("followup", o)
                 /\ UNCHANGED timer
                 /\ CASE Happens(o) ->
                           /\ ev' = Told(d) /\ mail' = mail + 1
                           /\ pc' = "dispatch" /\ work' = d /\ todo' = Dispatches(d)
                           /\ NoWake /\ UNCHANGED <<agent, waiting, job>>
                      [] Fails(o) ->                                \* DUE-16
                           /\ agent' = free /\ EndLook(FALSE)
                           /\ waiting' = TRUE /\ ev' = Quiet /\ UNCHANGED mail
                      [] DiesFirst(o) ->
                           ev' = Quiet /\ NoWake
                           /\ UNCHANGED <<agent, mail, waiting, job, pc, work, todo>>
  /\ UNCHANGED <<Outside, log, durable, owner, early, held>>

\* One dispatch after the other, in the order of the batch (DUE-14).  One that cannot
\* be appended stops the owner (DUE-17).
OwnerDispatches ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "dispatch"
  /\ \E o \in Outcomes("append") :
       /\ Spend("append", o)
       /\ CASE Happens(o) ->
                 /\ log' = Append(log, Head(todo)) /\ ev' = Appended(Head(todo))
                 /\ todo' = Tail(todo)
                 /\ pc' = IF Len(todo) > 1 THEN "dispatch"
                          ELSE IF Broken = "dispatch-first" THEN "late" ELSE "release"
                 /\ UNCHANGED owner
            [] Fails(o) ->
                 /\ owner' = "stopped" /\ ev' = Stopped("append")
                 /\ pc' = "release" /\ UNCHANGED <<log, todo>>
            [] DiesFirst(o) ->
                 ev' = Quiet /\ UNCHANGED <<log, todo, pc, owner>>
  /\ NoWake
  /\ UNCHANGED <<Outside, agent, durable, job, work, waiting, timer, mail, early, held>>

\* Only in the variant that dispatches first.
OwnerTellsLate ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "late"
  /\ ev' = Told(work) /\ mail' = mail + 1 /\ pc' = "release"
  /\ NoEffect /\ NoWake
  /\ UNCHANGED <<Outside, agent, log, durable, job, work, todo, owner, waiting, timer,
                 early, held>>

\* The claim is released, and the follow-up opens its turn at once (DUE-13, DUE-21).
\* A stopped owner awaits no barrier.
OwnerReleases ==
  /\ doom = <<>> /\ job.kind = "look" /\ pc = "release"
  /\ agent' = IF mail > 0 /\ Broken # "no-turn" THEN "busy"
              ELSE IF agent = "claimed" THEN "idle" ELSE agent
  /\ mail' = 0
  /\ ev' = Quiet
  /\ \/ /\ owner = "on"
        /\ pc' = "confirm" /\ NoWake /\ UNCHANGED <<job, work, todo>>
     \/ /\ owner = "stopped"
        /\ EndLook(FALSE)
  /\ NoEffect
  /\ UNCHANGED <<Outside, log, durable, owner, waiting, timer, early, held>>

\* A fault made the process die here.
Dies == doom # <<>> /\ Crash(doom[1]) /\ ev' = Quiet

OwnerStep == \/ OwnerLooks \/ OwnerClaims \/ OwnerDecides
             \/ OwnerDispatches \/ OwnerTellsLate \/ OwnerReleases

ToolStep == AnswerEarly \/ ToolReads \/ ToolAnswers

System == Begin \/ LookAnyway \/ Barrier \/ OwnerStep \/ ToolStep \/ Dies

\* All that can run without the world has run (protocol, Scenarios).
Settled == doom = <<>> /\ early = {} /\ (held \/ (job = NoJob /\ queue = <<>>))

(***************************************************************************)
(* The session before its first event: just opened, with a durable log.    *)
(***************************************************************************)
Start(t, events, inherited, tries) ==
  /\ now = t /\ agent = "idle" /\ phase = "open"
  /\ log = events /\ seed = inherited /\ durable = Len(events)
  /\ queue = <<Look>> /\ job = NoJob /\ pc = "" /\ work = Nothing /\ todo = <<>>
  /\ owner = "on" /\ again = FALSE /\ waiting = FALSE /\ timer = <<>>
  /\ mail = 0 /\ early = {} /\ made = 0
  /\ held = FALSE /\ doom = <<>> /\ faults = <<>> /\ budget = tries
  /\ ev = Quiet
=============================================================================
