"""A scenario step by step, down to the first step in which the observations differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schedule_conformance.judging.compare import comparable, same
from schedule_conformance.report import text
from schedule_conformance.report.look import field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.corpus.case import Expect
    from schedule_conformance.ports.messages import Answer

_STEPS = 6


def steps(
    args: dict[str, Any],
    expect: Expect,
    answer: Answer | None,
    *,
    longest: int | None,
    names: tuple[str, str] = ("expected", "got"),
) -> Iterator[str]:
    """The lines that show a scenario; `names` are of what was expected and of what was got.

    Of many steps before the difference only the last are shown, unless there is no limit to how
    long values may be. Where there is no answer to compare, no step is singled out.
    """
    start = {name: value for name, value in args.items() if name != "steps"}
    yield field("given", f"session {text.value(start, longest)}")
    got: Any = UNSET if answer is None else answer.value
    expected, got = comparable("session", expect.value, got)
    differing = _first_difference(expected, got)
    asked = args.get("steps", [])
    until = len(asked) if differing is None else min(differing, len(asked))
    first = 1 if longest is None else max(1, until - _STEPS + 1)
    if first > 1:
        found = "left out" if differing is None else "as expected"
        yield field("steps", f"1 to {first - 1} {found}; --all shows them")
    for number in range(first, until + 1):
        yield field(f"step {number}", text.value(asked[number - 1], longest))
    if differing is None:
        yield field(names[0], text.result(expect, longest))
        if answer is not None:
            yield field(names[1], text.result(answer, longest))
        return
    for name, side in zip(names, (expected, got), strict=True):
        yield field(name, _observed(side, differing, longest))
    if differing < min(len(expected), len(got)):
        for place in text.differing(expected[differing], got[differing], f"$[{differing}]"):
            yield field("differs", place)


def _first_difference(expected: Any, got: Any) -> int | None:
    """The first observation that differs, if both are lists of observations."""
    if not (isinstance(expected, list) and isinstance(got, list)):
        return None
    for place, (left, right) in enumerate(zip(expected, got, strict=False)):
        if not same(left, right):
            return place
    # Observations beyond the last step belong to it.
    return min(len(expected), len(got)) if len(expected) != len(got) else None


def _observed(observations: list[Any], place: int, longest: int | None) -> str:
    return text.value(observations[place], longest) if place < len(observations) else "nothing"
