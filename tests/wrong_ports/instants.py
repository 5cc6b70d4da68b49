"""Mistakes about instants and the calendar."""

from __future__ import annotations

import unicodedata
from datetime import datetime

from session_schedule.create import _future
from session_schedule.errors import InvalidInput
from session_schedule.every import Occurrence, resolve
from session_schedule.records import Every, Record
from session_schedule.values import EPOCH, MAX_INSTANT, MILLISECOND, format_instant
from session_schedule.view import is_due
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.replacing import Function
from wrong_ports.ways import on_calendar, on_distances, on_instants, wrapped

_DAY = 86_400_000
_GREGORIAN_CYCLE = 146_097 * _DAY


@wrong_port(
    on_distances,
    mistake="Milliseconds in 32 bits overflow, and the target lands weeks or decades away.",
    users="A reminder for next month comes today, or never.",
)
def milliseconds_in_32_bits(distance: int) -> int:
    return wrapped(distance, 32)


@wrong_port(
    on_distances,
    mistake="Nanoseconds in 64 bits span 292 years, so a longer distance wraps round to a wrong"
    " instant.",
    users="A far target is taken for a past one, or a past one for a far one.",
)
def nanoseconds_in_64_bits(distance: int) -> int:
    return wrapped(distance * 1_000_000, 64) // 1_000_000


@wrong_port(
    instead_of(format_instant),
    mistake="Seconds held in floating point lose a millisecond, and a target comes before the"
    " promised moment.",
    users="An occurrence precedes its own target, and the next reader calls the log corrupt.",
)
def seconds_in_floating_point(instant: int) -> str:
    seconds = instant / 1_000
    return format_instant(instant // 1_000 * 1_000 + int(seconds % 1 * 1_000))


@wrong_port(
    instead_of(format_instant),
    mistake="Truncating negative milliseconds towards zero is off by one second before 1970.",
    users="A date in the 1960s comes out a second late.",
)
def milliseconds_cut_towards_zero(instant: int) -> str:
    return format_instant(instant + 1_000 if instant < 0 and instant % 1_000 else instant)


@wrong_port(
    instead_of(is_due),
    mistake="Comparing in whole seconds takes a reminder for due before its target.",
    users="A reminder comes up to a second early, and a list calls it overdue.",
)
def whole_seconds_compared(record: Record, now: int) -> bool:
    return record.scheduled_at // 1_000 <= -(-now // 1_000)


@wrong_port(
    instead_of(format_instant),
    mistake="Formatting a year below 1000 without leading zeros writes an instant that no reader"
    " accepts.",
    users="`strftime` with `%Y` is enough: one such record makes the whole log corrupt.",
)
def years_unpadded(instant: int) -> str:
    return format_instant(instant).lstrip("0")


def _without_an_end(format_any: Function) -> Replacements:
    def future(target: int, now: int) -> int:
        return target if target > MAX_INSTANT else _future(target, now)

    def occurrence(record: Every, accepted_at: int) -> Occurrence:
        latest = resolve(record, accepted_at).occurrence_at
        return Occurrence(latest, latest + record.every_seconds * 1_000)

    return {_future: future, resolve: occurrence, format_instant: format_any}


@wrong_port(
    _without_an_end,
    mistake="Letting a target run past the year 9999 writes an instant that no reader accepts.",
    users="The log is corrupt from that event on, for this port too.",
)
def year_10000_written(instant: int) -> str:
    if instant <= MAX_INSTANT:
        return format_instant(instant)
    cycles = (instant - MAX_INSTANT) // _GREGORIAN_CYCLE + 1
    text = format_instant(instant - cycles * _GREGORIAN_CYCLE)
    return f"{int(text[:4]) + 400 * cycles}{text[4:]}"


def _never_the_last_millisecond(record: Every, accepted_at: int) -> Occurrence:
    occurrence = resolve(record, accepted_at)
    if occurrence.next_scheduled_at == MAX_INSTANT:
        return Occurrence(occurrence.occurrence_at, None)
    return occurrence


@wrong_port(
    instead_of(_future, together_with={resolve: _never_the_last_millisecond}),
    mistake="Taking the last millisecond of 9999 for out of range refuses a valid target, or ends a"
    " reminder one occurrence early.",
    users="Two ports disagree on which reminders of one log are active.",
)
def last_millisecond_out_of_range(target: int, now: int) -> int:
    if target == MAX_INSTANT:
        raise InvalidInput("time_out_of_range", "IN-10", "the last millisecond is out of range")
    return _future(target, now)


@wrong_port(
    on_instants,
    mistake="A pattern whose $ matches before a final line end accepts the text with it.",
    users="What is stored or compared as text is no longer canonical.",
)
def final_line_end_accepted(text: str) -> str:
    return text.removesuffix("\n")


@wrong_port(
    on_instants,
    mistake="A pattern in which \\d matches any Unicode digit lets in digits that become wrong"
    " numbers.",
    users="Depending on the conversion, such a digit is its value, zero, or an exception.",
)
def unicode_digits_accepted(text: str) -> str:
    return "".join(str(unicodedata.decimal(char, char)) for char in text)


def _day(year: int, month: int, day: int) -> int | None:
    try:
        return (datetime(year, month, day) - EPOCH) // MILLISECOND
    except ValueError:
        return None


@wrong_port(
    on_calendar,
    mistake="Letting a field run over into the next one silently moves the reminder.",
    users="A reminder for 31 June comes on 1 July, and one for 24:00 on the day after.",
)
def fields_run_over(year: int, month: int, day: int, time: int) -> int | None:
    years, month = divmod(month - 1, 12)
    start = _day(year + years, month + 1, 1) if year else None
    return None if start is None else start + (day - 1) * _DAY + time


@wrong_port(
    on_calendar,
    mistake="A library that turns Julian before 1582 accepts another calendar.",
    users="A date of the Middle Ages is days off, and valid logs are refused.",
)
def julian_before_1582(year: int, month: int, day: int, time: int) -> int | None:
    leap_day = (month, day) == (2, 29) and year < 1582 and year % 4 == 0
    start = _day(year, month, day - leap_day)
    if start is None or not (1582, 10, 4) < (year, month, day) < (1582, 10, 15):
        behind = 0 if (year, month, day) > (1582, 10, 4) else _days_behind(year, month)
        return None if start is None or time >= _DAY else start + (leap_day + behind) * _DAY + time
    return None


def _days_behind(year: int, month: int) -> int:
    centuries = (year - (month <= 2)) // 100
    return centuries - centuries // 4 - 2
