"""A scenario drawn as lanes, time to the right: what is given, and expected over got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schedule_conformance.report.html import svg
from schedule_conformance.report.html.happenings import (
    LANES,
    Column,
    Entry,
    Lane,
    columns,
    first_difference,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.report.html.markup import Markup

_MOST = 40
_LEFT, _BROAD, _TOP, _ROW = 74, 176, 44, 17
_KINDS = {"given": ("", ""), "expected": ("", "right"), "got": ("faint", "wrong")}
"""How the words look, if both sides are the same, and if not."""

_NAMES = {"given": "", "expected": "exp", "got": "got"}


def picture(args: dict[str, Any], expected: Any, got: Any) -> Markup | None:
    """The lanes of a scenario; None where it cannot be drawn."""
    found = columns(args, expected, got)
    if not found:
        return None
    difference = first_difference(found)
    start = max(0, (difference or 0) - _MOST // 2) if len(found) > _MOST else 0
    shown = found[start : start + _MOST]
    cut = f", of which {len(shown)} are drawn" if len(shown) < len(found) else ""
    caption = f"A scenario of {len(found) - 1} steps{cut}: {_told(found, difference)}."
    marked = None if difference is None else difference - start
    rows = _rows(shown)
    height = _TOP + sum(rows.values()) * _ROW + len(rows) * 12 + 10
    width = _LEFT + len(shown) * _BROAD + 10
    return svg.drawing(caption, width, height, _parts(shown, rows, marked, width, height))


def _told(found: Sequence[Column], difference: int | None) -> str:
    if difference is not None:
        return f"expected and got differ first at {found[difference].title}"
    answered = any(column.got is not None for column in found)
    return "no difference" if answered else "what is expected; the port answered no observations"


def _rows(shown: Sequence[Column]) -> dict[Lane, int]:
    """How many rows each lane needs that has anything."""
    rows: dict[Lane, int] = {}
    for lane in LANES:
        needed = sum(_needed(shown, lane))
        if lane == "turns" and any(column.busy for column in shown):
            needed = max(needed, 1)
        if needed:
            rows[lane] = needed
    return rows


def _needed(shown: Sequence[Column], lane: Lane) -> tuple[int, int, int]:
    """The rows for what is given, expected and got in a lane."""
    given = max(len(_of(column.given, lane)) for column in shown)
    expected = max(len(_of(column.expected, lane)) for column in shown)
    got = max(len(_of(column.got or [], lane)) for column in shown)
    came = any(column.got is not None for column in shown)
    if not came:
        return given, expected, 0
    return given, max(expected, got), max(expected, got)


def _of(entries: Sequence[Entry], lane: Lane) -> list[Entry]:
    return [entry for entry in entries if entry.lane == lane]


def _parts(
    shown: Sequence[Column], rows: dict[Lane, int], marked: int | None, width: float, height: float
) -> Iterator[Markup]:
    for place, column in enumerate(shown):
        x = _LEFT + place * _BROAD
        if place == marked:
            yield svg.box(x, 6, _BROAD - 6, height - 12, "difference")
            yield svg.text(x + 8, 18, "first difference", "start wrong")
        yield svg.text(x + 8, 34, column.title, "start strong")
    y = float(_TOP)
    for lane, count in rows.items():
        yield svg.line((4, y), (width - 4, y), "lane")
        yield svg.text(6, y + _ROW - 2, lane, "start strong")
        if lane == "turns":
            yield from _turns(shown, y + 3, count * _ROW + 6)
        yield from _lane(shown, lane, y)
        y += count * _ROW + 12


def _turns(shown: Sequence[Column], y: float, height: float) -> Iterator[Markup]:
    for place, column in enumerate(shown):
        if column.busy:
            yield svg.box(_LEFT + place * _BROAD + 4, y, _BROAD, height, "busy")


def _lane(shown: Sequence[Column], lane: Lane, top: float) -> Iterator[Markup]:
    needed = _needed(shown, lane)
    for place, column in enumerate(shown):
        x = _LEFT + place * _BROAD + 8
        expected, got = _of(column.expected, lane), _of(column.got or [], lane)
        came = column.got is not None
        layers = {"given": _of(column.given, lane), "expected": expected, "got": got}
        y = top
        for (name, entries), count in zip(layers.items(), needed, strict=True):
            other = {"expected": got, "got": expected}.get(name, entries) if came else entries
            for row in range(max(len(entries), len(other))):
                entry = entries[row] if row < len(entries) else None
                same = row < len(other) and entry is not None and entry.whole == other[row].whole
                yield _entry(name, entry, same=same, at=(x, y + (row + 1) * _ROW - 2))
            y += count * _ROW
    yield from _names(needed, top)


def _entry(name: str, entry: Entry | None, *, same: bool, at: tuple[float, float]) -> Markup:
    """One thing in a lane; what is not the same on the other side is marked, none is a dash."""
    kind = _KINDS[name][0 if same else 1]
    if entry is None:
        return svg.text(*at, "—", f"start {kind}")
    mark = "▸ " if name == "given" else "" if same else "≠ "
    words = svg.fitting(mark + entry.words, _BROAD - 14)
    return svg.text(*at, words, f"start {kind}", whole=entry.whole)


def _names(needed: tuple[int, int, int], top: float) -> Iterator[Markup]:
    """Which rows of a lane are what was expected, and which what came."""
    y = top
    for (name, short), count in zip(_NAMES.items(), needed, strict=True):
        if name != "given" and count:
            yield svg.text(_LEFT - 6, y + _ROW - 2, short, "end faint")
        y += count * _ROW
