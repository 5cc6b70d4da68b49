"""What a turn must carry, computed from a log without the decisions of the reference."""

from __future__ import annotations

from schedule_conformance.explore.world.deliveries import Reminder
from schedule_conformance.explore.world.logs import Log
from session_schedule.records import Every, Record


def active(log: Log) -> dict[str, Record]:
    """The active records of a log, by id; none where it is corrupt."""
    return {} if log.schedules is None else log.schedules.active


def first_one_shot(log: Log, now: int) -> Reminder | None:
    """The due one-shot that a turn must carry, if one is due (DUE-3)."""
    due = [
        record
        for record in active(log).values()
        if record.scheduled_at <= now and not isinstance(record, Every)
    ]
    due.sort(key=_target)
    return (due[0].id, due[0].scheduled_at) if due else None


def overdue_everies(log: Log, now: int) -> tuple[Reminder, ...]:
    """All overdue `every` records with their latest occurrences, in order (DUE-4, DUE-5)."""
    due = [
        record
        for record in active(log).values()
        if record.scheduled_at <= now and isinstance(record, Every)
    ]
    due.sort(key=_target)
    return tuple((record.id, _latest_occurrence(record, now)) for record in due)


def _latest_occurrence(record: Every, now: int) -> int:
    interval = record.every_seconds * 1_000
    return record.scheduled_at + (now - record.scheduled_at) // interval * interval


def _target(record: Record) -> int:
    return record.scheduled_at
