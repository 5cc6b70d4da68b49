"""From the arguments of ``schedule_create`` to a record (chapters IN and ZONE)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from session_schedule.errors import InvalidInput
from session_schedule.records import MIN_EVERY_SECONDS, After, At, Every, Record
from session_schedule.values import (
    EPOCH,
    MAX_INSTANT,
    MILLISECOND,
    MIN_INSTANT,
    safe_integer,
    trim,
)
from session_schedule.zones import Gap, Overlap, find_zone, lookup

SELECTORS = ("after_seconds", "at", "every_seconds")

_DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME = r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?"
_OFFSET_DATE_TIME = re.compile(_DATE + "T" + _TIME + r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))")
_LOCAL_DATE = re.compile(_DATE)
_LOCAL_TIME = re.compile(_TIME)


def check_arguments(arguments: Mapping[str, Any]) -> None:
    """Refuse what can be refused without a clock or a log.

    Implements IN-1, IN-2, IN-3, IN-4, IN-5, IN-7, IN-8 and IN-20.

    Raises:
        InvalidInput: ``invalid_selector``, ``invalid_prompt``, ``invalid_rule`` or
            ``frequency_too_high``, the first that applies.
    """
    unknown = arguments.keys() - {"prompt", *SELECTORS}
    if unknown:
        message = f"unknown arguments: {sorted(map(str, unknown))}"
        raise InvalidInput("invalid_selector", "IN-2", message)
    if sum(selector in arguments for selector in SELECTORS) != 1:
        message = f"exactly one of {', '.join(SELECTORS)} must be given"
        raise InvalidInput("invalid_selector", "IN-1", message)
    prompt = arguments.get("prompt")
    if not isinstance(prompt, str):
        raise InvalidInput("invalid_prompt", "IN-20", "the prompt must be a string")
    if not trim(prompt):
        raise InvalidInput("invalid_prompt", "IN-3", "the prompt is empty after trimming")
    if "after_seconds" in arguments:
        _delay(arguments["after_seconds"])
    elif "every_seconds" in arguments:
        _interval(arguments["every_seconds"])


def create_record(arguments: Mapping[str, Any], id_: str, now: int) -> Record:
    """Return the record that a call makes (IN-3, IN-6, IN-9, IN-17, IN-18, IN-19).

    Args:
        arguments: The arguments of the tool, of whatever types.
        id_: The allocated id.
        now: The clock of creation, in milliseconds since the epoch.

    Raises:
        InvalidInput: The first error that applies (IN-4, ZONE-11).
    """
    check_arguments(arguments)
    prompt = trim(arguments["prompt"])
    if "after_seconds" in arguments:
        seconds = _delay(arguments["after_seconds"])
        return After(id_, prompt, seconds, _future(now + seconds * 1_000, now))
    if "every_seconds" in arguments:
        seconds = _interval(arguments["every_seconds"])
        return Every(id_, prompt, seconds, _future(now + seconds * 1_000, now))
    return At(id_, prompt, _future(_target(arguments["at"]), now))


def _delay(value: object) -> int:
    seconds = safe_integer(value)
    if seconds is None or seconds < 1:
        raise InvalidInput("invalid_rule", "IN-5", "after_seconds must be a positive safe integer")
    return seconds


def _interval(value: object) -> int:
    seconds = safe_integer(value)
    if seconds is None:
        raise InvalidInput("invalid_rule", "IN-7", "every_seconds must be a safe integer")
    if seconds < MIN_EVERY_SECONDS:
        message = f"every_seconds must be at least {MIN_EVERY_SECONDS}"
        raise InvalidInput("frequency_too_high", "IN-8", message)
    return seconds


def _future(target: int, now: int) -> int:
    """Return the target if it is in range and in the future (IN-10, IN-11, ZONE-10)."""
    if not MIN_INSTANT <= target <= MAX_INSTANT:
        message = "the target must lie within the years 0001 to 9999"
        raise InvalidInput("time_out_of_range", "IN-10", message)
    if target <= now:
        raise InvalidInput("not_future", "IN-11", "the target must be strictly in the future")
    return target


def _target(at: object) -> int:
    if isinstance(at, str):
        return _offset_target(at)
    if isinstance(at, dict):
        return _local_target(at)
    raise InvalidInput("invalid_rule", "IN-12", "at must be a string or an object")


def _offset_target(text: str) -> int:
    match = _OFFSET_DATE_TIME.fullmatch(text)
    if match is None:
        message = "at must be YYYY-MM-DDTHH:MM:SS[.mmm] and Z, +HH:MM or -HH:MM"
        raise InvalidInput("invalid_rule", "IN-13", message)
    *fields, sign, offset_hours, offset_minutes = match.groups()
    wall = _wall(fields, "IN-15")
    if sign is None:
        return wall
    hours, minutes = int(offset_hours), int(offset_minutes)
    if hours > 23 or minutes > 59 or (sign == "-" and hours == minutes == 0):
        raise InvalidInput("invalid_rule", "IN-16", f"{text[-6:]} is not a valid offset")
    offset = (hours * 60 + minutes) * 60_000
    return wall - offset if sign == "+" else wall + offset


def _local_target(at: dict[str, Any]) -> int:
    if at.keys() != {"date", "time", "time_zone"}:
        message = "a local at must have exactly date, time and time_zone"
        raise InvalidInput("invalid_rule", "ZONE-1", message)
    date, time, zone_name = at["date"], at["time"], at["time_zone"]
    if not isinstance(date, str) or not isinstance(time, str):
        raise InvalidInput("invalid_rule", "ZONE-2", "date and time must be strings")
    if not isinstance(zone_name, str):
        raise InvalidInput("invalid_time_zone", "ZONE-2", "time_zone must be a string")
    date_match, time_match = _LOCAL_DATE.fullmatch(date), _LOCAL_TIME.fullmatch(time)
    if date_match is None or time_match is None:
        message = "date must be YYYY-MM-DD and time HH:MM:SS[.mmm]"
        raise InvalidInput("invalid_rule", "ZONE-3", message)
    wall = _wall([*date_match.groups(), *time_match.groups()], "ZONE-4")
    match lookup(find_zone(zone_name), wall):
        case Gap():
            message = f"{date}T{time} does not occur in {zone_name}"
            raise InvalidInput("invalid_rule", "ZONE-7", message)
        case Overlap(earlier=instant):
            return instant
        case unique:
            return unique.instant


def _wall(fields: list[str | Any], rule: str) -> int:
    """Return the wall time, in milliseconds, of year to second and an optional fraction.

    The fraction is read from the left (IN-14); the calendar is the Gregorian one for all years
    (ZONE-13, ZONE-15).
    """
    *whole, fraction = fields
    year, month, day, hour, minute, second = map(int, whole)
    try:
        local = datetime(year, month, day, hour, minute, second)
    except ValueError:
        raise InvalidInput(
            "invalid_rule", rule, "the fields are not a real date and time"
        ) from None
    return (local - EPOCH) // MILLISECOND + int((fraction or "").ljust(3, "0"))
