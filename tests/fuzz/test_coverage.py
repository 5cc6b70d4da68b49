"""What a campaign tells of the rules that it touched."""

from collections import Counter

from schedule_conformance.corpus.case import Expect
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.fuzz.question.coverage import Coverage, lines, of_corpus
from schedule_conformance.fuzz.question.oracle import Ruling
from schedule_conformance.ports.messages import FUZZED
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.partners import InProcessPartner

CASES = load_shipped(sweeps=False)
HELLO = InProcessPartner(answer).hello


def test_a_refusal_counts_for_the_rule_that_is_cited() -> None:
    coverage = Coverage()
    coverage.count("create", Ruling(Expect(error="invalid_prompt"), "IN-3"))
    coverage.count("create", Ruling(Expect(value={})))
    assert coverage.compared == {"create": 2}
    assert coverage.accepted == {"create": 1}
    assert coverage.rules == {"IN-3": 1}


def test_a_scenario_counts_for_what_is_observed_in_it() -> None:
    steps = [
        [{"append": {"operation": "create"}}, {"barrier": 1}],
        [{"result": {"code": "refused"}}],
    ]
    coverage = Coverage()
    coverage.count("session", Ruling(Expect(value=steps)))
    assert coverage.observations == {"create": 1, "barrier": 1, "refused": 1}


def test_rules_that_were_not_touched_are_named() -> None:
    campaign = Coverage(rules=Counter({"IN-3": 9, "IN-99": 1}), compared=Counter({"create": 12}))
    corpus = Coverage(rules=Counter(["IN-3", "IN-2", "IN-10"]))
    assert list(lines(campaign, corpus)) == [
        "accepted: create 0 of 12",
        "rules that refuse: 1 of 3 touched; not IN-2, IN-10",
    ]


def test_a_campaign_that_asked_nothing_interesting_says_so() -> None:
    told = list(lines(Coverage(), Coverage(rules=Counter(["IN-3"]))))
    assert told == [
        "accepted: nothing was compared",
        "rules that refuse: 0 of 1 touched: this campaign asked nothing of interest there",
    ]


def test_the_corpus_touches_rules_of_each_chapter_that_refuses() -> None:
    corpus = of_corpus(CASES, FUZZED, HELLO)
    chapters = {rule.split("-")[0] for rule in corpus.rules}
    assert chapters == {"VAL", "REC", "CHG", "FOLD", "EVERY", "IN", "ZONE"}
    assert {"dispatch", "followup", "persistence_uncertain"} <= corpus.observations.keys()


def test_only_what_is_asked_is_expected_to_be_touched() -> None:
    assert of_corpus(CASES, ["allocate"], HELLO).rules == {}
    assert not any(rule.startswith("IN-") for rule in of_corpus(CASES, ["fold"], HELLO).rules)


def test_what_the_port_declines_is_not_counted() -> None:
    def declines(request: dict[str, object]) -> dict[str, object]:
        return answer(request) if request["op"] == "hello" else {"seq": 0, "unsupported": "no"}

    campaign = Campaign(InProcessPartner(declines), Scope(ops=["create"], examples=50))
    campaign.run()
    assert campaign.asked >= 50
    assert campaign.tally.coverage == Coverage()


def test_a_campaign_of_bent_cases_touches_most_rules_that_refuse_in_a_moment() -> None:
    scope = Scope(ops=["create"], examples=1500, cases=CASES, engines=["mutate"])
    campaign = Campaign(InProcessPartner(answer), scope)
    campaign.run()
    possible = of_corpus(CASES, ["create"], HELLO).rules.keys()
    assert len(possible & campaign.tally.coverage.rules.keys()) > len(possible) / 2
    assert campaign.tally.coverage.accepted["create"] > 0
