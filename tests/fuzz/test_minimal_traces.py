"""Each mistake is found, and what is left of the question that shows it is minimal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mistakes
import pytest

from schedule_conformance.base import jsontext
from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.running.partners import InProcessPartner
from session_schedule.values import trim

if TYPE_CHECKING:
    from schedule_conformance.fuzz.question.divergence import Divergence
    from schedule_conformance.ports.messages import Op
    from schedule_conformance.running.partners import AnswerFunction

EPOCH = "1970-01-01T00:00:00.000Z"
NOON = "2026-08-05T12:00:00.000Z"


def divergences(port: AnswerFunction, op: Op) -> list[Divergence]:
    scope = Scope(ops=[op], examples=1_000, enough=1)
    return Campaign(InProcessPartner(port), scope).run()


def create(**given: Any) -> dict[str, Any]:
    return {"id": "schedule-1", "now": EPOCH, "input": {"prompt": "p", **given}}


EVERY = {
    "kind": "every",
    "id": "schedule-1",
    "prompt": "p",
    "everySeconds": 300,
    "scheduledAt": EPOCH,
}


NEEDS_ONE_TURN = [
    {"call": "schedule_create", "args": {"prompt": "tea", "after_seconds": 1}},
    {"fault": {"at": "followup", "kind": "fail"}},
    {"clock": "2026-08-05T12:00:01.000Z"},
]
NEEDS_A_BUSY_AGENT = [
    {"turn": "start"},
    {"call": "schedule_create", "args": {"prompt": "tea", "after_seconds": 1}},
    {"clock": "2026-08-05T12:00:01.000Z"},
    {"fault": {"at": "followup", "kind": "fail"}},
    {"turn": "end"},
]


@pytest.mark.parametrize(
    ("port", "op", "traces"),
    [
        (mistakes.refuses_floats, "create", [create(every_seconds=300.0)]),
        (mistakes.repeats_decision, "occurrence", [{"record": EVERY, "acceptedAt": EPOCH}]),
        (mistakes.dies_of_an_empty_log, "fold", [{"events": []}]),
        (
            mistakes.loses_what_was_not_admitted,
            "session",
            [
                {"now": NOON, "events": [], "steps": NEEDS_ONE_TURN},
                {"now": NOON, "events": [], "steps": NEEDS_A_BUSY_AGENT},
            ],
        ),
    ],
    ids=lambda value: getattr(value, "__name__", "" if isinstance(value, list) else value),
)
def test_a_mistake_leaves_a_minimal_trace(
    port: AnswerFunction, op: Op, traces: list[dict[str, Any]]
) -> None:
    (found,) = divergences(port, op)
    # As JSON text, so that 300.0 is not taken for 300.
    assert jsontext.encode(found.question.args) in map(jsontext.encode, traces)
    assert found.steady


def test_sorted_ids_are_found_by_two_that_are_not_in_order() -> None:
    (found,) = divergences(mistakes.sorts_seen_ids, "fold")
    first, second = (each["data"]["schedule"]["id"] for each in found.question.args["events"])
    assert first > second


def test_python_white_space_is_found_by_one_character() -> None:
    (found,) = divergences(mistakes.strips, "create")
    prompt = found.question.args["input"]["prompt"]
    (odd,) = prompt.removeprefix("a").removesuffix("a")
    assert trim(odd) != odd.strip()


def test_a_shifted_gap_is_found_by_a_local_time_in_a_gap() -> None:
    (found,) = divergences(mistakes.shifts_gaps, "create")
    assert found.ruling.rule == "ZONE-7"
    assert found.question.args["input"]["prompt"] == "p"
    assert set(found.question.args["input"]["at"]) == {"date", "time", "time_zone"}


def test_a_mistake_that_does_not_show_again_is_called_unsteady() -> None:
    (found,) = divergences(mistakes.Forgetful(), "allocate")
    assert not found.steady
