"""Mistakes about calls that are cancelled, or made in another agent's name."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from schedule_conformance.ports.scenario import Call
from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process, Task
from schedule_conformance.reference_port.scenario import Scenario
from session_schedule.effects import Effect, Flush
from session_schedule.tools import list_
from wrong_ports.altering import Past, altering
from wrong_ports.registry import instead_of, wrong_port

Alteration: TypeAlias = Generator[Effect, Any, Any]

_cancel, _call = Host.cancel, Scenario._call


def _marked(_host: Host, process: Process, number: int) -> bool:
    """Note that nobody waits for a call any more, and leave it where it is."""
    tasks = [*process.queue, *([process.current] if process.current else [])]
    marked = [task for task in tasks if task.call == number and not task.cancelled]
    for task in marked:
        task.cancelled = True
    return bool(marked)


@wrong_port(
    instead_of(Host._gives_up, together_with={Host.cancel: _marked}),
    mistake="Appending for a call that was cancelled makes a reminder, or loses one, that nobody"
    " knows of.",
    users="A model that was interrupted asks again, and the reminder comes twice.",
)
def cancelled_call_appended(_host: Host, _task: Task, _effect: Effect) -> bool:
    return False


@wrong_port(
    instead_of(Host.cancel),
    mistake="Running a call that was cancelled while it waited makes others wait for what nobody"
    " wants.",
    users="After an interruption the next answer takes twice as long.",
)
def cancelled_call_keeps_its_turn(host: Host, process: Process, number: int) -> bool:
    return _marked(host, process, number)


@wrong_port(
    instead_of(Host.cancel),
    mistake="Taking back what a cancelled call has appended makes memory and log disagree.",
    users="A reminder that nobody sees in a list comes after the next start.",
)
def cancelled_append_taken_back(host: Host, process: Process, number: int) -> bool:
    if host.unconfirmed and process.current is not None and process.current.call == number:
        del host.events[-1]
    return _cancel(host, process, number)


@wrong_port(
    altering(list_),
    mistake="A barrier more than needed makes each list wait twice.",
    users="Listing is as slow as the disk, twice.",
)
def list_with_two_barriers(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return result and (yield Flush()) if isinstance(effect, Flush) else result


@wrong_port(
    instead_of(Scenario._call),
    mistake="Serving whoever calls lets an agent that was given a tool by mistake read and change"
    " another's reminders.",
    users="A helper agent deletes the reminders of the one that called it.",
)
def any_agent_served(scenario: Scenario, asked: Call) -> None:
    _call(scenario, replace(asked, by=UNSET))
