"""Mistakes about deliveries: their order, their effects and their conditions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process, Task
from session_schedule.changes import Dispatch
from session_schedule.delivery import DueOneShot, _append_dispatches, _text, drive, due
from session_schedule.effects import (
    Append,
    Claim,
    Effect,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    WakeWhenIdle,
)
from wrong_ports.altering import Past, altered, altering, earlier
from wrong_ports.registry import instead_of, wrong_port

Alteration: TypeAlias = Generator[Effect, Any, Any]

_perform = Host._perform


def _follow_ups(past: Past) -> list[FollowUp]:
    return [effect for effect, _ in past if isinstance(effect, FollowUp)]


@wrong_port(
    altering(drive),
    mistake="Appending the dispatch before the follow-up is admitted loses the reminder when"
    " admission fails.",
    users="A reminder is gone and nobody saw it.",
)
def dispatch_before_the_follow_up(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, FollowUp):
        return True
    if isinstance(effect, Release):
        yield from _follow_ups(past)
    return (yield effect)


@wrong_port(
    altering(drive),
    mistake="Appending the dispatch although the follow-up failed loses the reminder.",
    users="A reminder is gone and nobody saw it.",
)
def failed_follow_up_dispatched(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return True if isinstance(effect, FollowUp) else result


@wrong_port(
    altering(drive),
    mistake="Keeping the dispatch in memory only delivers the reminder again after every"
    " reopening.",
    users="Each start of the program reminds of what was delivered long ago.",
)
def dispatch_not_appended(effect: Effect, _past: Past) -> Alteration:
    return True if isinstance(effect, Append) else (yield effect)


@wrong_port(
    altering(drive),
    mistake="Going on after a dispatch could not be appended delivers the same reminder in a loop.",
    users="A full disk floods the conversation.",
)
def failed_dispatch_overlooked(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return True if isinstance(effect, Append) else result


@wrong_port(
    altering(drive),
    mistake="Queuing all due one-shots at once puts several reminders into one turn.",
    users="After a weekend all reminders come in one heap, and some are overlooked.",
)
def one_shots_share_a_turn(effect: Effect, past: Past) -> Alteration:
    while isinstance(effect, Release) and isinstance(past[-1][0], Append):
        schedules = yield Fold()
        decision = due(schedules.active.values(), (yield Now()))
        if not isinstance(decision, DueOneShot):
            break
        yield FollowUp(_text(decision))
        yield from _append_dispatches(decision)
    return (yield effect)


@wrong_port(
    altering(drive),
    mistake="Reading the clock for each record of a batch gives one batch several decision times.",
    users="Replay cannot tell which dispatches belong together.",
)
def decision_times_differ(effect: Effect, past: Past) -> Alteration:
    match effect:
        case Append(Dispatch(id_, int(accepted_at))):
            return (yield Append(Dispatch(id_, accepted_at + earlier(past, Append))))
    return (yield effect)


@wrong_port(
    altering(drive),
    mistake="Delivering without a barrier shows a reminder whose record may not survive.",
    users="A reminder is delivered, and a crash makes that it was never set.",
)
def no_barrier_before_delivery(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, Flush) and not earlier(past, Flush):
        return True
    return (yield effect)


@wrong_port(
    altering(drive),
    mistake="A retry timer of its own hammers on storage that is broken.",
    users="Storage that is down for a moment is kept down.",
)
def failed_barrier_retried(effect: Effect, past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Flush) and not result and not earlier(past, Flush):
        return (yield effect)
    return result


@wrong_port(
    altering(drive),
    mistake="Delivering again in the same process because a barrier failed shows one reminder twice"
    " for no reason.",
    users="Slow storage makes each reminder come twice.",
)
def delivered_again_after_a_failed_barrier(effect: Effect, past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Flush) and not result:
        yield from _follow_ups(past)
    return result


@wrong_port(
    altering(drive),
    mistake="Queuing the reminder while the agent is busy interrupts, or joins, a turn that has"
    " nothing to do with it.",
    users="A reminder lands in the middle of an answer.",
)
def busy_agent_interrupted(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return True if isinstance(effect, Claim) else result


def _not_awaited(effect: Effect, _past: Past) -> Alteration:
    return None if isinstance(effect, WakeWhenIdle) else (yield effect)


@wrong_port(
    instead_of(Host.end_turn, together_with={drive: altered(drive, _not_awaited)}),
    mistake="Waiting for the next change to idle, without looking whether the agent is idle"
    " already, waits for ever.",
    users="What fell due during a turn comes only when something else wakes the owner.",
)
def idle_agent_not_noticed(_host: Host, process: Process) -> None:
    process.busy = False


@wrong_port(
    instead_of(Host._perform),
    mistake="Delivering what the first look found, without looking again inside the claim, uses a"
    " stale clock or a deleted record.",
    users="A reminder that was deleted while the agent was busy comes nevertheless.",
)
def first_look_decides(host: Host, process: Process, effect: Effect) -> object:
    if process.current is None or process.current.call is not None:
        return _perform(host, process, effect)
    kept: dict[type[Effect], object] = vars(process).setdefault("kept", {})
    if isinstance(effect, Fold | Now) and vars(process).get("refused"):
        return kept[type(effect)]
    result = kept[type(effect)] = _perform(host, process, effect)
    if isinstance(effect, Claim) and not result:
        vars(process)["refused"] = True
    if isinstance(effect, Release):
        vars(process)["refused"] = False
    return result


@wrong_port(
    instead_of(Host._perform),
    mistake="Keeping the claim when admission fails blocks the agent for ever.",
    users="The agent does not answer any more.",
)
def claim_kept_when_admission_fails(host: Host, process: Process, effect: Effect) -> object:
    result = _perform(host, process, effect)
    if isinstance(effect, FollowUp):
        vars(process)["failed"] = not result
    if isinstance(effect, Release) and vars(process).get("failed"):
        process.busy = True
    return result


_finish = Host._finish


@wrong_port(
    instead_of(Host._finish),
    mistake="An owner that keeps its place in the queue for the next look delivers before callers"
    " who have waited longer.",
    users="A list shows less than was active when it was asked for.",
)
def next_look_first_in_the_queue(host: Host, process: Process, task: Task, value: Any) -> None:
    _finish(host, process, task, value)
    if task.call is None and process.queue and process.queue[-1].call is None:
        process.queue.appendleft(process.queue.pop())
