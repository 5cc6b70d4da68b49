"""Replay: from a session's events to its active records and seen ids (chapter FOLD)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from session_schedule.changes import Change, Create, Delete, decode_change
from session_schedule.errors import CorruptLog
from session_schedule.every import resolve
from session_schedule.records import Every, Record
from session_schedule.values import safe_integer

EVENT_TYPE = "schedule/change"


class Event(Protocol):
    """One event of a session log, of whatever type."""

    @property
    def type(self) -> str:
        """What happened; only ``schedule/change`` counts here."""

    @property
    def data(self) -> object:
        """The JSON value that goes with it."""


class Schedules:
    """The folded state of one session.

    Attributes:
        active: The active records by id, in creation order (FOLD-2, FOLD-8).
        seen_ids: Every id ever created, in creation order (FOLD-10); the values mean nothing.
    """

    __slots__ = ("active", "seen_ids")

    def __init__(
        self, active: dict[str, Record] | None = None, seen_ids: dict[str, None] | None = None
    ) -> None:
        self.active = {} if active is None else active
        self.seen_ids = {} if seen_ids is None else seen_ids

    def __eq__(self, other: object) -> bool:
        """Tell whether two states are equal, the order of records and ids included."""
        if not isinstance(other, Schedules):
            return NotImplemented
        return list(self.active.items()) == list(other.active.items()) and list(
            self.seen_ids
        ) == list(other.seen_ids)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def relevant(self, now: int) -> Iterable[Record]:  # noqa: ARG002 - for states that use it
        """The records that decide what is due at a clock, in creation order: here all active ones.

        A state that leaves out what cannot matter decides the same (DUE-3, DUE-4, DUE-5, DUE-6).

        Args:
            now: The wall clock, in milliseconds since the epoch.
        """
        return self.active.values()

    def copy(self) -> Schedules:
        """Return an independent state that is equal to this one."""
        return Schedules(self.active.copy(), self.seen_ids.copy())

    def apply(self, change: Change) -> None:
        """Take one more change into the state, in constant time.

        Implements FOLD-2, FOLD-3, FOLD-4, FOLD-5, FOLD-6, FOLD-7, FOLD-8, FOLD-9, FOLD-16 and
        FOLD-18.

        Raises:
            CorruptLog: The change is not possible in this state, which then stays as it was.
        """
        if isinstance(change, Create):
            self.create(change.schedule)
        elif isinstance(change, Delete):
            self.delete(change.id)
        else:
            self.dispatch(change.id, change.accepted_at)

    def create(self, record: Record) -> None:
        """Make a record active (FOLD-2, FOLD-3, FOLD-10).

        Raises:
            CorruptLog: Its id was used before.
        """
        if record.id in self.seen_ids:
            raise CorruptLog("FOLD-3", f"the id {record.id!r} was used before")
        self.seen_ids[record.id] = None
        self.active[record.id] = record

    def delete(self, id_: str) -> None:
        """End an active record (FOLD-4, FOLD-9).

        Raises:
            CorruptLog: There is none of that id.
        """
        if id_ not in self.active:
            raise CorruptLog("FOLD-4", f"delete of {id_!r}, which is not active")
        del self.active[id_]

    def dispatch(self, id_: str, accepted_at: int | None) -> None:
        """End an active one-shot, or advance an active ``every`` (FOLD-5, FOLD-6, FOLD-7, FOLD-8).

        Args:
            id_: The record.
            accepted_at: For an ``every``, the decision, in milliseconds since the epoch.

        Raises:
            CorruptLog: There is no such record, or the decision does not fit it.
        """
        record = self.active.get(id_)
        if record is None:
            raise CorruptLog("FOLD-5", f"dispatch of {id_!r}, which is not active")
        following = _after_dispatch(record, accepted_at)
        if following is None:
            del self.active[id_]
        else:
            self.active[id_] = following


def _after_dispatch(record: Record, accepted_at: int | None) -> Every | None:
    if not isinstance(record, Every):
        if accepted_at is not None:
            raise CorruptLog("FOLD-6", "the dispatch of a one-shot must not have acceptedAt")
        return None
    if accepted_at is None:
        raise CorruptLog("FOLD-7", "the dispatch of an every must have acceptedAt")
    following = resolve(record, accepted_at).next_scheduled_at
    if following is None:
        return None
    return Every(record.id, record.prompt, record.every_seconds, following)


def fold(events: Sequence[Event], seed_length: object = 0) -> Schedules:
    """Return the state that a session's events leave.

    Implements FOLD-1, FOLD-2, FOLD-3, FOLD-4, FOLD-5, FOLD-6, FOLD-7, FOLD-8, FOLD-9, FOLD-10,
    FOLD-11, FOLD-12, FOLD-13, FOLD-14, FOLD-15, FOLD-17 and FOLD-19.

    Args:
        events: All events of the session, oldest first; of a fork, with the inherited ones.
        seed_length: How many of the first events a fork inherited, as its header says.

    Raises:
        CorruptLog: An event after the seed breaks a rule (its index is in ``event``), or the
            seed does not lie within the events.
    """
    schedules = Schedules()
    for index in range(check_seed(seed_length, len(events)), len(events)):
        event = events[index]
        if event.type != EVENT_TYPE:
            continue
        try:
            schedules.apply(decode_change(event.data))
        except CorruptLog as error:
            raise CorruptLog(error.rule, error.message, index) from None
    return schedules


def allocate(seen_ids: Collection[str]) -> str:
    """Return the next id: the count plus one, then upward past collisions (FOLD-14)."""
    seen = seen_ids if isinstance(seen_ids, dict) else set(seen_ids)
    number = len(seen) + 1
    while f"schedule-{number}" in seen:
        number += 1
    return f"schedule-{number}"


def check_seed(seed_length: object, count: int) -> int:
    """Return how many events a fork inherited (FOLD-13).

    Args:
        seed_length: What its header says.
        count: How many events it has.

    Raises:
        CorruptLog: It is no integer, or does not lie within the events.
    """
    seed = safe_integer(seed_length)
    if seed is None or not 0 <= seed <= count:
        raise CorruptLog("FOLD-13", f"seedLength must be an integer from 0 to {count}")
    return seed
