"""Integers that stand for all integers: code runs on them, once for each way through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import z3  # type: ignore[import-untyped]  # it has no stubs


class Branches:
    """Follows the decisions that it is given; after the last, every condition holds."""

    def __init__(self, decisions: list[bool]) -> None:
        self.decisions = decisions
        self.conditions: list[z3.BoolRef] = []

    def decide(self, condition: z3.BoolRef) -> bool:
        """Take a branch, and note the condition for being there."""
        if len(self.conditions) == len(self.decisions):
            self.decisions.append(True)
        decision = self.decisions[len(self.conditions)]
        self.conditions.append(condition if decision else z3.Not(condition))
        return decision


class Integer:
    """An integer term. To compare it is to take a branch."""

    def __init__(self, term: z3.ArithRef, branches: Branches) -> None:
        self.term = term
        self._branches = branches

    def __add__(self, other: Integer | int) -> Integer:
        return Integer(self.term + _term(other), self._branches)

    def __sub__(self, other: Integer | int) -> Integer:
        return Integer(self.term - _term(other), self._branches)

    def __mul__(self, other: Integer | int) -> Integer:
        return Integer(self.term * _term(other), self._branches)

    def __mod__(self, other: Integer | int) -> Integer:
        """The remainder; z3 and Python agree on it where the divisor is positive."""
        return Integer(self.term % _term(other), self._branches)

    def __lt__(self, other: Integer | int) -> bool:
        return self._branches.decide(self.term < _term(other))

    def __le__(self, other: Integer | int) -> bool:
        return self._branches.decide(self.term <= _term(other))

    def __ge__(self, other: Integer | int) -> bool:
        return self._branches.decide(self.term >= _term(other))


class Path(msgspec.Struct, frozen=True):
    """One way through the code: when it is taken, and what comes of it."""

    condition: z3.BoolRef
    outcome: Any


def paths(run: Callable[[Branches], Any]) -> Iterator[Path]:
    """Yield every way through the code, by running it anew with other decisions."""
    decisions: list[bool] = []
    while True:
        branches = Branches(decisions)
        outcome = run(branches)
        yield Path(z3.And(branches.conditions), outcome)
        while decisions and not decisions[-1]:
            decisions.pop()
        if not decisions:
            return
        decisions[-1] = False


def _term(value: Integer | int) -> Any:
    return value.term if isinstance(value, Integer) else value
