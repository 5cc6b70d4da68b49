"""Campaigns: what is asked, what is reported, and what a port may do to them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mistakes
import pytest

from schedule_conformance.base import jsontext
from schedule_conformance.corpus.case import Case, Expect
from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.ports.messages import FUZZED, Op
from schedule_conformance.ports.process import Command, PortUnusable
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.drive import Limits
from schedule_conformance.running.partners import InProcessPartner, ProcessPartner

if TYPE_CHECKING:
    from schedule_conformance.fuzz.question.divergence import Divergence

ALLOCATE: tuple[Op, ...] = ("allocate",)


def fragile(*words: str, patience: float = 10) -> ProcessPartner:
    command = Command([sys.executable, str(Path(__file__).with_name("fragile.py")), *words])
    return ProcessPartner(command, Limits(answer=patience))


def found_by_fuzzing(weakness: str) -> list[Divergence]:
    partner = fragile(weakness)
    try:
        return Campaign(partner, Scope(ops=ALLOCATE, examples=60, enough=1)).run()
    finally:
        partner.close()


class Recorder:
    """The reference, which keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answer a request."""
        self.asked.append(jsontext.encode(request["args"]))
        return answer(request)


def asked(seed: int) -> list[bytes]:
    recorder = Recorder()
    Campaign(InProcessPartner(recorder), Scope(examples=15, seed=seed)).run()
    return recorder.asked


def test_the_reference_does_not_diverge_from_itself() -> None:
    campaign = Campaign(InProcessPartner(answer), Scope(examples=120))
    assert campaign.run() == []
    assert campaign.asked >= 100 * len(FUZZED)


def test_a_seed_asks_the_same_questions_again() -> None:
    assert asked(1) == asked(1)
    assert asked(1) != asked(2)


def test_each_kind_of_divergence_is_reported_once() -> None:
    scope = Scope(ops=["create"], examples=400)
    found = Campaign(InProcessPartner(mistakes.strips), scope).run()
    kinds = [divergence.kind for divergence in found]
    assert len(kinds) > 1
    assert len(kinds) == len(set(kinds))


def test_kinds_that_known_failures_show_are_passed_over() -> None:
    seen = ["schedule-2", "schedule-1"]
    case = Case(
        id="fold/order", rules=["FOLD-10"], op="fold", args={}, expect=Expect(value=1), why="Why."
    )
    events = [
        {
            "type": "schedule/change",
            "data": {
                "version": 1,
                "operation": "create",
                "schedule": {
                    "id": id_,
                    "kind": "at",
                    "prompt": "p",
                    "scheduledAt": "2026-01-01T00:00:00.000Z",
                },
            },
        }
        for id_ in seen
    ]
    known = [Case(**{**_members(case), "args": {"events": events}})]
    partner = InProcessPartner(mistakes.sorts_seen_ids)
    assert Campaign(partner, Scope(ops=["fold"], examples=300)).run()
    assert not Campaign(partner, Scope(ops=["fold"], examples=300, known=known)).run()


def _members(case: Case) -> dict[str, Any]:
    return {name: getattr(case, name) for name in case.__struct_fields__}


def test_no_more_is_asked_when_time_is_up() -> None:
    campaign = Campaign(InProcessPartner(answer), Scope(seconds=0))
    assert campaign.run() == []
    assert campaign.asked == 0


@pytest.mark.parametrize(
    ("weakness", "mishap", "reason"),
    [
        ("dies", "died", "it ended with status 7"),
        ("babbles", "garbled", "half way there"),
    ],
)
def test_a_port_that_breaks_is_charged_with_the_question(
    weakness: str, mishap: str, reason: str
) -> None:
    (found,) = found_by_fuzzing(weakness)
    assert found.kind == ("allocate", mishap)
    assert reason in (found.mishap or "")
    assert len(found.question.args["seenIds"]) == 2
    assert found.steady


def test_a_port_that_hangs_is_charged_with_the_question() -> None:
    partner = fragile("hangs", patience=1)
    scope = Scope(ops=ALLOCATE, examples=60, seconds=1, enough=1)
    try:
        (found,) = Campaign(partner, scope).run()
    finally:
        partner.close()
    assert found.kind == ("allocate", "hung")


def test_what_a_port_does_not_support_is_no_divergence() -> None:
    assert found_by_fuzzing("unable") == []


def test_operations_that_a_port_does_not_list_are_not_asked() -> None:
    def lists_nothing(request: dict[str, Any]) -> dict[str, Any]:
        given = answer(request)
        if request["op"] == "hello":
            given["value"]["ops"] = []
        return given

    campaign = Campaign(InProcessPartner(lists_nothing), Scope(examples=10))
    assert campaign.run() == []
    assert campaign.asked == 0


def test_a_port_that_cannot_be_started_again_ends_the_campaign(tmp_path: Path) -> None:
    partner = fragile("mortal", str(tmp_path / "dead"))
    campaign = Campaign(partner, Scope(ops=ALLOCATE, examples=60))
    with pytest.raises(PortUnusable):
        campaign.run()
    assert [found.kind for found in campaign.found] == [("allocate", "died")]


def test_a_port_in_this_process_must_greet() -> None:
    with pytest.raises(PortUnusable, match="misanswered hello"):
        InProcessPartner(lambda _request: {"seq": 0, "value": {}})


def test_a_port_in_this_process_cannot_change_the_question() -> None:
    def clears(request: dict[str, Any]) -> dict[str, Any]:
        given = answer(request)
        request["args"].clear()
        return given

    question = Question("allocate", {"seenIds": []})
    InProcessPartner(clears).ask(question.op, question.args)
    assert question.args == {"seenIds": []}
