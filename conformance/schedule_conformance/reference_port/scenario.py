"""The ``session`` op: runs one scenario, step by step, on the scripted host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from schedule_conformance.ports.scenario import (
    Arm,
    Call,
    Calls,
    Clock,
    Crash,
    Dispose,
    Inspect,
    Malformed,
    Open,
    Release,
    Step,
    Turn,
    outline,
    step,
)
from schedule_conformance.reference_port.faults import Crash as Death
from schedule_conformance.reference_port.faults import Fault
from schedule_conformance.reference_port.host import Host, LoggedEvent, Observation
from schedule_conformance.reference_port.process import Process
from session_schedule.fold import EVENT_TYPE
from session_schedule.schemas import argument_error
from session_schedule.values import parse_instant


def run_scenario(arguments: dict[str, Any]) -> list[list[Observation]]:
    """Run one scenario and return the observations of its opening and of each step.

    Raises:
        Malformed: It is no scenario, or asks for what cannot happen; nothing more of it has run.
    """
    scenario = Scenario(arguments)
    return [scenario.open(), *map(scenario.perform, arguments["steps"])]


class Scenario:
    """A scenario under way; `host` is the session that it runs."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        """Read what it begins with; its steps are given to `perform`.

        Raises:
            Malformed: It is no scenario.
        """
        given = outline(arguments)
        events = [LoggedEvent(event.type, event.data) for event in given.events]
        self.host = Host(events, given.seedLength, _instant(given.now))
        self.calls = 0
        self._performed = 0

    def open(self) -> list[Observation]:
        """Open the session, before the first step; what is observed."""
        return self._settled(self.host.open)

    def perform(self, content: dict[str, Any]) -> list[Observation]:
        """Perform the next step; what is observed.

        Raises:
            Malformed: The step is none, or asks for what cannot happen.
        """
        self._performed += 1
        try:
            return self._settled(partial(self._step, step(content)))
        except Malformed as error:
            raise Malformed(f"step {self._performed}: {error}") from None

    def _settled(self, action: Callable[[], None]) -> list[Observation]:
        self.host.observations = []
        try:
            action()
            self.host.settle()
        except Death as death:
            self.host.crash(death.lost)
        return self.host.observations

    def _step(self, asked: Step) -> None:
        match asked:
            case Call():
                self._call(asked)
            case Calls(calls):
                for call in calls:
                    self._call(call)
            case Clock(text):
                self.host.set_clock(_instant(text))
            case Turn("start"):
                self._agent(busy=False).busy = True
            case Turn("end"):
                self.host.end_turn(self._agent(busy=True))
            case Arm(fault):
                self.host.faults.arm(Fault(fault.at, fault.kind, fault.nth, fault.lost))
            case Release(outcome):
                self._release(outcome == "ok")
            case Crash(loss):
                self.host.crash(loss.lost)
            case Open():
                self._reopen()
            case Inspect():
                log = [event.data for event in self.host.events if event.type == EVENT_TYPE]
                self.host.observations.append({"log": log})
            case Dispose():
                process = self._live()
                process.disposed, process.timer = True, None

    def _call(self, asked: Call) -> None:
        process = self._live()
        self.calls += 1
        if argument_error(asked.call, asked.args) is None:
            self.host.call(process, asked.call, asked.args, self.calls)
        else:
            self.host.observations.append({"refused": "arguments", "call": self.calls})

    def _agent(self, *, busy: bool) -> Process:
        process = self._live()
        if process.busy != busy:
            raise Malformed(f"the agent is {'idle' if busy else 'busy'}")
        return process

    def _release(self, succeeded: bool) -> None:
        process = self.host.process
        if process is None or process.current is None:
            raise Malformed("no barrier is held")
        self.host.release(process, process.current, succeeded)

    def _reopen(self) -> None:
        if self.host.process is not None and not self.host.process.disposed:
            raise Malformed("the session is open")
        self.host.open()

    def _live(self) -> Process:
        if self.host.process is None or self.host.process.disposed:
            raise Malformed("the session is closed")
        return self.host.process


def _instant(text: object) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise Malformed(f"not a canonical instant: {text!r}")
    return instant
