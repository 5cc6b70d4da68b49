"""The machines of the spec are what exploration sees, no transition more and none less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import observing
import pytest

from binding.data import read
from schedule_conformance.explore import explorer
from schedule_conformance.explore.bounds import STARTS, Bounds
from schedule_conformance.explore.properties import Property
from schedule_conformance.explore.world.steps import Step
from schedule_conformance.explore.world.world import World

SEEN: dict[str, Callable[[World, Step], Iterator[observing.Transition]]] = {
    "record": observing.record,
    "owner": observing.owner,
    "call": observing.call,
}
BOUNDS = Bounds(actions=2, faults=1, crashes=1)


def transitions(machine: str, *, explored: bool) -> set[observing.Transition]:
    """The transitions of a table: those that exploration reaches, or those that it does not."""
    rows: list[dict[str, Any]] = read(f"machines/{machine}")["transitions"]
    return {
        (state, row["event"], row["to"])
        for row in rows
        if ("unexplored" not in row) == explored
        for state in row["from"]
    }


@pytest.fixture(scope="module")
def observed() -> dict[str, set[observing.Transition]]:
    """What is seen of each machine, from every start."""
    found: dict[str, set[observing.Transition]] = {machine: set() for machine in SEEN}

    def observe(before: World, step: Step) -> bool:
        for machine, see in SEEN.items():
            found[machine].update(see(before, step))
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explorer, "PROPERTIES", (Property("seen", "Every step is seen.", observe),))
        for start in STARTS:
            explorer.explore(start, BOUNDS)
    return found


@pytest.mark.parametrize("machine", SEEN)
def test_what_is_seen_is_in_the_table(
    machine: str, observed: dict[str, set[observing.Transition]]
) -> None:
    assert observed[machine] - transitions(machine, explored=True) == set()


@pytest.mark.parametrize("machine", SEEN)
def test_what_is_in_the_table_is_seen_or_says_why_not(
    machine: str, observed: dict[str, set[observing.Transition]]
) -> None:
    assert transitions(machine, explored=True) - observed[machine] == set()
    # A row that exploration does not reach shares no transition with what it does.
    hidden = transitions(machine, explored=False) - transitions(machine, explored=True)
    assert hidden & observed[machine] == set()
