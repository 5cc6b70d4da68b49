"""Running a transaction of the reference with some of its effects altered."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from session_schedule.effects import Effect, Transaction
from session_schedule.errors import ScheduleError
from wrong_ports.registry import Way
from wrong_ports.replacing import Function

Past: TypeAlias = list[tuple[Effect, Any]]
"""The effects of the transaction so far, each with the result that it had."""

Alter: TypeAlias = Callable[[Effect, Past], Generator[Effect, Any, Any]]
"""Yields what is done in the place of an effect, and returns the result that it is to have."""


def altering(*begins: Function) -> Way:
    """The function alters the effects of these transactions."""
    return lambda alter: {begin: altered(begin, alter) for begin in begins}


def earlier(past: Past, kind: type[Effect]) -> int:
    """How many effects of a kind there were."""
    return sum(isinstance(effect, kind) for effect, _ in past)


def altered(begin: Function, alter: Alter) -> Callable[..., Transaction[Any]]:
    """A transaction like the one that `begin` begins, with its effects altered."""

    def run(*arguments: Any) -> Transaction[Any]:
        transaction = begin(*arguments)
        past: Past = []
        try:
            effect = next(transaction)
            while True:
                try:
                    result = yield from alter(effect, past)
                except ScheduleError as error:
                    effect = transaction.throw(error)
                else:
                    past.append((effect, result))
                    effect = transaction.send(result)
        except StopIteration as end:
            return end.value

    return run
