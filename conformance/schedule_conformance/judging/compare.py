"""Comparing answers as JSON values: numbers by value, key order free, arrays in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET

from schedule_conformance.judging import definitions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.corpus.case import Expect
    from schedule_conformance.ports.messages import Answer, Op


class Difference(NamedTuple):
    """One place where two values differ; UNSET stands for nothing at that place."""

    path: str
    expected: Any
    got: Any


def matches(op: Op, expect: Expect, answer: Answer) -> bool:
    """Whether an answer is the expected one; of errors only the codes count."""
    if expect.error is not UNSET:
        return answer.error is not UNSET and answer.error.code == expect.error
    if answer.value is UNSET:
        return False
    return same(*comparable(op, expect.value, answer.value))


def comparable(op: Op, expected: Any, got: Any) -> tuple[Any, Any]:
    """Two values of an operation, without that in which they may differ.

    The messages of failed calls are compared where the expected value holds some.
    """
    if op == "tools":
        return definitions.comparable(expected, got)
    if op == "session" and without_messages(expected) == expected:
        return expected, without_messages(got)
    return expected, got


def same(expected: Any, got: Any) -> bool:
    """Whether two JSON values are equal: 1 equals 1.0, and true does not equal 1."""
    if isinstance(expected, dict):
        if not isinstance(got, dict) or expected.keys() != got.keys():
            return False
        return all(same(value, got[key]) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            return False
        return all(map(same, expected, got))
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    return bool(expected == got)


def without_messages(observations: Any) -> Any:
    """The observations of a scenario with the free text of failed calls taken out."""
    if isinstance(observations, list):
        return [without_messages(part) for part in observations]
    match observations:
        case {"result": {"code": code, "message": _, **others}}:
            return observations | {"result": {"code": code, **others}}
        case _:
            return observations


def differences(expected: Any, got: Any, path: str = "$") -> Iterator[Difference]:
    """The places where two JSON values differ, outermost first."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(key for key in got if key not in expected)]:
            place = f"{path}.{key}"
            yield from differences(expected.get(key, UNSET), got.get(key, UNSET), place)
    elif isinstance(expected, list) and isinstance(got, list):
        for position in range(max(len(expected), len(got))):
            left = expected[position] if position < len(expected) else UNSET
            right = got[position] if position < len(got) else UNSET
            yield from differences(left, right, f"{path}[{position}]")
    elif not same(expected, got):
        yield Difference(path, expected, got)
