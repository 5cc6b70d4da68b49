"""Making a question smaller that was not made by Hypothesis, which shrinks only its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from schedule_conformance.fuzz.bending.places import places, replaced
from schedule_conformance.fuzz.question.divergence import Divergence
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.fuzz.search.reduction import reduced

Judge = Callable[[Question], Divergence | None]


_TRIES = 400


def shrunk(divergence: Divergence, judge: Judge) -> Divergence:
    """A divergence of the same kind whose question is as small as some tries could make it.

    Args:
        divergence: What was found.
        judge: Asks a question; None also for one that may not be asked.
    """
    if divergence.question.op == "session":
        divergence = reduced(divergence, judge)
    left = _TRIES
    smaller: Divergence | None = divergence
    while smaller is not None:
        divergence, smaller = smaller, None
        for args in _smaller(divergence.question.args):
            if left == 0:
                return divergence
            left -= 1
            found = judge(Question(divergence.question.op, args))
            if found is not None and found.kind == divergence.kind:
                smaller = found
                break
    return divergence


def _smaller(args: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with less at one place: without an item or a member, or with a shorter text."""
    for place in places(args):
        value = _at(args, place)
        if isinstance(value, list):
            for index in range(len(value)):
                yield replaced(args, place, partial(_without_item, index))
        elif isinstance(value, dict) and place:
            for name in value:
                yield replaced(args, place, partial(_without_member, name))
        elif isinstance(value, str) and len(value) > 1:
            half = len(value) // 2
            for part in (value[:half], value[half:], value[1:], value[:-1]):
                yield replaced(args, place, partial(_instead, part))


def _at(value: Any, place: tuple[str | int, ...]) -> Any:
    for step in place:
        value = value[step]
    return value


def _without_item(index: int, items: list[Any]) -> list[Any]:
    return [*items[:index], *items[index + 1 :]]


def _instead(part: str, _text: str) -> str:
    return part


def _without_member(name: str, members: dict[str, Any]) -> dict[str, Any]:
    return {other: value for other, value in members.items() if other != name}
