"""Exploration finds what is wrong by a shortest path, and visits as much as is committed."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from broken_transactions import BROKEN

from schedule_conformance.explore import trace
from schedule_conformance.explore.bounds import STARTS, Bounds
from schedule_conformance.explore.evidence import evidence
from schedule_conformance.explore.explorer import Found, Violation, explore
from schedule_conformance.explore.properties import PROPERTIES
from schedule_conformance.explore.world.running import Transactions
from session_schedule.every import Occurrence
from session_schedule.records import Every

EVIDENCE = Path(__file__).parents[2] / "docs" / "evidence" / "exploration.json"
EMPTY = STARTS[0]
ON_THE_GRID = "next target on the grid"


def violation(transactions: Transactions | None = None) -> Violation:
    """Return what exploration finds from an empty log."""
    with pytest.raises(Found) as found:
        explore(EMPTY, Bounds(), transactions)
    return found.value.violation


def broken_names(found: Violation) -> set[str]:
    return {each.name for each in found.broken}


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_mistake_is_found_by_the_property_that_it_breaks(mistake: str) -> None:
    name, transactions = BROKEN[mistake]
    assert name in broken_names(violation(transactions))


def test_a_next_target_that_drifts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def drift(record: Every, accepted_at: int) -> Occurrence:
        return Occurrence(accepted_at, accepted_at + record.every_seconds * 1_000)

    monkeypatch.setattr(import_module("session_schedule.fold"), "resolve", drift)
    assert broken_names(violation()) == {ON_THE_GRID}


def test_each_property_is_shown_to_be_able_to_fail() -> None:
    shown = {name for name, _ in BROKEN.values()} | {ON_THE_GRID}
    assert shown == {each.name for each in PROPERTIES}


def test_the_trace_is_a_shortest_one_in_words() -> None:
    _, transactions = BROKEN["a create has no second barrier"]
    create = 'schedule_create {"prompt": "one-shot", "after_seconds": 60}'
    record = (
        '"id": "schedule-1", "kind": "after", "prompt": "one-shot", "afterSeconds": 60,'
        ' "scheduledAt": "2026-08-05T12:01:00.000Z"'
    )
    change = f'{{"version": 1, "operation": "create", "schedule": {{{record}}}}}'
    view = f'{{{record}, "state": "scheduled", "deliveryMode": "session-local"}}'
    assert list(trace.steps(violation(transactions).trace)) == [
        "   1  the session is opened",
        "   2  the owner: the barrier FAILS",
        f"   3  {create} is called",
        f"   4  {create}: the barrier succeeds",
        f"   5  {create}: wakes the owner",
        f"   6  {create}: reads the log of 0 changes",
        f"   7  {create}: reads the clock, 2026-08-05T12:00:00.000Z",
        f"   8  {create}: appends {change}",
        f"   9  {create}: wakes the owner",
        f"  10  {create}: reads the clock, 2026-08-05T12:00:00.000Z; it answers {view}",
    ]


def test_a_run_without_end_is_shown_with_its_loop() -> None:
    _, transactions = BROKEN["the owner polls"]
    found = violation(transactions)
    before, loop = found.trace[: -found.loop], found.trace[-found.loop :]
    assert before[-1].after == loop[-1].after
    assert list(trace.lines(found))[-1] == (
        f"and so on without end: the last {found.loop} steps are a loop"
    )


def test_what_is_explored_is_what_is_committed() -> None:
    found = evidence(Bounds(), {start.name: explore(start) for start in STARTS})
    committed = json.loads(EVIDENCE.read_text(encoding="utf-8"))
    assert found == committed, (
        "the transactions, the bounds or the properties changed; if that is meant, run"
        " `schedule-spec explore --write docs/evidence/exploration.json`"
    )
