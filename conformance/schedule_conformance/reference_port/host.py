"""The scripted host: runs the transactions over a log, a clock and an agent in memory."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

import msgspec

from schedule_conformance.reference_port.faults import Faults, Held
from schedule_conformance.reference_port.process import Process, Task
from session_schedule.changes import Change, encode_change
from session_schedule.delivery import MAX_WAIT, Stopped, drive
from session_schedule.effects import (
    Append,
    Claim,
    Effect,
    Enter,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Wake,
    WakeAt,
    WakeWhenIdle,
    tell,
)
from session_schedule.errors import CorruptLog
from session_schedule.fold import EVENT_TYPE, Schedules, fold
from session_schedule.look import Look
from session_schedule.tools import TOOLS, Arguments

Observation: TypeAlias = dict[str, Any]


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of the session's log."""

    type: str
    data: Any


class Host:
    """One session: its log and clock, which outlive a crash, and the live process, if any."""

    def __init__(self, events: list[LoggedEvent], seed_length: object, now: int) -> None:
        self.events = events
        self.seed_length = seed_length
        self.now = now
        self.elapsed = 0
        self.unconfirmed = 0
        self.faults = Faults()
        self.process: Process | None = None
        self.observations: list[Observation] = []

    def open(self) -> None:
        """Start a process over the log; its owner looks at once (DUE-1)."""
        self.process = Process()
        self.wake()

    def crash(self, lost: int) -> None:
        """End the process; the newest unconfirmed changes may be lost."""
        for _ in range(min(lost, self.unconfirmed)):
            del self.events[-1]
        self.unconfirmed = 0
        self.process = None

    def set_clock(self, now: int) -> None:
        """Set the wall clock; a wait counts elapsed time, which no step back takes away."""
        self.elapsed += max(0, now - self.now)
        self.now = now
        process = self.process
        if process is not None and process.timer is not None and process.timer <= self.elapsed:
            self.wake()

    def end_turn(self, process: Process) -> None:
        """Make the agent idle, which wakes an owner that has any reminders at all (DUE-20).

        An owner that awaits the idle agent is woken for that as well, as upstream's is: the two
        triggers may lead to two looks.
        """
        process.busy = False
        if any(event.type == EVENT_TYPE for event in self.events):
            self.wake()
        self._end_idle_wait(process)

    def call(self, process: Process, tool: str, arguments: Arguments, number: int) -> None:
        """Start one tool call."""
        self._start(process, Task(TOOLS[tool](arguments), number))

    def release(self, process: Process, task: Task, succeeded: bool) -> None:
        """End the barrier that holds a transaction."""
        if succeeded:
            self.unconfirmed = 0
        self._resume(process, task, succeeded)

    def wake(self) -> None:
        """Make the owner look at the log, once for all that wakes it meanwhile (DUE-20)."""
        process = self.process
        if process is not None and not process.disposed:
            process.timer = None
            self._continue(process, *process.look.woken())

    def settle(self) -> None:
        """Run whatever can run at this clock."""
        while (process := self.process) is not None and process.current is None and process.queue:
            process.current = process.queue.popleft()
            self._resume(process, process.current, None)

    def _end_idle_wait(self, process: Process) -> None:
        if process.awaits_idle and not process.busy:
            process.awaits_idle = False
            self.wake()

    def _start(self, process: Process, task: Task) -> None:
        try:
            effect = next(task.transaction)
        except StopIteration as end:
            self._finish(process, task, end.value)
            return
        if not isinstance(effect, Enter):
            raise TypeError(f"a transaction must enter the queue before {effect}")
        process.queue.append(task)

    def _resume(self, process: Process, task: Task, result: object) -> None:
        """Send a result in and perform the effects that follow, until the end or a held barrier."""
        if process.disposed and task.call is None:
            process.current = None
            return
        try:
            while True:
                result = self._perform(process, tell(task.transaction, result))
        except StopIteration as end:
            process.current = None
            self._finish(process, task, end.value)
        except Held:
            pass

    def _finish(self, process: Process, task: Task, value: Any) -> None:
        if task.call is not None:
            self.observations.append({"result": value, "call": task.call})
            return
        if value is not None:
            process.timer = None
            self.observations.append({"stopped": value})
        self._continue(process, *process.look.ended(value))

    def _continue(self, process: Process, state: Look[Stopped], look_now: bool) -> None:
        process.look = state
        if look_now:
            process.timer = None
            self._start(process, Task(drive(), None))

    def _perform(self, process: Process, effect: Effect) -> object:
        match effect:
            case Flush():
                return self.faults.perform("flush", self._confirm)
            case Fold():
                return self._fold()
            case Now():
                return self.now
            case Append(change):
                return self.faults.perform("append", partial(self._append, change))
            case Wake():
                self.wake()
            case WakeAt(instant):
                process.timer = self.elapsed + min(instant - self.now, MAX_WAIT)
            case Claim():
                return not process.busy and self.faults.perform("claim", lambda: None)
            case Release():
                process.busy, process.admitted = process.admitted, False
            case WakeWhenIdle():
                process.awaits_idle = True
                self._end_idle_wait(process)
            case FollowUp(text):
                return self.faults.perform("followup", partial(self._admit, process, text))
            case Enter():
                raise TypeError("a transaction enters the queue once")
        return None

    def _confirm(self) -> None:
        self.unconfirmed = 0

    def _fold(self) -> Schedules | CorruptLog:
        try:
            return fold(self.events, self.seed_length)
        except CorruptLog as error:
            return error

    def _append(self, change: Change) -> None:
        value = encode_change(change)
        self.events.append(LoggedEvent(EVENT_TYPE, value))
        self.unconfirmed += 1
        self.observations.append({"append": value})

    def _admit(self, process: Process, text: str) -> None:
        process.admitted = True
        self.observations.append({"followup": text})
