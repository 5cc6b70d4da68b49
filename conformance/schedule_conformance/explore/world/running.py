"""A transaction under way, as a value: what it was told so far decides all that it will do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from schedule_conformance.explore.world.logs import Log
from session_schedule.delivery import drive
from session_schedule.effects import Effect, Transaction, tell
from session_schedule.tools import TOOLS, Answer, Arguments

Result: TypeAlias = Log | bool | int | None


class Transactions(msgspec.Struct, frozen=True):
    """The transactions to explore; by default those of the reference."""

    tools: Mapping[str, Callable[[Arguments], Transaction[Answer]]] = MappingProxyType(TOOLS)
    drive: Callable[[], Transaction[Any]] = drive


class Running:
    """A point in a transaction. A generator cannot be copied, so a point is reached by replay.

    Points are interned: two are equal only if identical, and each is replayed once.

    Attributes:
        name: What the transaction is, in a few words.
        is_look: It is a look of the owner at the log, not a tool call.
        effect: What it asks for; None when it has ended.
        value: What it returned, when it has ended.
        told: How many results it was told so far.
    """

    __slots__ = ("_begin", "_following", "_results", "effect", "is_look", "name", "told", "value")

    def __init__(
        self,
        name: str,
        is_look: bool,
        begin: Callable[[], Transaction[Any]],
        results: Sequence[Result] = (),
    ) -> None:
        self.name = name
        self.is_look = is_look
        self.effect: Effect | None = None
        self.value: Any = None
        self._begin = begin
        self._results = tuple(results)
        self.told = len(self._results)
        self._following: dict[Result, Running] = {}
        self._replay()

    def after(self, result: Result) -> Running:
        """Return the point that follows when the effect has this result; of a fold, the log."""
        following = self._following.get(result)
        if following is None:
            results = (*self._results, result)
            following = Running(self.name, self.is_look, self._begin, results)
            self._following[result] = following
        return following

    def _replay(self) -> None:
        transaction = self._begin()
        try:
            self.effect = next(transaction)
            for result in self._results:
                self.effect = tell(transaction, _read(result))
        except StopIteration as end:
            self.effect = None
            self.value = end.value


def _read(result: Result) -> object:
    """The result as a transaction is told it: of a log, what folding it gives."""
    return (result.corrupt or result.schedules) if isinstance(result, Log) else result
