"""Strategies for the values of the protocol: texts, numbers and instants, right and near right."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from session_schedule.values import MAX_INSTANT, MAX_SAFE_INTEGER, MIN_INSTANT, format_instant, trim

SECOND = 1_000
DAY = 86_400 * SECOND

_TRIMMED = "\t\n\v\f\r \u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_KEPT = "\x00\x08\x1c\x1d\x1e\x1f\x7f\x85\u180e\u200b\u200e\u2060"
_ESCAPED = "\"\\/<>&'\u2028\u2029"
_BEYOND = "é\u0301\U0001f600ß\u0130\u212a"
_LONE = "\ud800\udbff\udc00\udfff"

_EDGES_OF_INTEGERS = (
    *(0, 1, 2, 59, 60, 299, 300, 301, 3_600, 86_400),
    *(2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 // 1_000, 2**53 // 1_000 + 1),
    *(MAX_SAFE_INTEGER, MAX_SAFE_INTEGER + 1),
)
_EDGES_OF_CLOCKS = (0, 1, -1, 2**31 * SECOND - 1, 2**31 * SECOND, 2**32 * SECOND)
_EDGES_OF_THE_CALENDAR = (MAX_INSTANT, MIN_INSTANT, MAX_INSTANT - 1, MIN_INSTANT + 1)
_NO_INSTANTS = (
    *("", "2026-01", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.00Z"),
    *("2026-01-01T00:00:00.0000Z", "2026-01-01T00:00:00.000", "2026-01-01T00:00:00.000z"),
    *("2026-01-01t00:00:00.000Z", "2026-01-01 00:00:00.000Z", "2026-01-01T00:00:00,000Z"),
    *("2026-01-01T00:00:00.000+00:00", "2026-01-01T00:00:00.000Z\n", " 2026-01-01T00:00:00.000Z"),
    *("2026-01-01T24:00:00.000Z", "2026-01-01T23:60:00.000Z", "2026-01-01T23:59:60.000Z"),
    *("2026-02-29T00:00:00.000Z", "2026-02-30T00:00:00.000Z", "2026-04-31T00:00:00.000Z"),
    *("1900-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-00-01T00:00:00.000Z"),
    *("2026-01-00T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "10000-01-01T00:00:00.000Z"),
    *("+010000-01-01T00:00:00.000Z", "-000001-01-01T00:00:00.000Z", "26-01-01T00:00:00.000Z"),
    *("2026-1-1T00:00:00.000Z", "\u0662026-01-01T00:00:00.000Z", "2026-01-01T00:00:0\uff10.000Z"),
)

integers = st.sampled_from(_EDGES_OF_INTEGERS) | st.integers(1, 10**6)
"""Numbers of seconds, where limits lie and between."""

no_integers: st.SearchStrategy[Any] = st.sampled_from(
    [-1, -300, 0.5, 300.5, 1e-7, 1e21, 1e300, True, False, None, "300", "", [300], {}]
)

instants = st.one_of(
    st.sampled_from(_EDGES_OF_CLOCKS),
    st.sampled_from(_EDGES_OF_THE_CALENDAR),
    st.integers(MIN_INSTANT, MAX_INSTANT),
)
"""Milliseconds since the epoch, where clocks and the calendar end, and between."""

no_instants: st.SearchStrategy[Any] = st.sampled_from(_NO_INSTANTS) | st.sampled_from(
    [None, 0, 1.5, True, [], {}]
)
"""What is not a canonical instant."""

small_steps = st.sampled_from([0, 1, -1, SECOND, -SECOND, DAY, -DAY])
"""Milliseconds by which to miss a boundary, or none."""

oddities: st.SearchStrategy[Any] = (
    st.sampled_from([None, True, False, 0, 1, 2, -1, 1.5, "", " ", "1", "x", [], {}, [1]])
    | integers
    | no_instants
)
"""JSON values where another was expected."""


def near(boundary: int) -> st.SearchStrategy[int]:
    """Instants at a boundary and around it, within the calendar."""
    return small_steps.map(lambda step: within_calendar(boundary + step))


def within_calendar(instant: int) -> int:
    """The instant, or the end of the calendar that it lies beyond."""
    return max(MIN_INSTANT, min(instant, MAX_INSTANT))


def spelled(number: int, how: int) -> int | float:
    """An integer as it is, or as a float of the same value where there is one."""
    return float(number) if how and float(number) == number else number


numbers = st.builds(spelled, integers, st.sampled_from([0, 0, 1]))
"""Integers, some of them spelled as floats."""

canonical = instants.map(format_instant)


@cache
def texts(surrogates: bool) -> st.SearchStrategy[str]:
    """Texts with what trimming and escaping are about, with lone surrogates if asked for."""
    special = _TRIMMED + _KEPT + _ESCAPED + _BEYOND + (_LONE if surrogates else "")
    excluded = [] if surrogates else ["Cs"]
    characters = (
        st.sampled_from("ab")
        | st.sampled_from(special)
        | st.characters(exclude_categories=excluded)  # type: ignore[arg-type]
    )
    inside = st.lists(characters, max_size=4).map("".join)
    edge = st.sampled_from(["", "", *special])
    return st.builds("{1}{0}{2}".format, inside, edge, edge)


@cache
def trimmed(surrogates: bool) -> st.SearchStrategy[str]:
    """Texts that may stand in a record: trimmed, and not empty."""
    return texts(surrogates).map(lambda text: trim(text) or "p")


@cache
def ids(surrogates: bool) -> st.SearchStrategy[str]:
    """Ids of the usual form, which collide often, and others that look like them."""
    usual = st.integers(1, 4).map("schedule-{}".format)
    like = st.sampled_from(
        ["schedule-0", "schedule-01", "schedule-10", "Schedule-1", "schedule-", "1", "schedule-1a"]
    )
    return usual | like | trimmed(surrogates)


def spoilt(objects: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with one member missing, added or replaced by something odd, at any depth."""
    return st.builds(_spoil, objects, st.integers(0, 7), st.integers(0, 3), oddities)


def _spoil(value: dict[str, Any], place: int, how: int, oddity: Any) -> dict[str, Any]:
    names = list(value)
    if not names:
        return {"extra": oddity}
    name = names[place % len(names)]
    if isinstance(value[name], dict) and how:
        return value | {name: _spoil(value[name], place // len(names), how - 1, oddity)}
    if how == 0:
        return value | {"extra": oddity}
    if how == 1:
        return {key: member for key, member in value.items() if key != name}
    return value | {name: oddity}
