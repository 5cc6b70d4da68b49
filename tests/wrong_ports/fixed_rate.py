"""Mistakes about the grid of a fixed-rate reminder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from session_schedule.create import create_record
from session_schedule.every import Occurrence, resolve
from session_schedule.records import Every, Record
from session_schedule.values import MAX_INSTANT
from wrong_ports.registry import instead_of, wrong_port

_PATIENCE = 100_000


def _occurrence(latest: int, following: int) -> Occurrence:
    return Occurrence(latest, following if following <= MAX_INSTANT else None)


@wrong_port(
    instead_of(resolve),
    mistake="Stepping through every missed interval hangs the session for minutes.",
    users="A session that was closed for a long time does not open in any bearable time.",
)
def backlog_enumerated(record: Every, accepted_at: int) -> Occurrence:
    right = resolve(record, accepted_at)
    interval = record.every_seconds * 1_000
    latest = record.scheduled_at
    for _ in range(_PATIENCE):
        if latest + interval > accepted_at:
            return right
        latest += interval
    # It would get there; whoever runs a test need not wait for it.
    raise TimeoutError("the backlog is too long")


@wrong_port(
    instead_of(resolve),
    mistake="Delivering the oldest missed occurrence tells the user of a moment long past.",
    users="After a holiday the reminder speaks of its first day.",
)
def oldest_occurrence_delivered(record: Every, accepted_at: int) -> Occurrence:
    return Occurrence(record.scheduled_at, resolve(record, accepted_at).next_scheduled_at)


def _following(record: Every, latest: int) -> Occurrence:
    return _occurrence(latest, latest + record.every_seconds * 1_000)


@wrong_port(
    instead_of(resolve),
    mistake="Advancing by one interval for each dispatch leaves the target in the past.",
    users="The user gets every missed reminder after all, one turn after the other.",
)
def backlog_replayed(record: Every, accepted_at: int) -> Occurrence:
    resolve(record, accepted_at)
    return _following(record, record.scheduled_at)


@wrong_port(
    instead_of(resolve),
    mistake="Advancing to the decision time itself dispatches the same occurrence twice.",
    users="A reminder that is exactly on time comes twice.",
)
def next_target_at_the_decision(record: Every, accepted_at: int) -> Occurrence:
    right = resolve(record, accepted_at)
    on_the_grid = right.occurrence_at == accepted_at
    return _occurrence(accepted_at, accepted_at) if on_the_grid else right


@wrong_port(
    instead_of(resolve),
    mistake="Taking only targets before the decision loses the occurrence that falls exactly on"
    " it.",
    users="A reminder that is exactly on time is skipped, or breaks the log.",
)
def occurrence_at_the_decision_lost(record: Every, accepted_at: int) -> Occurrence:
    return resolve(record, accepted_at - 1)


@wrong_port(
    instead_of(resolve),
    mistake="Counting the next target from the decision lets the reminder drift away from its"
    " anchor.",
    users="A reminder of every hour on the hour comes a little later each time.",
)
def next_target_drifts(record: Every, accepted_at: int) -> Occurrence:
    latest = resolve(record, accepted_at).occurrence_at
    return _occurrence(latest, accepted_at + record.every_seconds * 1_000)


@wrong_port(
    instead_of(resolve),
    mistake="Rounding the number of intervals instead of flooring it selects an occurrence in the"
    " future.",
    users="The reminder speaks of a moment that has not come, and the moment itself is skipped.",
)
def intervals_rounded(record: Every, accepted_at: int) -> Occurrence:
    resolve(record, accepted_at)
    interval = record.every_seconds * 1_000
    count = (2 * (accepted_at - record.scheduled_at) + interval) // (2 * interval)
    return _following(record, min(record.scheduled_at + count * interval, MAX_INSTANT))


@wrong_port(
    instead_of(resolve),
    mistake="Dividing the negative distance moves the target backwards and hides a corrupt log.",
    users="A reminder that was delivered is due again.",
)
def target_moves_backwards(record: Every, accepted_at: int) -> Occurrence:
    distance = accepted_at - record.scheduled_at
    return _following(record, accepted_at - distance % (record.every_seconds * 1_000))


def _created_on_the_epochs_grid(arguments: Mapping[str, Any], id_: str, now: int) -> Record:
    record = create_record(arguments, id_, now)
    if not isinstance(record, Every):
        return record
    target = record.scheduled_at - record.scheduled_at % (record.every_seconds * 1_000)
    return msgspec.structs.replace(record, scheduled_at=target)


@wrong_port(
    instead_of(resolve, together_with={create_record: _created_on_the_epochs_grid}),
    mistake="Aligning the grid to the epoch or to midnight moves the reminder off its anchor.",
    users="A reminder of every four days comes after two.",
)
def grid_aligned_to_the_epoch(record: Every, accepted_at: int) -> Occurrence:
    resolve(record, accepted_at)
    return _following(record, accepted_at - accepted_at % (record.every_seconds * 1_000))
