"""Mistakes about the text of a date, a time and an offset."""

from __future__ import annotations

import re
from typing import Any

from session_schedule.create import _local_target, _offset_target, _wall
from session_schedule.errors import InvalidInput
from session_schedule.values import parse_instant
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.replacing import Function
from wrong_ports.ways import on_dates, on_signed_offsets

_HOUR = 3_600_000
_A_GUESS = 1_800_000_000_000


def _milliseconds(sign: str, hours: int, minutes: int) -> int:
    return (1 if sign == "+" else -1) * (hours * 60 + minutes) * 60_000


def _on_shapes(guess: Function) -> Replacements:
    """A date or time that has not the one shape is not refused but guessed at."""

    def lenient(read: Function) -> Function:
        def target(at: Any) -> int:
            try:
                return int(read(at))
            except InvalidInput as error:
                if error.rule not in {"IN-13", "ZONE-3"}:
                    raise
                return int(guess(at))

        return target

    def instant(value: object) -> int | None:
        right = parse_instant(value)
        return int(guess(value)) if right is None and isinstance(value, str) else right

    return {
        _offset_target: lenient(_offset_target),
        _local_target: lenient(_local_target),
        parse_instant: instant,
    }


@wrong_port(
    _on_shapes,
    mistake="A lenient date parser accepts what another implementation reads differently or"
    " refuses.",
    users="One text means two instants, depending on who reads it.",
)
def shapes_guessed_at(at: object) -> int:
    # What each of the lenient parsers makes of its texts does not matter here.
    return _A_GUESS


@wrong_port(
    on_dates,
    mistake="Trimming before parsing accepts what others refuse.",
    users="A call that works with this port fails with others.",
)
def dates_trimmed(text: str) -> str:
    return text.strip(" ")


@wrong_port(
    on_dates,
    mistake="Taking a text without an offset for UTC or local time guesses.",
    users="The reminder comes hours off, by as much as the user is away from the guess.",
)
def missing_offset_as_utc(text: str) -> str:
    return re.sub(r"(T[0-9:.]+)$", r"\1Z", text)


@wrong_port(
    instead_of(_wall),
    mistake="Reading the fraction as a number of milliseconds moves the reminder by up to a"
    " second.",
    users="Half past the second becomes five thousandths past it.",
)
def fraction_as_milliseconds(fields: list[Any], rule: str) -> int:
    *whole, fraction = fields
    return _wall([*whole, None if fraction is None else f"{int(fraction):03}"], rule)


@wrong_port(
    on_signed_offsets,
    mistake="An offset pattern without bounds accepts offsets of more than a day.",
    users="A slip of the pen moves the reminder by days.",
)
def offsets_unbounded(sign: str, hours: int, minutes: int) -> int:
    if sign == "-" and hours == minutes == 0:
        raise InvalidInput("invalid_rule", "IN-16", "-00:00 is not a valid offset")
    return _milliseconds(sign, hours, minutes)


@wrong_port(
    on_signed_offsets,
    mistake='Taking -00:00 for +00:00 treats "offset unknown" as UTC.',
    users="A time whose zone is unknown is delivered as if it were known.",
)
def minus_zero_as_utc(sign: str, hours: int, minutes: int) -> int:
    if hours > 23 or minutes > 59:
        raise InvalidInput("invalid_rule", "IN-16", "the offset is out of bounds")
    return _milliseconds(sign, hours, minutes)


@wrong_port(
    on_signed_offsets,
    mistake="Adding the offset instead of subtracting it moves the reminder by twice the offset.",
    users="A reminder for nine in Delhi comes eleven hours late.",
)
def offset_added(sign: str, hours: int, minutes: int) -> int:
    if hours > 23 or minutes > 59 or (sign == "-" and hours == minutes == 0):
        raise InvalidInput("invalid_rule", "IN-16", "the offset is out of bounds")
    return -_milliseconds(sign, hours, minutes)


@wrong_port(
    on_signed_offsets,
    mistake="Limiting offsets to those in use refuses a valid text.",
    users="A call that works with other ports is refused here.",
)
def offsets_in_use_alone(sign: str, hours: int, minutes: int) -> int:
    offset = _milliseconds(sign, hours, minutes)
    if not -12 * _HOUR <= offset <= 14 * _HOUR or (sign == "-" and offset == 0):
        raise InvalidInput("invalid_rule", "IN-16", "no zone has such an offset")
    return offset
