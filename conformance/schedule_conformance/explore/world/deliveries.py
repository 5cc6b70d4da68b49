"""What a follow-up delivers, read from its text as a user would, and what is left to dispatch."""

from __future__ import annotations

import json
import re
from typing import TypeAlias

import msgspec

from schedule_conformance.explore.world.logs import Log
from session_schedule.changes import Dispatch
from session_schedule.values import parse_instant

Reminder: TypeAlias = tuple[str, int]
"""An id and an occurrence, in milliseconds since the epoch."""

_ONE_SHOT = re.compile(
    r"\[SCHEDULE REMINDER\]\n.*\nschedule_id_json: (.*)\noccurrence_at: (.*)\n.*"
)
_BATCH = re.compile(r"\[SCHEDULE REMINDER BATCH\]\n.*\nreminders_json: (.*)")


class Delivery(msgspec.Struct, frozen=True):
    """A follow-up that was admitted.

    Attributes:
        log: The log at that moment.
        is_batch: It was framed as a batch, not as one reminder.
        reminders: What its text shows.
    """

    log: Log
    is_batch: bool
    reminders: tuple[Reminder, ...]

    def dispatched(self, log: Log) -> list[Dispatch]:
        """Return the dispatches that were appended since, up to this log."""
        return [change for change in log.since(self.log) if isinstance(change, Dispatch)]

    def undispatched(self, log: Log) -> set[Reminder]:
        """Return the reminders whose dispatch was not appended since."""
        ids = {dispatch.id for dispatch in self.dispatched(log)}
        return {reminder for reminder in self.reminders if reminder[0] not in ids}


def read_delivery(text: str, log: Log) -> Delivery:
    """Return what the text of a follow-up delivers.

    Raises:
        ValueError: It is not the text of a reminder or batch.
    """
    if match := _ONE_SHOT.fullmatch(text):
        id_, occurrence = match.groups()
        return Delivery(log, False, ((json.loads(id_), _instant(occurrence)),))
    if match := _BATCH.fullmatch(text):
        reminders = json.loads(match[1])
        pairs = tuple((each["schedule_id"], _instant(each["occurrence_at"])) for each in reminders)
        return Delivery(log, True, pairs)
    raise ValueError(f"not the text of a delivery: {text!r}")


def _instant(text: str) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise ValueError(f"not a canonical instant: {text!r}")
    return instant
