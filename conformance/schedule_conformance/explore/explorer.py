"""Visits every state within bounds, the nearest first, and checks every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from schedule_conformance.explore.actions import Outside, crashes, unbidden
from schedule_conformance.explore.bounds import Bounds, Start
from schedule_conformance.explore.graph import Endless, Graph
from schedule_conformance.explore.outcomes import outcomes
from schedule_conformance.explore.properties import EVERYTHING_DUE, PROPERTIES, Property
from schedule_conformance.explore.world.logs import Log
from schedule_conformance.explore.world.running import Running, Transactions
from schedule_conformance.explore.world.steps import Step
from schedule_conformance.explore.world.world import World

State: TypeAlias = tuple[World, Bounds]
"""A session, and how much more may happen to it."""


class Violation(msgspec.Struct, frozen=True):
    """The end of a shortest path to a step that breaks a property.

    Attributes:
        broken: The properties that the last step breaks.
        trace: The steps from the start, that one included.
        loop: How many of the last steps repeat without end; 0 where the path ends.
    """

    broken: tuple[Property, ...]
    trace: tuple[Step, ...]
    loop: int = 0


class Found(Exception):
    """A property is broken."""

    def __init__(self, violation: Violation) -> None:
        names = ", ".join(broken.name for broken in violation.broken)
        super().__init__(f"broken: {names}")
        self.violation = violation


class Counts(msgspec.Struct, frozen=True):
    """How much there was to visit.

    Attributes:
        states: Different states, with what may yet happen.
        transitions: Steps that lead from one to another.
        paths: Sequences of steps from the start to where nothing more may happen.
    """

    states: int
    transitions: int
    paths: int


def explore(
    start: Start, bounds: Bounds | None = None, transactions: Transactions | None = None
) -> Counts:
    """Visit every state that can be reached within the bounds.

    Raises:
        Found: A step breaks a property. No shorter path leads to one that does, except that loops
            are looked for last.
    """
    return _Exploration(start, bounds or Bounds(), transactions or Transactions()).run()


class _Exploration:
    def __init__(self, start: Start, bounds: Bounds, transactions: Transactions) -> None:
        self._outside = Outside(transactions)
        first = _closed(start, Running("the owner", True, transactions.drive)), bounds
        self._numbers: dict[State, int] = {first: 0}
        self._states: list[State] = [first]
        self._found_from: list[int] = [0]
        self._graph = Graph()

    def run(self) -> Counts:
        # What is discovered on the way is visited later, so that the nearest comes first.
        for number, state in enumerate(self._states):
            self._graph.add(self._visit(number, state))
        try:
            paths = self._graph.paths()
        except Endless as endless:
            raise Found(self._endless(endless.loop)) from None
        return Counts(len(self._states), self._graph.transitions, paths)

    def _visit(self, number: int, state: State) -> Iterator[int]:
        for step, following in self._following(state):
            broken = tuple(each for each in PROPERTIES if not each.holds(state[0], step))
            if broken:
                raise Found(Violation(broken, (*self._trace(number), step)))
            yield self._number(following, number)

    def _number(self, state: State, found_from: int) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
            self._found_from.append(found_from)
        return number

    def _following(self, state: State) -> Iterator[tuple[Step, State]]:
        world, left = state
        for step in outcomes(world):
            if step.cost == "free":
                yield step, (step.after, left)
            elif left.faults:
                yield step, (step.after, replace(left, faults=left.faults - 1))
        for step in unbidden(world):
            yield step, (step.after, left)
        if left.actions:
            fewer = replace(left, actions=left.actions - 1)
            for step in self._outside.actions(world):
                yield step, (step.after, fewer)
        if left.crashes:
            fewer = replace(left, crashes=left.crashes - 1)
            for step in crashes(world):
                yield step, (step.after, fewer)

    def _trace(self, number: int) -> Sequence[Step]:
        """Return the steps of a shortest path to a state, found again by going it."""
        numbers = [number]
        while numbers[-1]:
            numbers.append(self._found_from[numbers[-1]])
        return self._walk(numbers[::-1])

    def _walk(self, numbers: Sequence[int]) -> list[Step]:
        return [
            next(
                step
                for step, state in self._following(self._states[before])
                if self._numbers[state] == after
            )
            for before, after in pairwise(numbers)
        ]

    def _endless(self, loop: list[int]) -> Violation:
        around = self._walk([*loop, loop[0]])
        return Violation((EVERYTHING_DUE,), (*self._trace(loop[0]), *around), len(around))


def _closed(start: Start, look: Running) -> World:
    log = Log()
    for change in start.changes:
        log = log.append(change)
    return World(log, log.length, start.now, look)
