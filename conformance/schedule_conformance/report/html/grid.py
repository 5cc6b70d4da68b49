"""The catch-up grid: anchor, missed points, the latest due one, the decision, the next target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.report.html import svg
from session_schedule.values import format_instant, parse_instant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.report.html.markup import Markup

_LEFT, _STEP, _RIGHT, _HEIGHT = 90, 104, 320, 190
_AXIS, _GOT = 56, 150
_SHOWN = 4


class Catching(msgspec.Struct, frozen=True):
    """A decision about an `every` record; instants in milliseconds, None where there is none."""

    anchor: int
    interval: int
    decision: int
    got_latest: int | None
    got_next: int | None

    @property
    def missed(self) -> int:
        """How many points of the grid lie before the latest due one; -1 if none is due."""
        return (self.decision - self.anchor) // self.interval


def catching(record: Any, accepted_at: Any, got: Any) -> Catching | None:
    """What a picture needs, if a record, a decision and an answer have it."""
    if not isinstance(record, dict):
        return None
    interval = record.get("everySeconds")
    anchor, decision = parse_instant(record.get("scheduledAt")), parse_instant(accepted_at)
    if not isinstance(interval, int) or interval <= 0 or anchor is None or decision is None:
        return None
    answer = got if isinstance(got, dict) else {}
    latest = parse_instant(answer.get("occurrenceAt"))
    following = parse_instant(answer.get("nextScheduledAt"))
    return Catching(anchor, interval * 1000, decision, latest, following)


def picture(about: Catching) -> Markup:
    """The grid with what is due on it, and below it what the port answered."""
    points = _points(about)
    places = {point: float(_LEFT + place * _STEP) for place, point in enumerate(points)}
    width = max(places.values()) + _RIGHT
    return svg.drawing(_caption(about), width, _HEIGHT, _parts(about, places))


def _caption(about: Catching) -> str:
    every = f"every {about.interval // 1000} s from {format_instant(about.anchor)}"
    if about.missed < 0:
        return f"Catch-up grid, {every}: the decision comes before the target."
    missed = f"{about.missed} missed" if about.missed else "none missed"
    return f"Catch-up grid, {every}: {missed}, the latest due one counts."


def _points(about: Catching) -> list[int]:
    """The points that are drawn: the anchor, the last ones that are due, and the next one."""
    first = max(1, about.missed - _SHOWN + 1)
    return [0, *range(first, max(0, about.missed) + 2)]


def _parts(about: Catching, places: dict[int, float]) -> Iterator[Markup]:
    yield svg.line((_LEFT - 50, _AXIS), (max(places.values()) + 60, _AXIS), "axis")
    first = min(point for point in places if point)
    if first > 1:
        middle = (places[0] + places[first]) / 2
        yield svg.box(middle - 14, _AXIS - 9, 28, 18, "break")
        yield svg.text(middle, _AXIS + 4, "⋯", "middle")
        yield svg.text(middle, _AXIS - 12, f"{first - 1} more", "middle faint")
    for point, x in places.items():
        yield from _point(about, point, x)
    x = _place(about, about.decision, places)
    yield svg.line((x, 22), (x, _AXIS + 8), "decision")
    yield svg.text(x, 16, f"decision {_short(about, about.decision)}", "start")
    for label, instant in (("occurrence", about.got_latest), ("next", about.got_next)):
        if instant is not None:
            yield from _answer(about, label, instant, places)


def _point(about: Catching, point: int, x: float) -> Iterator[Markup]:
    instant = about.anchor + point * about.interval
    name, kind = _role(about, point)
    if instant > _end_of_calendar():
        yield svg.text(x, _AXIS + 22, "no next: the calendar ends", "start faint")
        return
    yield svg.dot(x, _AXIS, kind, 7 if kind in ("latest", "next") else 5)
    yield svg.text(x, _AXIS + 22, name, "middle")
    for row, words in enumerate(_short(about, instant).split("T")):
        below = _AXIS + 38 + 14 * row
        yield svg.text(x, below, words, "middle faint", whole=format_instant(instant))


def _role(about: Catching, point: int) -> tuple[str, str]:
    if point == about.missed + 1:
        return "next", "next"
    if point == about.missed:
        return ("anchor = latest" if point == 0 else "latest"), "latest"
    return ("anchor, missed" if point == 0 else "missed"), "missed"


def _answer(
    about: Catching, label: str, instant: int, places: dict[int, float]
) -> Iterator[Markup]:
    expected = about.anchor + (about.missed + (label == "next")) * about.interval
    right = instant == expected
    row = _GOT + 24 if label == "occurrence" else _GOT  # so that no line crosses a text
    x = _place(about, instant, places)
    yield svg.line((x, _AXIS + 60), (x, row), "right" if right else "wrong")
    word = "as expected" if right else "differs"
    said = f"got {label} {_short(about, instant)}: {word}"
    yield svg.text(x + 6, row, said, f"start {'right' if right else 'wrong'}")


def _place(about: Catching, instant: int, places: dict[int, float]) -> float:
    """Where an instant lies; between points that are drawn as far as it is in time."""
    point, rest = divmod(instant - about.anchor, about.interval)
    if point in places:
        return places[point] + _STEP * min(rest / about.interval, 0.95)
    if point < 0:
        return _LEFT - 40
    if point > max(places):
        return places[max(places)] + 50
    return (places[0] + places[min(each for each in places if each > 0)]) / 2


def _short(about: Catching, instant: int) -> str:
    """An instant without the date where it is that of the anchor's."""
    text = format_instant(instant)
    same_day = text[:10] == format_instant(about.anchor)[:10]
    text = text[11:] if same_day and instant != about.anchor else text
    return text.replace(".000Z", "Z")


def _end_of_calendar() -> int:
    last = parse_instant("9999-12-31T23:59:59.999Z")
    assert last is not None  # noqa: S101 - it is an instant
    return last
