"""Mistakes about dates and times that libraries make."""

from __future__ import annotations

import re
import struct
from calendar import monthrange
from collections.abc import Callable
from datetime import datetime, timedelta

from session_schedule.create import _future
from session_schedule.errors import InvalidInput
from session_schedule.every import Occurrence, resolve
from session_schedule.records import Every
from session_schedule.values import (
    EPOCH,
    MAX_INSTANT,
    MILLISECOND,
    MIN_INSTANT,
    format_instant,
)
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.ways import (
    on_calendar,
    on_instants,
    on_reading,
    on_signed_offsets,
    wrapped,
)

_DAY = 86_400_000
_HOURS = 3_600_000
_AS_FAR_AS_READ = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2})?)?|[0-9:.]+"
)


def _start_of(year: int, month: int, day: int) -> int | None:
    try:
        return (datetime(year, month, day) - EPOCH) // MILLISECOND
    except ValueError:
        return None


def _of_day(start: int | None, time: int) -> int | None:
    return None if start is None or time >= _DAY else start + time


def _on_both_ways(compute: Callable[[int], int]) -> Replacements:
    return {**on_reading(compute), format_instant: lambda instant: format_instant(compute(instant))}


@wrong_port(
    _on_both_ways,
    mistake="Seconds in 32 bits end on 2038-01-19.",
    users="A reminder for 2040 is one for 1904, which is over.",
)
def seconds_in_32_bits(instant: int) -> int:
    return wrapped(instant // 1_000, 32) * 1_000 + instant % 1_000


@wrong_port(
    on_reading,
    mistake="Nanoseconds since 1970 in 64 bits end on 2262-04-11 and begin on 1677-09-21.",
    users="A target of 2300 is one of 1715, which is over.",
)
def nanoseconds_since_1970_in_64_bits(instant: int) -> int:
    return wrapped(instant * 1_000_000, 64) // 1_000_000


@wrong_port(
    on_reading,
    mistake="Seconds in a single-precision float are off by a minute or more.",
    users="Every reminder comes up to two minutes early or late.",
)
def single_precision_seconds(instant: int) -> int:
    (seconds,) = struct.unpack("f", struct.pack("f", instant / 1_000))
    return max(MIN_INSTANT, min(MAX_INSTANT, int(seconds) * 1_000 + instant % 1_000))


@wrong_port(
    instead_of(format_instant),
    mistake="A text form that leaves out a fraction of zero is not the durable form.",
    users="Every record for a full second makes the log corrupt for all readers.",
)
def zero_fraction_left_out(instant: int) -> str:
    return format_instant(instant).replace(".000Z", "Z")


@wrong_port(
    instead_of(format_instant),
    mistake="A text form that drops the zeros at the end of a fraction is not the durable form.",
    users="One record in ten makes the log corrupt for all readers.",
)
def trailing_zeros_dropped(instant: int) -> str:
    return (
        re.sub(r"\.?0+Z", "Z", format_instant(instant))
        if instant % 10 == 0
        else (format_instant(instant))
    )


@wrong_port(
    instead_of(format_instant),
    mistake="A text form with +00:00 for Z, or with six or more digits of a fraction, is not the"
    " durable form.",
    users="Every record makes the log corrupt for all readers.",
)
def default_text_form(instant: int) -> str:
    return format_instant(instant).replace("Z", "000+00:00")


def _year_replaced(instant: int, year: Callable[[datetime], int]) -> str:
    text = format_instant(instant)
    return f"{year(EPOCH + instant * MILLISECOND):04}{text[4:]}"


def _year_of_saturday(local: datetime) -> int:
    try:
        return (local + timedelta(days=(5 - local.weekday()) % 7)).year
    except OverflowError:
        return local.year + 1


@wrong_port(
    instead_of(format_instant),
    mistake="YYYY is the year of the week, which in the last days of December is the next one.",
    users="A reminder for New Year's Eve comes a year late.",
)
def year_of_the_week(instant: int) -> str:
    return _year_replaced(instant, _year_of_saturday)


def _year_of_iso_week(local: datetime) -> int:
    return local.isocalendar().year


@wrong_port(
    instead_of(format_instant),
    mistake="The year of an ISO week is not that of the date around New Year.",
    users="A reminder for New Year's Day is one for a year ago.",
)
def year_of_the_iso_week(instant: int) -> str:
    return _year_replaced(instant, _year_of_iso_week)


@wrong_port(
    instead_of(format_instant),
    mistake="hh counts the hours from 1 to 12, so that the afternoon becomes the morning.",
    users="A reminder for the evening comes in the morning, or a day late.",
)
def hours_of_half_a_day(instant: int) -> str:
    text = format_instant(instant)
    return f"{text[:11]}{int(text[11:13]) % 12 or 12:02}{text[13:]}"


@wrong_port(
    on_calendar,
    mistake="A parser that knows 24:00 as the end of a day accepts what others refuse.",
    users="A text that is no time to any other port is the next midnight here.",
)
def midnight_at_24(year: int, month: int, day: int, time: int) -> int | None:
    start = _start_of(year, month, day)
    return start + time if start is not None and time == _DAY else _of_day(start, time)


@wrong_port(
    on_instants,
    mistake="A parser that knows leap seconds takes 23:59:60 for the second before it.",
    users="A text that is no time to any other port is one here.",
)
def leap_seconds_accepted(text: str) -> str:
    return re.sub(r"((?:^|T)23:59:)60", r"\g<1>59", text)


@wrong_port(
    on_calendar,
    mistake="A parser that cuts the day to the length of its month accepts 30 February.",
    users="A reminder for 31 June comes on 30 June, and nobody is told.",
)
def days_cut_to_the_month(year: int, month: int, day: int, time: int) -> int | None:
    if not 1 <= year <= 9999 or not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return _of_day(_start_of(year, month, min(day, monthrange(year, month)[1])), time)


@wrong_port(
    on_calendar,
    mistake="A date constructor that takes the years 0 to 99 for 1900 to 1999 reads another date.",
    users="A date of the first century is one of the twentieth.",
)
def first_century_in_the_twentieth(year: int, month: int, day: int, time: int) -> int | None:
    return _of_day(_start_of(year + 1_900 if 1 <= year < 100 else year, month, day), time)


@wrong_port(
    on_instants,
    mistake="A parser that reads as far as it can ignores what follows the date.",
    users="A zone in words after the date is dropped, and the reminder comes hours off.",
)
def rest_of_the_text_ignored(text: str) -> str:
    match = _AS_FAR_AS_READ.match(text)
    return match.group() if match else text


def _offset(sign: str, hours: int, minutes: int, limit: int) -> int:
    offset = (1 if sign == "+" else -1) * (hours * 60 + minutes) * 60_000
    if hours > 23 or minutes > 59 or abs(offset) > limit or (sign == "-" and offset == 0):
        raise InvalidInput("invalid_rule", "IN-16", "the offset is out of bounds")
    return offset


@wrong_port(
    on_signed_offsets,
    mistake="A library whose offsets end at 18 hours refuses a valid text.",
    users="A call that works with other ports is refused here.",
)
def offsets_end_at_18_hours(sign: str, hours: int, minutes: int) -> int:
    return _offset(sign, hours, minutes, 18 * _HOURS)


@wrong_port(
    on_signed_offsets,
    mistake="A library whose offsets end at 14 hours refuses a valid text.",
    users="A call that works with other ports is refused here.",
)
def offsets_end_at_14_hours(sign: str, hours: int, minutes: int) -> int:
    return _offset(sign, hours, minutes, 14 * _HOURS)


@wrong_port(
    instead_of(_future),
    mistake="Arithmetic that saturates makes a reminder for the end of the calendar of one that"
    " lies beyond it.",
    users="A slip in a delay is accepted, and its reminder never comes.",
)
def targets_saturated(target: int, now: int) -> int:
    return _future(min(target, MAX_INSTANT), now)


def _raising_next(record: Every, accepted_at: int) -> Occurrence:
    occurrence = resolve(record, accepted_at)
    if occurrence.next_scheduled_at is None:
        raise OverflowError("date value out of range")
    return occurrence


@wrong_port(
    instead_of(_future, together_with={resolve: _raising_next}),
    mistake="Arithmetic that raises, or traps, beyond the calendar breaks the call.",
    users="The model sees an exception of the host language in place of a code.",
)
def overflow_raises(target: int, now: int) -> int:
    if not MIN_INSTANT <= target <= MAX_INSTANT:
        raise OverflowError("date value out of range")
    return _future(target, now)
