"""What a decision makes of a fixed-rate reminder: what was missed, what is delivered, what next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schedule_conformance.explain.explanation import Explanation, Step, refusal
from session_schedule import CorruptLog, Every, InvalidInput, create_record, resolve
from session_schedule.values import format_instant, parse_json

if TYPE_CHECKING:
    from session_schedule import Occurrence

_SHOWN = 2
"""How many missed targets are drawn at each end of a long row."""


def explain_every(anchor: int, interval: str, decided: int) -> Explanation:
    """Explain one decision on a reminder that was not dispatched yet.

    Args:
        anchor: When it was created, in milliseconds since the epoch.
        interval: Its `every_seconds`, as JSON; what is none is taken for a text.
        decided: When the decision is made, in milliseconds since the epoch.
    """
    checks = [
        Step("every_seconds is a safe integer", ("IN-7",)),
        Step("it is at least 300", ("IN-8",)),
        Step("the first target lies within the years 0001 to 9999", ("IN-10",)),
    ]
    try:
        arguments = {"prompt": "-", "every_seconds": _json(interval)}
        record = create_record(arguments, "schedule-1", anchor)
    except InvalidInput as error:
        return refusal(checks, error)
    assert isinstance(record, Every)  # noqa: S101 - for the types
    first = format_instant(record.scheduled_at)
    checks.append(
        Step(f"created at {format_instant(anchor)}, it is first due at {first}", ("IN-9",))
    )
    due = Step("the decision is not before the target", ("EVERY-3",))
    try:
        found = resolve(record, decided)
    except CorruptLog as error:
        if error.rule != "EVERY-3":
            return refusal(checks, error)
        told = f"at {format_instant(decided)} it is not due, and nothing is decided"
        row = ((anchor, "created"), (decided, "no decision yet"), (record.scheduled_at, "next"))
        steps = [*checks, Step(told, ("DUE-2",), _drawn(row))]
        result = f"it waits until {first}; a dispatch in the log that says so is corrupt (EVERY-3)"
        return Explanation(steps, result)
    steps = [*checks, due, _latest(record, found, anchor, decided), _next(found)]
    occurrence = format_instant(found.occurrence_at)
    return Explanation(steps, f"one reminder is delivered, with occurrence_at {occurrence}")


def _latest(record: Every, found: Occurrence, anchor: int, decided: int) -> Step:
    step = record.every_seconds * 1_000
    missed = (found.occurrence_at - record.scheduled_at) // step
    row: list[tuple[int | None, str]] = [(anchor, "created")]
    near = [record.scheduled_at + step * index for index in range(min(missed, _SHOWN))]
    far = [
        found.occurrence_at - step * index
        for index in range(min(_SHOWN, missed - len(near)), 0, -1)
    ]
    hidden = missed - len(near) - len(far)
    row += [(target, "missed") for target in near]
    row += [(None, f"{hidden} more, missed")] if hidden else []
    row += [(target, "missed") for target in far]
    row += [(found.occurrence_at, "latest: delivered, once for all of them")]
    row += [(decided, "decided")]
    if found.next_scheduled_at is not None:
        row.append((found.next_scheduled_at, "next"))
    told = f"the latest target not after the decision is delivered; {missed} before it are missed"
    return Step(told, ("EVERY-1", "EVERY-6"), _drawn(row))


def _next(found: Occurrence) -> Step:
    if found.next_scheduled_at is None:
        return Step("the next target is past the year 9999: the record ends", ("EVERY-4", "FOLD-9"))
    following = format_instant(found.next_scheduled_at)
    return Step(f"the next target, on the grid of the anchor, is {following}", ("EVERY-2",))


_SIGNS = {"created": "|", "missed": "o", "decided": "^", "no decision yet": "^", "next": ">"}


def _drawn(row: Any) -> tuple[str, ...]:
    """The points of a grid, from the earliest down; None stands for those left out."""
    width = len(format_instant(0))
    return tuple(
        f"{'…' if at is None else format_instant(at):{width}}  "
        f"{':' if at is None else _SIGNS.get(word, '#')}  {word}"
        for at, word in row
    )


def _json(text: str) -> Any:
    try:
        return parse_json(text)
    except CorruptLog:
        return text
