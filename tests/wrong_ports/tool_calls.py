"""Mistakes about what a tool call writes, answers and waits for."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process, Task
from session_schedule.effects import Append, Effect, Enter, Flush, Fold, Transaction, Wake
from session_schedule.fold import Schedules
from session_schedule.records import is_trimmed
from session_schedule.tools import Answer, Arguments, create, delete, list_
from wrong_ports.altering import Past, altering
from wrong_ports.registry import instead_of, wrong_port

Alteration: TypeAlias = Generator[Effect, Any, Any]

_settle, _perform, _start, _release = Host.settle, Host._perform, Host._start, Host.release


@wrong_port(
    altering(create, delete),
    mistake="Passing on the exception of a refused append shows the caller secrets of the storage,"
    " or ends the session.",
    users="A path or a password of the storage lands in a transcript.",
)
def append_errors_passed_on(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Append) and not result:
        raise OSError("the storage refused")
    return result


class _Everything(dict[str, Any]):
    def __contains__(self, _key: object) -> bool:
        return True


@wrong_port(
    altering(delete),
    mistake="Appending a delete for an id that is not active makes the log corrupt for ever.",
    users="One call too many makes the session unreadable.",
)
def inactive_records_deleted(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return Schedules(_Everything(), result.seen_ids) if isinstance(effect, Fold) else result


@wrong_port(
    altering(create),
    mistake="Allocating from the active records, not from all ids seen, gives an old id to a new"
    " reminder.",
    users="The next create after a delete makes the session unreadable.",
)
def ids_allocated_from_active_records(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Fold):
        return Schedules(result.active, dict.fromkeys(result.active))
    return result


@wrong_port(
    altering(list_),
    mistake="Sorting the list by target, by id or by the last change moves reminders about between"
    " two lists.",
    users="The first reminder of the list is another one each time.",
)
def list_sorted_by_target(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Fold):
        by_target = sorted(result.active.items(), key=lambda item: item[1].scheduled_at)
        return Schedules(dict(by_target), result.seen_ids)
    return result


@wrong_port(
    instead_of(delete),
    mistake="Looking up an untrimmed id as it stands answers not found for what is a malformed"
    " call.",
    users="A model believes that the reminder is gone while it is still there.",
)
def untrimmed_ids_looked_up(arguments: Arguments) -> Transaction[Answer]:
    id_ = arguments["id"]
    if is_trimmed(id_):
        return (yield from delete(arguments))
    yield Enter()
    if not (yield Flush()):
        return {"code": "persistence_uncertain", "message": "", "operation": "delete", "id": id_}
    yield Wake()
    return {"id": id_, "deleted": False, "code": "schedule_not_found"}


def _others_run_at_a_barrier(host: Host, process: Process, effect: Effect) -> object:
    if isinstance(effect, Flush):
        held, process.current = process.current, None
        _settle(host)
        process.current = held
    return _perform(host, process, effect)


@wrong_port(
    instead_of(Host.settle, together_with={Host._perform: _others_run_at_a_barrier}),
    mistake="Running calls interleaved allocates an id twice or shows a list of a moment that never"
    " was.",
    users="Two calls in one step make the session unreadable.",
)
def calls_interleaved(host: Host) -> None:
    while (process := host.process) is not None and process.queue:
        held, process.current = process.current, process.queue.popleft()
        host._resume(process, process.current, None)
        if process.current is None:
            process.current = held


def _lock_handed_over(host: Host, process: Process, task: Task, succeeded: bool) -> None:
    _release(host, process, task, succeeded)
    waits = process.current is None and process.queue
    _HANDED_OVER[process] = process.queue[0] if waits else None


_HANDED_OVER: WeakKeyDictionary[Process, Task | None] = WeakKeyDictionary()
"""Whoever was woken from his wait for the lock, and believes that he has it."""


@wrong_port(
    instead_of(Host._start, together_with={Host.release: _lock_handed_over}),
    mistake="A lock that is free for a moment before the next waiter takes it lets a newcomer"
    " overtake or run beside him.",
    users="Two reminders get one id, or a list shows what was never so.",
)
def waiters_overtaken(host: Host, process: Process, task: Task) -> None:
    _start(host, process, task)
    holder = process.current
    if holder is not None and holder is _HANDED_OVER.get(process):
        process.current = process.queue.pop()
        host._resume(process, process.current, None)
        if process.current is None:
            process.current = holder
