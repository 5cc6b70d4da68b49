"""A change of the clocks, drawn as a line of UTC over a line of local time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from session_schedule.values import EPOCH, MILLISECOND

if TYPE_CHECKING:
    from collections.abc import Sequence
    from zoneinfo import ZoneInfo

_WIDTH = 12
_TICKS = 2
_LABEL = 7


class ClockChange(msgspec.Struct, frozen=True):
    """A change of a zone's offset.

    Attributes:
        instant: When, in milliseconds since the epoch.
        before: The offset before it, in milliseconds.
        after: The offset from it on.
    """

    instant: int
    before: int
    after: int


def change_around(zone: ZoneInfo, wall: int) -> ClockChange | None:
    """The change that makes a local time occur twice or not at all; None if it occurs once.

    Args:
        zone: The zone.
        wall: The local time, in milliseconds since 1970-01-01T00:00:00 local time.
    """
    local = EPOCH + wall * MILLISECOND
    before, after = (_milliseconds(zone.utcoffset(local.replace(fold=fold))) for fold in (0, 1))
    if before == after:
        return None
    # One of the two readings lies before the change, and the other not.
    early, late = sorted((wall - before, wall - after))
    while late - early > 1:
        middle = (early + late) // 2
        early, late = (middle, late) if _offset(zone, middle) == before else (early, middle)
    return ClockChange(late, before, after)


def offset_text(offset: int) -> str:
    """An offset in milliseconds as `+02:00`, with seconds where there are some."""
    sign, seconds = "-" if offset < 0 else "+", abs(offset) // 1_000
    text = f"{sign}{seconds // 3_600:02}:{seconds // 60 % 60:02}"
    return text if seconds % 60 == 0 else f"{text}:{seconds % 60:02}"


def picture(change: ClockChange, marks: Sequence[tuple[int, str]] = ()) -> tuple[str, ...]:
    """The lines around a change, with marks below at instants.

    Args:
        change: What is drawn.
        marks: Instants within twice the width of the gap or overlap, and a word for each.
    """
    step = abs(change.after - change.before) // _TICKS
    ticks = [change.instant + step * index for index in range(-_TICKS, _TICKS + 1)]
    locals_ = [tick + (change.before if tick < change.instant else change.after) for tick in ticks]
    with_date = step >= 6 * 3_600_000
    lines = [
        _row("UTC", [_text(tick, with_date) for tick in ticks]),
        " " * _LABEL + ("|" + "-" * (_WIDTH - 1)) * (len(ticks) - 1) + "|",
        _row("local", [_text(local, with_date) for local in locals_]),
    ]
    for instant, word in marks:
        column = _LABEL + round((instant - ticks[0]) / step * _WIDTH)
        lines.append(" " * column + f"^ {word}")
    return tuple(lines)


def _row(label: str, texts: Sequence[str]) -> str:
    return (f"{label:{_LABEL}}" + "".join(f"{text:{_WIDTH}}" for text in texts)).rstrip()


def _text(milliseconds: int, with_date: bool) -> str:
    moment = EPOCH + milliseconds * MILLISECOND
    time = f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}"
    return f"{moment:%m-%d} {time}" if with_date else time


def _offset(zone: ZoneInfo, instant: int) -> int:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=instant)
    return _milliseconds(moment.astimezone(zone).utcoffset())


def _milliseconds(offset: timedelta | None) -> int:
    return 0 if offset is None else offset // MILLISECOND
