"""Fixed-rate arithmetic: the latest due occurrence and the next target (chapter EVERY)."""

from __future__ import annotations

import msgspec

from session_schedule.errors import CorruptLog
from session_schedule.records import Every
from session_schedule.values import MAX_INSTANT, MIN_INSTANT


class Occurrence(msgspec.Struct, frozen=True):
    """What one decision selects from a record's grid; instants in milliseconds.

    Attributes:
        occurrence_at: The latest point of the grid that is not after the decision.
        next_scheduled_at: The first point strictly after it; None when the grid ends first.
    """

    occurrence_at: int
    next_scheduled_at: int | None


def resolve(record: Every, accepted_at: int) -> Occurrence:
    """Return the occurrence that a decision at ``accepted_at`` selects.

    Implements EVERY-1, EVERY-2, EVERY-3, EVERY-4, EVERY-5 and EVERY-6.

    Raises:
        CorruptLog: The decision precedes the target, or lies outside the years 0001 to 9999.
    """
    if not MIN_INSTANT <= accepted_at <= MAX_INSTANT:
        raise CorruptLog("CHG-6", "a decision must lie within the years 0001 to 9999")
    if accepted_at < record.scheduled_at:
        raise CorruptLog("EVERY-3", "a decision must not precede the record's target")
    interval = record.every_seconds * 1_000
    occurrence = accepted_at - (accepted_at - record.scheduled_at) % interval
    following = occurrence + interval
    return Occurrence(occurrence, following if following <= MAX_INSTANT else None)
