"""Mistakes about what is due, and about the timer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process
from session_schedule.delivery import MAX_WAIT, Decision, DueBatch, DueOneShot, Wait, due
from session_schedule.effects import Effect, Now, WakeAt
from session_schedule.records import Every, Record
from session_schedule.view import is_due
from wrong_ports.registry import Replacements, instead_of, wrong_port

_perform, _set_clock = Host._perform, Host.set_clock


@wrong_port(
    instead_of(is_due),
    mistake="Comparing with < in place of <= leaves a reminder lying at its very target, and the"
    " timer spins.",
    users="A timer that is exact finds nothing to do, again and again.",
)
def due_after_the_target_alone(record: Record, now: int) -> bool:
    return record.scheduled_at < now


@wrong_port(
    instead_of(due),
    mistake="Taking whatever target is earliest lets a batch go before a one-shot that is due.",
    users="The appointment waits for the glass of water.",
)
def every_before_one_shots(active: Iterable[Record], now: int) -> Decision:
    records = list(active)
    batch = due([record for record in records if isinstance(record, Every)], now)
    return batch if isinstance(batch, DueBatch) else due(records, now)


@wrong_port(
    instead_of(due),
    mistake="Delivering one-shots in creation order, or in order of ids, brings the later reminder"
    " first.",
    users="After a weekend the reminders of Sunday come before those of Saturday.",
)
def one_shots_in_creation_order(active: Iterable[Record], now: int) -> Decision:
    records = list(active)
    for record in records:
        if is_due(record, now) and not isinstance(record, Every):
            return DueOneShot(record)
    return due(records, now)


@wrong_port(
    instead_of(due),
    mistake="Putting the record created last first among equal targets gives another order.",
    users="Two reminders for one moment come in the wrong order.",
)
def ties_broken_the_other_way(active: Iterable[Record], now: int) -> Decision:
    return due(reversed(list(active)), now)


@wrong_port(
    instead_of(due),
    mistake="Ordering the batch by occurrence gives another text and another log.",
    users="Two ports write two logs of one delivery.",
)
def batch_in_order_of_occurrences(active: Iterable[Record], now: int) -> Decision:
    decision = due(active, now)
    if isinstance(decision, DueBatch):
        decision.reminders.sort(key=lambda reminder: reminder[1])
    return decision


@wrong_port(
    instead_of(due),
    mistake="Leaving the batch in creation order, or sorting it by id, gives another text and"
    " another log.",
    users="Two ports write two logs of one delivery.",
)
def batch_in_creation_order(active: Iterable[Record], now: int) -> Decision:
    records = list(active)
    decision = due(records, now)
    if isinstance(decision, DueBatch):
        places = [record.id for record in records]
        decision.reminders.sort(key=lambda reminder: places.index(reminder[0].id))
    return decision


@wrong_port(
    instead_of(due),
    mistake="Delivering each fixed-rate reminder in a turn of its own lets a backlog take many"
    " turns.",
    users="After a pause the agent is busy with reminders for as long as they are many.",
)
def batch_of_one(active: Iterable[Record], now: int) -> Decision:
    decision = due(active, now)
    return DueBatch(now, decision.reminders[:1]) if isinstance(decision, DueBatch) else decision


@wrong_port(
    instead_of(due),
    mistake="Keeping a timer for one record or one kind only lets another reminder pass unnoticed.",
    users="A reminder waits for the one that was set before it.",
)
def timer_of_the_first_record(active: Iterable[Record], now: int) -> Decision:
    records = list(active)
    decision = due(records, now)
    return Wait(records[0].scheduled_at) if isinstance(decision, Wait) and records else decision


Timer: TypeAlias = Callable[[Host, Process, WakeAt], None]


def _without_reading_the_clock(set_timer: Timer) -> Replacements:
    """The end of a timer is taken for its target."""

    def perform(host: Host, process: Process, effect: Effect) -> object:
        if isinstance(effect, WakeAt):
            vars(process)["target"] = effect.instant
            set_timer(host, process, effect)
            return None
        by_owner = process.current is not None and process.current.call is None
        if isinstance(effect, Now) and by_owner:
            return max(host.now, vars(process).get("reached", host.now))
        return _perform(host, process, effect)

    def set_clock(host: Host, now: int | None) -> None:
        process = host.process
        elapsed = host.elapsed + max(0, (host.now if now is None else now) - host.now)
        if process is not None and process.timer is not None and process.timer <= elapsed:
            vars(process)["reached"] = vars(process)["target"]
        _set_clock(host, now)

    return {Host._perform: perform, Host.set_clock: set_clock}


@wrong_port(
    _without_reading_the_clock,
    mistake="Taking the end of a timer for the target, without reading the clock again, delivers"
    " early or twice.",
    users="A clock that is set back, or a laptop that slept, brings reminders early.",
)
def timer_trusted(host: Host, process: Process, effect: WakeAt) -> None:
    # As those of common platforms do, it ends some milliseconds early.
    process.timer = host.elapsed + effect.instant - host.now - 100


@wrong_port(
    _without_reading_the_clock,
    mistake="A wait longer than a timer can hold fires at once, or wraps around and fires early.",
    users="A reminder for next month comes in the next turn.",
)
def timer_overflows(host: Host, process: Process, effect: WakeAt) -> None:
    wait = effect.instant - host.now
    process.timer = host.elapsed + (wait if wait < MAX_WAIT else 1)
