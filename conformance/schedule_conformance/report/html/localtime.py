"""A gap or an overlap: a local line and a UTC line, and which instants a local time names."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.report.html import svg
from session_schedule.errors import InvalidInput
from session_schedule.values import parse_instant
from session_schedule.zones import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from schedule_conformance.report.html.markup import Markup

_WIDTH, _HEIGHT = 500, 240
_LOCAL, _UTC = 84, 168
_NEAR = timedelta(hours=30)
_EPOCH = datetime(1970, 1, 1)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"\d{2}:\d{2}:\d{2}(\.\d{1,3})?")


class Change(msgspec.Struct, frozen=True):
    """A change of a zone's offset near a local time; all in seconds, of UTC or of the local line.

    Attributes:
        zone: The name of the zone.
        at: When it changes, since the epoch.
        before: The offset before.
        after: The offset from then on.
        asked: The local time, since 1970-01-01T00:00:00 on the local line.
        expected: The instant expected, None if it is to be refused.
        got: The instant the port answered, None if it answered none.
    """

    zone: str
    at: int
    before: int
    after: int
    asked: float
    expected: float | None
    got: float | None

    @property
    def is_gap(self) -> bool:
        """Whether local times are left out, rather than had twice."""
        return self.after > self.before

    @property
    def bounds(self) -> tuple[int, int]:
        """From where to where on the local line times are left out, or had twice."""
        low, high = sorted((self.at + self.before, self.at + self.after))
        return low, high


def change_near(at: Any, expected: Any, got: Any) -> Change | None:
    """The change of offset nearest to a local time that is asked for, if one is near."""
    if not (isinstance(at, dict) and isinstance(at.get("time_zone"), str)):
        return None
    try:
        zone = find_zone(at["time_zone"])
        local = _local(at.get("date"), at.get("time"))
        if local is None:
            return None
        instants = sorted(_changes(zone, local), key=lambda each: abs(each - _seconds(local)))
    except (InvalidInput, OverflowError, ValueError):
        return None
    if not instants:
        return None
    change = instants[0]
    before, after = _offset(zone, change - 1), _offset(zone, change)
    name = at["time_zone"]
    return Change(name, change, before, after, _seconds(local), _target(expected), _target(got))


def picture(change: Change) -> Markup:
    """Both lines around the change, with the local time and the instants on them."""
    return svg.drawing(_caption(change), _WIDTH, _HEIGHT, _parts(change), shrinks=True)


def _caption(change: Change) -> str:
    low, high = (_clock(each) for each in change.bounds)
    day = (_EPOCH + timedelta(seconds=change.bounds[0])).date()
    what = "occurs never" if change.is_gap else "occurs twice"
    kind = "Gap" if change.is_gap else "Overlap"
    return f"{kind} in {change.zone} on {day}: local time from {low} to {high} {what}."


def _parts(change: Change) -> Iterator[Markup]:
    shift = abs(change.after - change.before)
    reach = max(3600.0, 1.6 * shift)
    scale = (_WIDTH / 2 - 60) / (reach + shift / 2)
    middle = change.at + (change.before + change.after) / 2
    low, high = change.bounds

    def on_local(seconds: float) -> float:
        return _WIDTH / 2 + max(-reach - shift, min(reach + shift, seconds - middle)) * scale

    def on_utc(seconds: float) -> float:
        return _WIDTH / 2 + max(-reach - shift, min(reach + shift, seconds - change.at)) * scale

    yield svg.text(8, _LOCAL - 42, f"local time, {change.zone}", "start strong")
    yield svg.text(8, _UTC - 14, "UTC", "start strong")
    yield svg.line((20, _LOCAL), (_WIDTH - 20, _LOCAL), "axis")
    yield svg.line((20, _UTC), (_WIDTH - 20, _UTC), "axis")
    kind = "gap" if change.is_gap else "overlap"
    yield svg.box(on_local(low), _LOCAL - 9, on_local(high) - on_local(low), 18, kind)
    for seconds in (low, high):
        x = on_local(seconds)
        yield svg.line((x, _LOCAL - 9), (x, _LOCAL + 9), "tick")
        side = "end" if seconds == low else "start"
        yield svg.text(x, _LOCAL + 24, _clock(seconds), f"{side} faint")
    for offset in (change.before, change.after):
        yield svg.line((on_local(change.at + offset), _LOCAL), (on_utc(change.at), _UTC), "map")
    yield svg.line((on_utc(change.at), _UTC - 9), (on_utc(change.at), _UTC + 9), "tick")
    moved = f"{_clock(change.at)}Z: {_offset_text(change.before)} → {_offset_text(change.after)}"
    yield svg.text(on_utc(change.at), _UTC + 24, moved, "middle faint")
    yield svg.dot(on_local(change.asked), _LOCAL, "asked", 6)
    yield svg.text(on_local(change.asked), _LOCAL - 18, f"asked {_clock(change.asked)}", "middle")
    yield from _instants(change, on_local, on_utc)


def _instants(change: Change, on_local: Any, on_utc: Any) -> Iterator[Markup]:
    right = change.expected == change.got
    if change.expected is None:
        yield svg.text(_WIDTH - 8, _LOCAL - 42, "expected: refused", "end right")
    else:
        start = on_local(change.asked), _LOCAL
        yield svg.line(start, (on_utc(change.expected), _UTC), "right")
        yield svg.dot(on_utc(change.expected), _UTC, "right", 6)
        label = f"expected {_clock(change.expected)}Z"
        yield svg.text(on_utc(change.expected), _UTC + 42, label, "middle right")
    if change.got is None:
        yield svg.text(_WIDTH - 8, _UTC + 58, "got: no instant", f"end {_kind(right=right)}")
    elif not right:
        yield svg.line((on_local(change.asked), _LOCAL), (on_utc(change.got), _UTC), "wrong")
        yield svg.dot(on_utc(change.got), _UTC, "wrong", 6)
        yield svg.text(on_utc(change.got), _UTC + 58, f"got {_clock(change.got)}Z", "middle wrong")


def _kind(*, right: bool) -> str:
    return "right" if right else "wrong"


def _changes(zone: ZoneInfo, local: datetime) -> Iterator[int]:
    """The instants near a local time at which the offset of a zone changes."""
    start = int(_seconds(local)) - int(_NEAR.total_seconds())
    hours = range(start, start + 2 * int(_NEAR.total_seconds()), 1800)
    for early, late in pairwise(hours):
        if _offset(zone, early) != (after := _offset(zone, late)):
            low, high = early, late
            while high - low > 1:
                between = (low + high) // 2
                low, high = (low, between) if _offset(zone, between) == after else (between, high)
            yield high


def _offset(zone: ZoneInfo, instant: int) -> int:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=instant)
    offset = moment.astimezone(zone).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def _local(date: Any, time: Any) -> datetime | None:
    texts = isinstance(date, str) and isinstance(time, str)
    if not (texts and _DATE.fullmatch(date) and _TIME.fullmatch(time)):
        return None
    return datetime.fromisoformat(f"{date}T{time.partition('.')[0]}")


def _seconds(local: datetime) -> float:
    return (local - _EPOCH).total_seconds()


def _target(answer: Any) -> float | None:
    instant = parse_instant(answer.get("scheduledAt")) if isinstance(answer, dict) else None
    return None if instant is None else instant / 1000


def _clock(seconds: float) -> str:
    moment = _EPOCH + timedelta(seconds=seconds)
    return moment.strftime("%H:%M:%S" if moment.second else "%H:%M")


def _offset_text(seconds: int) -> str:
    sign, rest = "-" if seconds < 0 else "+", abs(seconds)
    text = f"{sign}{rest // 3600:02}:{rest // 60 % 60:02}"
    return f"{text}:{rest % 60:02}" if rest % 60 else text
