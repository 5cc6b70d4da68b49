"""The ``session`` op: runs one scenario, step by step, on the scripted host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from schedule_conformance.reference_port.faults import Crash, Fault
from schedule_conformance.reference_port.host import Host, LoggedEvent, Observation
from schedule_conformance.reference_port.process import Process
from session_schedule.fold import EVENT_TYPE
from session_schedule.schemas import argument_error
from session_schedule.values import parse_instant

Step = dict[str, Any]


class Malformed(ValueError):
    """A scenario that asks for what cannot happen, such as a call to a closed session."""


def run_scenario(arguments: dict[str, Any]) -> list[list[Observation]]:
    """Run one scenario and return the observations of its opening and of each step.

    Raises:
        Malformed: The scenario asks for what cannot happen.
    """
    scenario = Scenario(arguments)
    return [scenario.open(), *map(scenario.perform, arguments["steps"])]


class Scenario:
    """A scenario under way; `host` is the session that it runs."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        events = [
            LoggedEvent(event["type"], event["data"]) for event in arguments.get("events", [])
        ]
        self.host = Host(events, arguments.get("seedLength", 0), _instant(arguments["now"]))
        self.calls = 0

    def open(self) -> list[Observation]:
        """Open the session, before the first step; what is observed."""
        return self._settled(self.host.open)

    def perform(self, step: Step) -> list[Observation]:
        """Perform the next step; what is observed.

        Raises:
            Malformed: The step asks for what cannot happen.
        """
        return self._settled(partial(self._step, step))

    def _settled(self, action: Callable[[], None]) -> list[Observation]:
        self.host.observations = []
        try:
            action()
            self.host.settle()
        except Crash as crash:
            self.host.crash(crash.lost)
        return self.host.observations

    def _step(self, step: Step) -> None:  # noqa: PLR0912 - one branch a kind of step
        match step:
            case {"call": str()}:
                self._call(step)
            case {"calls": list(calls)}:
                for call in calls:
                    self._call(call)
            case {"clock": text}:
                self.host.set_clock(_instant(text))
            case {"turn": "start"}:
                self._agent(busy=False).busy = True
            case {"turn": "end"}:
                self.host.end_turn(self._agent(busy=True))
            case {"fault": dict(fault)}:
                self.host.faults.arm(msgspec.convert(fault, Fault))
            case {"release": "ok" | "fail" as outcome}:
                self._release(outcome == "ok")
            case {"crash": dict(crash)}:
                self.host.crash(crash.get("lost", 0))
            case {"open": _}:
                self._reopen()
            case {"inspect": True}:
                log = [event.data for event in self.host.events if event.type == EVENT_TYPE]
                self.host.observations.append({"log": log})
            case {"dispose": _}:
                process = self._live()
                process.disposed, process.timer = True, None
            case _:
                raise Malformed(f"unknown step: {step}")

    def _call(self, call: Step) -> None:
        process = self._live()
        self.calls += 1
        if argument_error(call["call"], call["args"]) is None:
            self.host.call(process, call["call"], call["args"], self.calls)
        else:
            self.host.observations.append({"refused": "arguments", "call": self.calls})

    def _agent(self, *, busy: bool) -> Process:
        process = self._live()
        if process.busy != busy:
            raise Malformed("turn: the agent is in that state already")
        return process

    def _release(self, succeeded: bool) -> None:
        process = self.host.process
        if process is None or process.current is None:
            raise Malformed("release: no barrier is held")
        self.host.release(process, process.current, succeeded)

    def _reopen(self) -> None:
        if self.host.process is not None and not self.host.process.disposed:
            raise Malformed("open: the session is open")
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
