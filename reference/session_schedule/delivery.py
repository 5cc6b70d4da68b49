"""The live owner: what is due, and how it is delivered (chapter DUE)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from session_schedule.changes import Dispatch
from session_schedule.effects import (
    Append,
    Claim,
    Enter,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Transaction,
    Wake,
    WakeAt,
    WakeWhenIdle,
)
from session_schedule.errors import CorruptLog, Unreadable
from session_schedule.every import resolve
from session_schedule.fold import Schedules
from session_schedule.framing import frame_batch, frame_one_shot
from session_schedule.records import Every, OneShot, Record
from session_schedule.values import MAX_INSTANT, MIN_INSTANT
from session_schedule.view import is_due

MAX_WAIT = 2**31 - 1

Stopped: TypeAlias = Literal["corrupt", "append"]


class DueOneShot(msgspec.Struct, frozen=True):
    """One one-shot is to be delivered, alone in its turn (DUE-3)."""

    record: OneShot


class DueBatch(msgspec.Struct, frozen=True):
    """All due ``every`` records are to be delivered together (DUE-4, DUE-5).

    Attributes:
        accepted_at: The decision time, in milliseconds since the epoch (DUE-34).
        reminders: Each record with its latest due occurrence, in the order of the batch.
    """

    accepted_at: int
    reminders: list[tuple[Every, int]]


class Wait(msgspec.Struct, frozen=True):
    """Nothing can be delivered now (DUE-6).

    Attributes:
        until: The earliest target, in milliseconds since the epoch; None if there is none.
    """

    until: int | None


Decision: TypeAlias = DueOneShot | DueBatch | Wait


def due(active: Iterable[Record], now: int) -> Decision:
    """Decide what is to be delivered at this clock (DUE-2, DUE-3, DUE-4, DUE-5, DUE-6, DUE-19).

    Args:
        active: The active records in creation order.
        now: The wall clock, in milliseconds since the epoch.
    """
    one_shots: list[OneShot] = []
    everies: list[Every] = []
    future: list[int] = []
    for record in active:
        if not is_due(record, now):
            future.append(record.scheduled_at)
        elif isinstance(record, Every):
            everies.append(record)
        else:
            one_shots.append(record)
    if one_shots:
        return DueOneShot(min(one_shots, key=_target))
    if everies:
        if not MIN_INSTANT <= now <= MAX_INSTANT:
            return Wait(None)
        everies.sort(key=_target)
        return DueBatch(now, [(record, resolve(record, now).occurrence_at) for record in everies])
    return Wait(min(future, default=None))


def drive() -> Transaction[Stopped | None]:
    """Look at the log once and deliver what is due.

    Implements DUE-8, DUE-9, DUE-10, DUE-11, DUE-12, DUE-13, DUE-14, DUE-15, DUE-16, DUE-17, DUE-18,
    DUE-21, DUE-22, DUE-23, DUE-24, DUE-25, DUE-26, DUE-27, DUE-29, DUE-30, DUE-31, DUE-32, DUE-33,
    DUE-34, DUE-35 and DUE-36.

    Returns:
        Why the owner does no more while the session stays open; None if it goes on.
    """
    yield Enter()
    if not (yield Flush()):
        return None
    decision = yield from _decide()
    if not isinstance(decision, DueOneShot | DueBatch):
        return decision
    if not (yield Claim()):
        yield WakeWhenIdle()
        return None
    decision = yield from _decide()
    if not isinstance(decision, DueOneShot | DueBatch):
        yield Release()
        return decision
    admitted: bool = yield FollowUp(_text(decision), _dispatches(decision))
    appended = admitted and (yield from _append_dispatches(decision))
    yield Release()
    if admitted and not appended:
        return "append"
    if appended and (yield Flush()):
        yield Wake()
    return None


def _decide() -> Transaction[DueOneShot | DueBatch | Stopped | None]:
    try:
        schedules: Schedules = yield Fold()
        now: int = yield Now()
    except CorruptLog:
        return "corrupt"
    except Unreadable:
        return None
    decision = due(schedules.relevant(now), now)
    if not isinstance(decision, Wait):
        return decision
    if decision.until is not None:
        yield WakeAt(decision.until)
    return None


def _append_dispatches(decision: DueOneShot | DueBatch) -> Transaction[bool]:
    for dispatch in _dispatches(decision):
        if not (yield Append(dispatch)):
            return False
    return True


def _dispatches(decision: DueOneShot | DueBatch) -> list[Dispatch]:
    if isinstance(decision, DueOneShot):
        return [Dispatch(decision.record.id)]
    return [Dispatch(record.id, decision.accepted_at) for record, _ in decision.reminders]


def _text(decision: DueOneShot | DueBatch) -> str:
    if isinstance(decision, DueOneShot):
        return frame_one_shot(decision.record)
    return frame_batch(decision.reminders)


def _target(record: Record) -> int:
    return record.scheduled_at
