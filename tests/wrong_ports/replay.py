"""Mistakes about replay and the allocation of ids."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from session_schedule.changes import decode_change
from session_schedule.errors import CorruptLog
from session_schedule.fold import (
    EVENT_TYPE,
    Event,
    Schedules,
    _after_dispatch,
    allocate,
    check_seed,
    fold,
)
from session_schedule.records import Every, Record
from session_schedule.values import safe_integer
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import on_states

_apply = Schedules.apply


@wrong_port(
    instead_of(Schedules.create),
    mistake="Remembering only the active ids lets an id name a second reminder.",
    users="What was said about the old reminder now seems to be said about the new one.",
)
def ids_reused_after_their_end(schedules: Schedules, record: Record) -> None:
    if record.id in schedules.active:
        raise CorruptLog("FOLD-3", "the id is active")
    schedules.seen_ids.pop(record.id, None)
    schedules.seen_ids[record.id] = None
    schedules.active[record.id] = record


@wrong_port(
    on_states,
    mistake="Keeping ids in a map or set with an order of its own loses the order of creation.",
    users="Two readers of one log show two lists.",
)
def ids_in_an_order_of_their_own(schedules: Schedules) -> Schedules:
    return Schedules(
        dict(sorted(schedules.active.items())), dict(sorted(schedules.seen_ids.items()))
    )


@wrong_port(
    on_states,
    mistake="Sorting the active records by target loses the order of creation.",
    users="A list is in another order after each delivery.",
)
def active_records_sorted_by_target(schedules: Schedules) -> Schedules:
    by_target = sorted(schedules.active.items(), key=lambda item: item[1].scheduled_at)
    return Schedules(dict(by_target), schedules.seen_ids)


@wrong_port(
    instead_of(Schedules.dispatch),
    mistake="Removing and adding an advanced record moves it to the end of the list.",
    users="A list is in another order after each delivery.",
)
def advanced_records_moved_to_the_end(
    schedules: Schedules, id_: str, accepted_at: int | None
) -> None:
    record = schedules.active.get(id_)
    if record is None:
        raise CorruptLog("FOLD-5", "the record is not active")
    following = _after_dispatch(record, accepted_at)
    del schedules.active[id_]
    if following is not None:
        schedules.active[id_] = following


@wrong_port(
    instead_of(Schedules.apply),
    mistake="Passing over a change that finds no active record hides that events are missing.",
    users="A damaged log is taken for a whole one.",
)
def inactive_records_passed_over(schedules: Schedules, change: Any) -> None:
    try:
        _apply(schedules, change)
    except CorruptLog as error:
        if error.rule not in {"FOLD-4", "FOLD-5"}:
            raise


@wrong_port(
    instead_of(_after_dispatch),
    mistake="Dispatching without regard to the kind ends or advances the wrong reminder.",
    users="A recurring reminder ends with its first delivery.",
)
def kinds_dispatched_alike(record: Record, accepted_at: int | None) -> Every | None:
    if isinstance(record, Every) and accepted_at is not None:
        return _after_dispatch(record, accepted_at)
    return None


@wrong_port(
    instead_of(fold),
    mistake="Skipping the events that do not decode shows a partial list as if it were whole.",
    users="A reminder is missing from the list, or comes back after it was deleted.",
)
def corrupt_changes_skipped(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    schedules = Schedules()
    for event in events[check_seed(seed_length, len(events)) :]:
        try:
            if event.type == EVENT_TYPE:
                schedules.apply(decode_change(event.data))
        except CorruptLog:
            continue
    return schedules


@wrong_port(
    instead_of(fold),
    mistake="Folding the seed adopts the parent's reminders: they are delivered twice.",
    users="Each fork of a session reminds the user once more.",
)
def seed_folded(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    check_seed(seed_length, len(events))
    return fold(events)


@wrong_port(
    instead_of(fold),
    mistake="Decoding the seed makes a fork unreadable through an event that is not its own.",
    users="A fork cannot be used because of its parent's damage.",
)
def seed_decoded(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    fold(events[: check_seed(seed_length, len(events))])
    return fold(events, seed_length)


@wrong_port(
    instead_of(fold),
    mistake="Marking the parent's ids as seen makes a child refuse its own reminders.",
    users="A fork that made a reminder of its own does not open again.",
)
def ids_of_the_seed_seen(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    schedules = fold(events, seed_length)
    parent = fold(events[: check_seed(seed_length, len(events))])
    if any(id_ in parent.seen_ids for id_ in schedules.seen_ids):
        raise CorruptLog("FOLD-3", "the parent used the id")
    return Schedules(schedules.active, parent.seen_ids | schedules.seen_ids)


def _clamped(seed_length: object, count: int) -> object:
    seed = safe_integer(seed_length)
    return seed_length if seed is None else min(seed, count)


@wrong_port(
    instead_of(check_seed),
    mistake="Clamping a seedLength to the log hides that events are missing.",
    users="A damaged log is taken for a whole one.",
)
def seed_clamped_to_the_log(seed_length: object, count: int) -> int:
    return check_seed(_clamped(seed_length, count), count)


@wrong_port(
    instead_of(fold),
    mistake="Counting only Schedule's events for the seed cuts the log at the wrong place.",
    users="A fork adopts some of its parent's reminders, or loses its own.",
)
def seed_of_schedules_events(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    check_seed(seed_length, len(events))
    changes = [event for event in events if event.type == EVENT_TYPE]
    return fold(changes, _clamped(seed_length, len(changes)))


@wrong_port(
    instead_of(allocate),
    mistake="Allocating without looking for collisions writes a create that makes the log corrupt.",
    users="The next reminder makes the session unreadable.",
)
def collisions_overlooked(seen_ids: Collection[str]) -> str:
    return f"schedule-{len(set(seen_ids)) + 1}"


@wrong_port(
    instead_of(allocate),
    mistake="Filling a gap, or following the highest number, makes implementations give different"
    " ids.",
    users="Two ports that continue one log call one reminder by two names.",
)
def highest_number_followed(seen_ids: Collection[str]) -> str:
    numbers = [id_.removeprefix("schedule-") for id_ in seen_ids if id_.startswith("schedule-")]
    return (
        f"schedule-{max((int(number) for number in numbers if number.isdecimal()), default=0) + 1}"
    )


@wrong_port(
    instead_of(allocate),
    mistake="Counting other ids than all distinct ones makes two implementations give different"
    " ids.",
    users="Two ports that continue one log call one reminder by two names.",
)
def own_ids_counted(seen_ids: Collection[str]) -> str:
    own = [id_ for id_ in seen_ids if id_.startswith("schedule-")]
    number = len(own) + 1
    while f"schedule-{number}" in own:
        number += 1
    return f"schedule-{number}"
