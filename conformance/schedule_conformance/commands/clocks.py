"""Instants and zones as they are given on the command line, read as the reminders' own are."""

from __future__ import annotations

import time

from schedule_conformance.base.usage import UsageError, did_you_mean
from session_schedule import InvalidInput, create_record
from session_schedule.values import MIN_INSTANT
from session_schedule.zones import find_zone, zone_names

NOW = "now"


def instant(text: str) -> int:
    """An instant with an offset or Z, in milliseconds since the epoch; `now` is the clock's.

    Raises:
        UsageError: it is none.
    """
    if text == NOW:
        return time.time_ns() // 1_000_000
    try:
        return create_record({"prompt": "-", "at": text}, "-", MIN_INSTANT - 1).scheduled_at
    except InvalidInput as error:
        raise UsageError(f"{text!r} is no instant: {error}") from None


def zone_name(name: str) -> str:
    """A zone that there is, in its own spelling.

    Raises:
        UsageError: there is none of that name.
    """
    try:
        return str(find_zone(name))
    except InvalidInput as error:
        raise UsageError(f"{error}{did_you_mean(name, zone_names().values())}") from None
