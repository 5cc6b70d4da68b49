"""Mistakes about collections and sorting that libraries make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from session_schedule.delivery import Decision, DueBatch, due
from session_schedule.errors import CorruptLog
from session_schedule.fold import Event, Schedules, fold
from session_schedule.records import Record
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import on_states

_INHERITED = {"constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"}
_SORTED_BY_INSERTION = 32


def _numbers_first(held: dict[str, Any]) -> dict[str, Any]:
    numbers = sorted((id_ for id_ in held if _is_index(id_)), key=int)
    return {id_: held[id_] for id_ in [*numbers, *(id_ for id_ in held if not _is_index(id_))]}


def _is_index(id_: str) -> bool:
    return id_.isascii() and id_.isdigit() and str(int(id_)) == id_ and int(id_) < 2**32 - 1


@wrong_port(
    on_states,
    mistake="An object used as a map has the keys that look like numbers first.",
    users="Reminders whose ids are numbers come first in every list.",
)
def numeric_ids_first(schedules: Schedules) -> Schedules:
    return Schedules(_numbers_first(schedules.active), _numbers_first(schedules.seen_ids))


@wrong_port(
    instead_of(fold),
    mistake="A dictionary that fills the places of what was removed loses the order of creation.",
    users="After a delete the next reminder shows up in the middle of the list.",
)
def places_of_removed_filled(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    schedules = fold(events, seed_length)
    slots: list[str | None] = []
    free: list[int] = []
    start = seed_length if isinstance(seed_length, int) else 0
    for end in range(start + 1, len(events) + 1):
        active = fold(events[:end], seed_length).active
        for place, id_ in enumerate(slots):
            if id_ is not None and id_ not in active:
                slots[place] = None
                free.append(place)
        for id_ in active.keys() - set(slots):
            if free:
                slots[free.pop()] = id_
            else:
                slots.append(id_)
    order = [id_ for id_ in slots if id_ is not None]
    return Schedules({id_: schedules.active[id_] for id_ in order}, schedules.seen_ids)


_create = Schedules.create


@wrong_port(
    instead_of(Schedules.create),
    mistake="An object used as a map already holds what every object inherits, such as"
    " `constructor`.",
    users="A log with a reminder of such an id does not open here.",
)
def inherited_members_taken_for_ids(schedules: Schedules, record: Record) -> None:
    if record.id in _INHERITED:
        raise CorruptLog("FOLD-3", "the id was used before")
    _create(schedules, record)


@wrong_port(
    instead_of(due),
    mistake="A sort that is not stable mixes up equal targets as soon as there are many.",
    users="The reminders of a full batch come in another order each time.",
)
def equal_targets_mixed_up(active: Iterable[Record], now: int) -> Decision:
    decision = due(active, now)
    if not isinstance(decision, DueBatch) or len(decision.reminders) <= _SORTED_BY_INSERTION:
        return decision
    by_target = groupby(decision.reminders, key=lambda reminder: reminder[0].scheduled_at)
    mixed = [reminder for _, alike in by_target for reminder in reversed(list(alike))]
    return DueBatch(decision.accepted_at, mixed)
