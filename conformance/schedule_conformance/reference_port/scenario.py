"""The ``session`` op: runs one scenario, step by step, on the scripted host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from schedule_conformance.ports.scenario import (
    Arm,
    Call,
    Calls,
    Cancel,
    Clock,
    Crash,
    Dispose,
    Fork,
    Happening,
    Inspect,
    Malformed,
    Meanwhile,
    Open,
    Reading,
    Release,
    Step,
    Turn,
    outline,
    step,
)
from schedule_conformance.reference_port.faults import Crash as Death
from schedule_conformance.reference_port.faults import Fault
from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process
from schedule_conformance.reference_port.world import LoggedEvent, Observation
from session_schedule.fold import EVENT_TYPE
from session_schedule.schemas import argument_error
from session_schedule.tools import answer_another
from session_schedule.values import parse_instant


def run_scenario(arguments: dict[str, Any]) -> list[list[Observation]]:
    """Run one scenario and return the observations of its opening and of each step.

    Raises:
        Malformed: It is no scenario, or asks for what cannot happen; nothing more of it has run.
    """
    scenario = Scenario(arguments)
    return [scenario.open(), *map(scenario.perform, arguments["steps"])]


class Scenario:
    """A scenario under way.

    Attributes:
        host: The session that it runs.
        child: The session that was forked from it, if one was.
    """

    def __init__(self, arguments: dict[str, Any]) -> None:
        """Read what it begins with; its steps are given to `perform`.

        Raises:
            Malformed: It is no scenario.
        """
        given = outline(arguments)
        events = [LoggedEvent(event.type, event.data) for event in given.events]
        self._host = partial(Host, watched=given.observe, persistent=given.persistence)
        self.host = self._host(events, given.seedLength, _instant(given.now))
        self.child: Host | None = None
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
        for session in self._sessions():
            session.observations = []
        try:
            action()
            for session in self._sessions():
                session.settle()
        except Death as death:
            self._die(death.lost)
        child = [] if self.child is None else self.child.observations
        return self.host.observations + [{**seen, "session": "child"} for seen in child]

    def _step(self, asked: Step) -> None:  # noqa: PLR0912 - one branch a kind of step
        match asked:
            case Call():
                self._call(asked)
            case Calls(calls):
                for call in calls:
                    self._call(call)
            case Cancel(number):
                self._cancel(number)
            case Clock(reading):
                for session in self._sessions():
                    session.set_clock(_reading(reading))
            case Meanwhile(happening):
                self.host.meanwhile = self._happening(happening)
            case Turn(edge, child):
                self._turn(self._session(child), edge)
            case Arm(fault):
                self.host.faults.arm(Fault(fault.at, fault.kind, fault.nth, fault.lost))
            case Release(outcome):
                self._release(outcome == "ok")
            case Crash(loss):
                self._die(loss.lost)
            case Open():
                self._reopen()
            case Inspect(extent, child):
                _inspect(self._session(child), extent)
            case Dispose():
                process = _live(self.host)
                process.disposed, process.timer = True, None
            case Fork():
                self._fork()

    def _sessions(self) -> list[Host]:
        return [self.host] if self.child is None else [self.host, self.child]

    def _session(self, which: Literal["child"] | UnsetType) -> Host:
        if which is UNSET:
            return self.host
        if self.child is None:
            raise Malformed("there is no child session")
        return self.child

    def _die(self, lost: int) -> None:
        self.host.crash(lost)
        if self.child is not None:
            self.child.crash(0)

    def _call(self, asked: Call) -> None:
        session = self._session(asked.session)
        process = _live(session)
        self.calls += 1
        if argument_error(asked.call, asked.args) is not None:
            session.observations.append({"refused": "arguments", "call": self.calls})
        elif asked.by == "other":
            value = answer_another(asked.call, asked.args)
            session.observations.append({"result": value, "call": self.calls})
        else:
            session.call(process, asked.call, asked.args, self.calls)

    def _cancel(self, number: int) -> None:
        for session in self._sessions():
            if session.process is not None and session.cancel(session.process, number):
                return
        raise Malformed(f"call {number} is not under way")

    def _happening(self, happening: Happening) -> Callable[[], None]:
        clock = happening.clock
        now = UNSET if clock is UNSET else _reading(clock)

        def happen() -> None:
            for change in happening.append:
                self.host.write(change)
            if now is not UNSET:
                for session in self._sessions():
                    session.turn_clock(now)

        return happen

    def _turn(self, session: Host, edge: Literal["start", "end", "fail"]) -> None:
        process = _live(session)
        if process.busy == (edge == "start"):
            raise Malformed(f"the agent is {'busy' if process.busy else 'idle'}")
        if edge == "start":
            process.busy = True
        elif edge == "end":
            session.end_turn(process)
        else:
            session.fail_turn(process)

    def _release(self, succeeded: bool) -> None:
        process = self.host.process
        if process is None or process.current is None:
            raise Malformed("no barrier is held")
        self.host.release(process, process.current, succeeded)

    def _reopen(self) -> None:
        if self.host.process is not None and not self.host.process.disposed:
            raise Malformed("the session is open")
        self.host.open()

    def _fork(self) -> None:
        _live(self.host)
        if self.child is not None:
            raise Malformed("a child was forked before")
        events = list(self.host.events)
        self.child = self._host(events, len(events), self.host.now)
        self.child.clock_fails = self.host.clock_fails
        self.child.open()


def _live(session: Host) -> Process:
    if session.process is None or session.process.disposed:
        raise Malformed("the session is closed")
    return session.process


def _inspect(session: Host, extent: Literal["all"] | bool) -> None:
    log = [
        {"type": event.type, "data": event.data} if extent == "all" else event.data
        for event in session.events
        if extent == "all" or event.type == EVENT_TYPE
    ]
    session.observations.append({"log": log})


def _reading(reading: Reading) -> int | None:
    return _instant(reading) if isinstance(reading, str) else reading


def _instant(text: object) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise Malformed(f"not a canonical instant: {text!r}")
    return instant
