"""Strategies for `create`: selectors of all forms, right and wrong, alone and together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from schedule_conformance.corpus.sweep import Row
from schedule_conformance.fuzz.strategies import values
from schedule_conformance.fuzz.strategies.zones import LocalTimes
from session_schedule.values import MAX_INSTANT, MIN_INSTANT, format_instant, parse_instant

Json = dict[str, Any]


_MINUTE = 60_000
_LONGEST_OFFSET = 24 * 60 - 1
_LAST_LOCAL = MAX_INSTANT - values.DAY
# Before 1600, engines that run ports differ in the calendar itself: cases of the corpus ask that.
_FIRST_FIXED = -11_676_096_000_000

_FIXED = ("UTC", "Etc/UTC", "Etc/GMT+5", "Etc/GMT-14", "etc/gmt+12", "Etc/Zulu")
"""Zones in which every local time of the calendar means the same in all releases."""

_NO_ZONES = (
    *("", "utc", "Utc", "Z", "GMT", "EST", "EST5EDT", "CET", "Japan", "local", "+01:00", "UTC+1"),
    *(" UTC", "UTC ", "UTC\n", "Etc/GMT-15", "Etc/GMT+13", "Etc/Unknown", "Etc/UTC/", "/Etc/UTC"),
    *("posix/Etc/UTC", "right/Etc/UTC", "Etc/../Etc/UTC", "Etc//UTC", "./Etc/UTC", "Etc\\UTC"),
    *("Europe/Berlin ", "Europe/Berlin\x00", "Europe /Berlin", "Europe/", "Europe", "zone.tab"),
    *("As\u0131a/Tokyo", "A\u017fia/Tokyo", "Asia/To\u212ayo", "Europe/\u0130stanbul"),
)
_STRAY = st.sampled_from(
    [("timezone", "UTC"), ("time_zone", "UTC"), ("id", "x"), ("", 1), ("At", None)]
)
_MISSPELLINGS: tuple[Callable[[str], str], ...] = (
    str.lower,
    lambda text: text.replace("T", " "),
    lambda text: text[:-1],
    lambda text: f"{text} ",
    lambda text: f" {text}",
    lambda text: f"{text}\n",
    lambda text: text.replace(":", ""),
    lambda text: text.replace("-", "\u2212"),
    lambda text: text.replace(".", ","),
    lambda text: f"+00{text}",
    lambda text: text.replace("0", "\u0660", 1),
    lambda text: f"{text}[UTC]",
    lambda text: text.replace("T", "T24", 1).replace("T2400", "T24", 1),
    lambda text: f"{text[:17]}60{text[19:]}",
    lambda text: f"0000{text[4:]}",
    lambda text: f"{text[:5]}13{text[7:]}",
    lambda text: f"{text[:5]}02-30{text[10:]}",
    lambda text: f"{text[:19]}.1234Z",
    lambda text: f"{text[:19]}-00:00",
    lambda text: f"{text[:19]}+24:00",
    lambda text: f"{text[:19]}+23:60",
    lambda text: f"{text[:19]}+2359",
    lambda text: f"{text[:19]}+23",
    lambda text: text[:19],
    lambda text: text[:16],
    lambda text: f"{text[:16]}Z",
)


def creates(surrogates: bool, times: LocalTimes) -> SearchStrategy[Json]:
    """Arguments of the op `create`."""
    return st.one_of(
        _plain(surrogates),
        _offsets(surrogates),
        _offsets(surrogates),
        _fixed_zones(surrogates),
        *([_transitions(surrogates, times.rows)] * 2 if times.rows else []),
        *([_transitions(surrogates, times.odd)] if times.odd else []),
        *([_stable_zones(surrogates, times)] if times.stable else []),
        _mixtures(surrogates),
    )


@cache
def _prompts(surrogates: bool) -> SearchStrategy[str]:
    return st.just("p") | values.texts(surrogates)


def _request(draw: DrawFn, surrogates: bool, now: int, at: str | Json) -> Json:
    given = {"prompt": draw(_prompts(surrogates)), "at": at}
    return {"id": "schedule-1", "now": format_instant(now), "input": given}


def _plain(surrogates: bool) -> SearchStrategy[Json]:
    """Delays and intervals, and what is neither of the two forms of `at`."""

    def one(**selector: SearchStrategy[Any]) -> SearchStrategy[Json]:
        given = st.fixed_dictionaries({"prompt": _prompts(surrogates), **selector})
        now = values.canonical
        return st.fixed_dictionaries({"id": st.just("schedule-1"), "now": now, "input": given})

    seconds = values.numbers | values.no_integers
    return one(after_seconds=seconds) | one(every_seconds=seconds) | one(at=values.oddities)


@st.composite
def _offsets(draw: DrawFn, surrogates: bool) -> Json:
    """An offset date-time, its target at the clock, near the ends of the calendar or anywhere."""
    minutes = draw(st.sampled_from([0, 60, -1, _LONGEST_OFFSET, -_LONGEST_OFFSET]) | _offset)
    # Without the shift, the target may lie beyond the calendar.
    shift = draw(st.sampled_from([minutes, 0]))
    wall = _with_fraction(draw, values.within_calendar(draw(values.instants) + shift * _MINUTE))
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    suffix = draw(st.sampled_from(["Z", "+00:00"])) if minutes == 0 else None
    text = _shortened(draw, format_instant(wall)[:-1])
    text += suffix or f"{sign}{hours:02}:{rest:02}"
    if draw(st.booleans()):
        text = draw(st.sampled_from(_MISSPELLINGS))(text)
    now = values.within_calendar(wall - minutes * _MINUTE + draw(_clock))
    return _request(draw, surrogates, now, text)


_offset = st.integers(-_LONGEST_OFFSET, _LONGEST_OFFSET)
_clock = st.sampled_from([-1, 0, 1, -values.SECOND, -values.DAY])


def _with_fraction(draw: DrawFn, instant: int) -> int:
    """The instant, or one in the same second whose fraction can be misread."""
    millisecond = instant % values.SECOND
    return instant - millisecond + draw(st.sampled_from([millisecond] * 4 + [0, 500, 50, 5, 120]))


def _shortened(draw: DrawFn, text: str) -> str:
    """The text of a local time with a shorter fraction, or none, that means the same."""
    for zeros in (".000", "00", "0"):
        if text.endswith(zeros):
            return draw(st.sampled_from([text, text.removesuffix(zeros)]))
    return text


def _local(draw: DrawFn, surrogates: bool, zone: str, wall: str, clock: int) -> Json:
    """A local time; its zone in any case, seldom with something wrong in it."""
    if "/" in zone and draw(st.integers(0, 3)) == 3:
        zone = zone.lower()
    at: Json = {"date": wall[:10], "time": wall[11:], "time_zone": zone}
    match draw(st.integers(0, 5)):
        case 4:
            at = draw(values.spoilt(st.just(at)))
        case 5:
            at = _misspelt(at, draw(st.sampled_from(_MISSPELLINGS)))
    return _request(draw, surrogates, clock, at)


def _misspelt(at: Json, misspell: Callable[[str], str]) -> Json:
    date, separator, time = misspell(f"{at['date']}T{at['time']}").partition("T")
    return at | ({"date": date, "time": time} if separator else {"date": date})


@st.composite
def _fixed_zones(draw: DrawFn, surrogates: bool) -> Json:
    wall = _with_fraction(draw, draw(values.instants.filter(lambda each: each >= _FIRST_FIXED)))
    zone = draw(st.sampled_from(_FIXED) | st.sampled_from(_NO_ZONES))
    clock = values.within_calendar(wall + draw(_clock))
    return _local(draw, surrogates, zone, _shortened(draw, format_instant(wall)[:-1]), clock)


@st.composite
def _transitions(draw: DrawFn, surrogates: bool, rows: dict[str, list[Row]]) -> Json:
    """A time at a transition, long before or with the clock at what it means."""
    zone = draw(st.sampled_from(sorted(rows)))
    wall, answer, *_ = draw(st.sampled_from(rows[zone]))
    instant = parse_instant(answer)
    clock = MIN_INSTANT
    if instant is not None and draw(st.booleans()):
        clock = instant + draw(st.sampled_from([-1, 0, 1, 1_800_000]))
    return _local(draw, surrogates, zone, wall, clock)


@st.composite
def _stable_zones(draw: DrawFn, surrogates: bool, times: LocalTimes) -> Json:
    """Any time from 1970 on, in a zone whose rules have not changed for long."""
    zone = draw(st.sampled_from(times.stable))
    wall = draw(st.integers(0, _LAST_LOCAL))
    return _local(draw, surrogates, zone, format_instant(wall)[:-1], MIN_INSTANT)


@st.composite
def _mixtures(draw: DrawFn, surrogates: bool) -> Json:
    """None, one or more selectors, unknown arguments and blank prompts: which error wins?"""
    given: Json = {"prompt": draw(values.texts(surrogates))}
    if draw(st.booleans()):
        given["after_seconds"] = draw(values.numbers | values.no_integers)
    if draw(st.booleans()):
        given["every_seconds"] = draw(values.numbers | values.no_integers)
    if draw(st.booleans()):
        given["at"] = draw(values.canonical | values.oddities)
    if draw(st.integers(0, 2)) == 2:
        name, value = draw(_STRAY)
        given[name] = value
    now = format_instant(draw(values.instants))
    return {"id": draw(values.ids(surrogates)), "now": now, "input": given}
