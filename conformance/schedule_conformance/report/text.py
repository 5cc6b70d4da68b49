"""The pieces of text from which reports are made: values, differences, rerun commands."""

from __future__ import annotations

import shlex
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import excerpt
from schedule_conformance.base.printable import printable as visible
from schedule_conformance.judging.compare import comparable, differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.corpus.case import Case, Expect
    from schedule_conformance.ports.messages import Answer

__all__ = ["places", "rerun", "result", "value", "visible"]

_LONGEST = 400
_PLACES = 4
_BEFORE, _AFTER = 20, 20


def value(content: Any, longest: int | None = _LONGEST) -> str:
    """A JSON value on one line: what would not print is escaped, what is too long is cut."""
    text = visible(jsontext.encode(content).decode())
    if longest is None or len(text) <= longest:
        return text
    return f"{text[:longest]}… ({len(text)} characters)"


def result(answer: Answer | Expect, longest: int | None = _LONGEST) -> str:
    """What an answer says, or what is expected of it: a value, or the code of an error."""
    if answer.error is UNSET:
        return value(answer.value, longest)
    code = answer.error if isinstance(answer.error, str) else answer.error.code
    return f"error {excerpt(code, longest or len(code))}"


def places(case: Case, answer: Answer) -> list[str]:
    """Where inside the value an answer differs from the one expected."""
    if case.expect.value is UNSET or answer.value is UNSET:
        return []
    return differing(*comparable(case.op, case.expect.value, answer.value))


def differing(expected: Any, got: Any, path: str = "$") -> list[str]:
    """Where two values differ, `path` being that of them; at most a few places.

    Where they are short and differ as a whole, they speak for themselves.
    """
    found = islice(differences(expected, got, path), _PLACES + 1)
    lines = [
        _place(*difference)
        for difference in found
        if difference.path != path or _is_long(difference.expected, difference.got)
    ]
    return lines if len(lines) <= _PLACES else [*lines[:_PLACES], "and more"]


def rerun(case: Case, again: Sequence[str]) -> str:
    """The command that runs this case alone."""
    return visible(shlex.join(["schedule-spec", "run", case.id, *again]))


def _place(path: str, expected: Any, got: Any) -> str:
    path = excerpt(path, _LONGEST)
    if expected is UNSET:
        return f"{path} should not be there"
    if got is UNSET:
        return f"{path} is missing"
    if _is_long(expected, got):
        return f"{path} {_around_difference(expected, got)}"
    return f"{path}: expected {value(expected, 80)}, got {value(got, 80)}"


def _is_long(expected: Any, got: Any) -> bool:
    """Whether two texts are so long that only what surrounds their difference is shown."""
    if not (isinstance(expected, str) and isinstance(got, str)):
        return False
    return max(len(expected), len(got)) > _BEFORE + _AFTER


def _around_difference(expected: str, got: str) -> str:
    """What surrounds the first character in which two texts differ."""
    pairs = enumerate(zip(expected, got, strict=False))
    at = next((at for at, (left, right) in pairs if left != right), min(len(expected), len(got)))
    return f"at {at}: expected {_around(expected, at)}, got {_around(got, at)}"


def _around(content: str, at: int) -> str:
    """What surrounds a character of a text; an ellipsis stands for what is left out."""
    start, end = max(0, at - _BEFORE), at + _AFTER
    shown = visible(content[start:end])
    return f"{'…' if start else ''}{shown}{'…' if end < len(content) else ' (its end)'}"
