"""Mistakes about instants that pass through a double of seconds."""

from __future__ import annotations

from generators import instant_arithmetic as arithmetic
from session_schedule.values import format_instant
from wrong_ports.registry import Replacements, wrong_port
from wrong_ports.ways import on_reading


def _on_writing(compute: arithmetic.Arithmetic) -> Replacements:
    """What is written of an instant is what the arithmetic leaves of it."""
    return {format_instant: lambda instant: format_instant(compute(instant))}


@wrong_port(
    on_reading,
    mistake="Seconds in a double, times a thousand and cut off, lose a millisecond of some"
    " instants.",
    users="From 2038-01-19 to 2039-09-07 a quarter of all reminders is due a millisecond early.",
)
def double_seconds_cut_off(instant: int) -> int:
    return arithmetic.double_seconds_cut_off(instant)


@wrong_port(
    on_reading,
    mistake="Seconds in a double, times a thousand and floored, lose a millisecond of some"
    " instants.",
    users="From 2038-01-19 to 2039-09-07 a quarter of all reminders is due a millisecond early.",
)
def double_seconds_floored(instant: int) -> int:
    return arithmetic.double_seconds_floored(instant)


@wrong_port(
    _on_writing,
    mistake="A double of seconds that is rounded to microseconds is off by a millisecond after 2242"
    " and before 1698.",
    users="An occurrence far ahead precedes its own target, and the next reader calls the log"
    " corrupt.",
)
def microseconds_rounded(instant: int) -> int:
    return arithmetic.microseconds_rounded(instant)


@wrong_port(
    _on_writing,
    mistake="A double of seconds since 2001 loses a millisecond of other instants than one since"
    " 1970.",
    users="Every few reminders come a millisecond early, and their log calls them corrupt.",
)
def double_since_2001_floored(instant: int) -> int:
    return arithmetic.double_since_2001_floored(instant)
