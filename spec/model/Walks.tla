-------------------------------- MODULE Walks --------------------------------
(***************************************************************************)
(* Random scenarios: TLC walks at random (-simulate), and each walk that   *)
(* is complete is printed, its steps with what the model showed.  A unit   *)
(* of time stands for five minutes.                                        *)
(***************************************************************************)
EXTENDS Script, TLC

CONSTANTS Last,         \* the clock runs from 0 to Last
          Length        \* the number of steps of a walk

VARIABLE hist           \* the steps so far: what was done, what was seen

Beginning == -1000000   \* a configuration file has no negative numbers

New(kind, span, target) ==
  [tool |-> "create", kind |-> kind, prompt |-> "p", span |-> span, target |-> target,
   error |-> "", id |-> 0]
Drop(id) == [tool |-> "delete", id |-> id]
All      == [tool |-> "list"]
Bad      == [tool |-> "early", answer |-> Error("invalid_rule")]

CallMenu == {New("after", 1, 0), New("after", 2, 0), New("every", 1, 0),
             New("every", 2, 0), New("at", 0, 2), New("at", 0, Last),
             Drop(1), Drop(2), Drop(9), All, Bad}

FaultMenu ==
  {[at |-> a, kind |-> k, nth |-> n, lost |-> l] :
     a \in {"flush", "claim", "followup", "append"},
     k \in {"fail", "hold", "crash-before", "crash-after"}, n \in 1..2, l \in {0, 9}}
Sensible(f) == /\ f.kind = "hold" => f.at = "flush"
               /\ f.kind \in {"fail", "hold"} => f.lost = 0

Every(id, span, t) == Create(Record(id, "every", "p", span, t))
Once(id, t)        == Create(Record(id, "at", "p", 0, t))
Opened == {
  [log |-> <<>>, seed |-> 0],
  [log |-> <<Once(1, 1), Every(2, 2, 1)>>, seed |-> 0],
  [log |-> <<Every(1, 1, -3), Every(2, 2, -4), Other>>, seed |-> 0],
  [log |-> <<Once(1, 0), Once(2, -1), Delete(2), Every(3, 1, 1)>>, seed |-> 0],
  [log |-> <<Once(1, 0), Every(2, 1, 0), Other, Once(1, 1)>>, seed |-> 3],
  [log |-> <<Once(-1, 0), Dispatch(-1, <<>>), Every(1, 3, 0), Dispatch(1, <<1>>)>>, seed |-> 0],
  [log |-> <<Once(1, 0), Dispatch(1, <<0>>)>>, seed |-> 0]}

Deeds ==
  {[do |-> "clock", time |-> t] : t \in 0..Last}
  \cup {[do |-> "call", calls |-> <<c>>] : c \in CallMenu}
  \cup {[do |-> "call", calls |-> <<c, d>>] : c, d \in {New("after", 1, 0), Drop(1), All}}
  \cup {[do |-> "fault", fault |-> f] : f \in {g \in FaultMenu : Sensible(g)}}
  \cup {[do |-> "release", good |-> g] : g \in BOOLEAN}
  \cup {[do |-> "crash", lost |-> l] : l \in {0, 1, 9}}
  \cup {[do |-> d] : d \in {"turn-start", "turn-end", "open", "dispose", "inspect"}}

\* One step of each sort is drawn at each place, so that none is rare.
Sort == {"clock", "call", "fault", "release", "crash", "turn-start", "turn-end", "open",
         "dispose", "inspect"}
OfSort(s) == {d \in Deeds : d.do = s}

Init ==
  /\ \E o \in Opened : Start(0, o.log, o.seed, 0)
                       /\ hist = <<[act |-> [do |-> "start", log |-> o.log, seed |-> o.seed],
                                    obs |-> <<>>]>>

Seen == IF IsObservation(ev') THEN <<ev'>> ELSE <<>>

Finished == Settled /\ Len(hist) > Length

Next ==
  \/ /\ System
     /\ hist' = [hist EXCEPT ![Len(hist)].obs = @ \o Seen]
  \/ /\ Settled /\ ~Finished
     /\ \E s \in Sort : LET d == RandomElement(OfSort(s)) IN
          \E e \in {d} :
            /\ s \in {"crash", "dispose"} => Len(hist) % 3 = 0
            /\ s = "dispose" => ~held
            /\ Perform(e)
            /\ hist' = Append(hist, [act |-> e, obs |-> Seen])

Tell == Finished => PrintT(<<"walk", hist>>)
=============================================================================
