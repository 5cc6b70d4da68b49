"""Mistakes about hosts that fail: log, clock, persistence and the agent itself."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process, Task
from session_schedule.effects import Effect, FollowUp, WakeWhenIdle
from session_schedule.errors import CorruptLog, Unreadable
from session_schedule.fold import Schedules
from session_schedule.tools import create
from wrong_ports.altering import Past, altering
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.replacing import Function

Alteration: TypeAlias = Generator[Effect, Any, Any]

_fold, _flush, _claim, _perform, _wake = (
    Host._fold,
    Host._flush,
    Host._claim,
    Host._perform,
    Host.wake,
)


@wrong_port(
    instead_of(Host._fold),
    mistake="Taking a log that cannot be read for a corrupt one gives up for good what is only out"
    " of reach.",
    users="A network drive that hiccups makes the session unusable.",
)
def unreadable_log_taken_for_corrupt(host: Host) -> Schedules | CorruptLog | Unreadable:
    result = _fold(host)
    return CorruptLog("TOOL-6", "unreadable") if isinstance(result, Unreadable) else result


@wrong_port(
    altering(create),
    mistake="Taking a log that cannot be read for an empty one shows no reminders, and gives their"
    " ids away.",
    users="A network drive that hiccups makes the log corrupt.",
)
def unreadable_log_taken_for_empty(effect: Effect, _past: Past) -> Alteration:
    try:
        return (yield effect)
    except Unreadable:
        return Schedules({}, {})


def _raised(result: object) -> object:
    if isinstance(result, Unreadable):
        raise OSError("/home/secret: no such device")
    return result


@wrong_port(
    instead_of(Host._perform),
    mistake="Passing on the failure of clock or log ends the session, or shows the caller secrets"
    " of the host.",
    users="A path of the host lands in a transcript.",
)
def failures_to_read_passed_on(host: Host, process: Process, effect: Effect) -> object:
    result = _perform(host, process, effect)
    return _raised(result) if process.current and process.current.call is not None else result


@wrong_port(
    instead_of(Host._flush),
    mistake="Taking a host without persistence for one that has made all durable promises reminders"
    " that end with the process.",
    users="All reminders are gone after a restart, though each was confirmed.",
)
def no_persistence_taken_for_durable(host: Host, task: Task | None) -> bool:
    host.persistent = True
    return _flush(host, task)


def _ending_the_owner(strikes: Function) -> Replacements:
    """The owner does no more once `strikes` says that it was struck."""

    def perform(host: Host, process: Process, effect: Effect) -> object:
        if strikes(host, process, effect):
            vars(process)["ended"] = True
            return None
        return _perform(host, process, effect)

    def wake(host: Host) -> None:
        if host.process is not None and not vars(host.process).get("ended"):
            _wake(host)

    return {Host._perform: perform, Host.wake: wake}


def _fails(host: Host, at: str) -> bool:
    nothing: Callable[[], None] = lambda: None  # noqa: E731 - it has to be some effect
    return not host.faults.perform(at, nothing)


@wrong_port(
    lambda function: {**_ending_the_owner(lambda *_: False), Host._claim: function},
    mistake="Letting a claim that throws end the owner loses all reminders to one defect of the"
    " agent.",
    users="No reminder comes any more until the session is opened again.",
)
def claim_that_throws_ends_the_owner(host: Host, process: Process) -> bool:
    if host.faults.throws("claim"):
        vars(process)["ended"] = True
        return False
    return _claim(host, process)


@wrong_port(
    _ending_the_owner,
    mistake="Letting a wait for the idle agent that throws end the owner loses all reminders to one"
    " defect of the agent.",
    users="No reminder comes any more until the session is opened again.",
)
def idle_wait_that_throws_ends_the_owner(host: Host, process: Process, effect: Effect) -> bool:
    return isinstance(effect, WakeWhenIdle) and not process.awaits_idle and _fails(host, "idle")


@wrong_port(
    _ending_the_owner,
    mistake="Letting framing that throws end the owner, or the process, loses all reminders to one"
    " text.",
    users="One odd prompt silences every reminder of the session.",
)
def framing_that_throws_ends_the_owner(host: Host, _process: Process, effect: Effect) -> bool:
    return isinstance(effect, FollowUp) and _fails(host, "frame")
