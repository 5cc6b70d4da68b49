"""The scripted host: runs the transactions over a log, a clock and an agent in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import msgspec

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
    Transaction,
    Wake,
    WakeAt,
    WakeWhenIdle,
)
from session_schedule.errors import CorruptLog
from session_schedule.fold import EVENT_TYPE, Schedules, fold
from session_schedule.tools import TOOLS, Arguments

Observation: TypeAlias = dict[str, Any]


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of the session's log."""

    type: str
    data: Any


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """One coming effect that will not succeed.

    Attributes:
        at: The sort of effect: ``flush``, ``claim``, ``followup`` or ``append``.
        kind: ``fail``, ``hold``, ``crash-before`` or ``crash-after``.
        nth: Counts down to the effect that is struck.
        lost: How many unconfirmed changes a crash loses.
    """

    at: str
    kind: str
    nth: int = 1
    lost: int = 0


class Crash(Exception):
    """The process dies here; ``lost`` of the unconfirmed changes are gone."""

    def __init__(self, lost: int) -> None:
        super().__init__(f"a crash that loses {lost}")
        self.lost = lost


class _Held(Exception):
    """The barrier does not end before it is released."""


class Task:
    """A transaction under way; ``call`` numbers a tool call and is None for a look of the owner."""

    def __init__(self, transaction: Transaction[Any], call: int | None) -> None:
        self.transaction = transaction
        self.call = call


class Process:
    """What a crash takes away: the owner, its timer, the queue and the agent's state.

    Attributes:
        busy: A turn is in progress.
        admitted: A follow-up was admitted under the claim and opens its turn on release.
        looking: A look of the owner is queued or under way.
        look_again: It was woken since; one more look follows (DUE-20).
        awaits_idle: A claim was refused; the owner looks when the agent is idle (DUE-11).
        stopped: Why the owner does no more, if it does not.
        timer: When the owner's wait ends, in elapsed milliseconds.
        current: The transaction whose turn it is, while a barrier holds it.
    """

    def __init__(self) -> None:
        self.busy = False
        self.admitted = False
        self.looking = False
        self.look_again = False
        self.awaits_idle = False
        self.stopped: Stopped | None = None
        self.disposed = False
        self.timer: int | None = None
        self.queue: deque[Task] = deque()
        self.current: Task | None = None


class Host:
    """One session: its log and clock, which outlive a crash, and the live process, if any."""

    def __init__(self, events: list[LoggedEvent], seed_length: object, now: int) -> None:
        self.events = events
        self.seed_length = seed_length
        self.now = now
        self.elapsed = 0
        self.unconfirmed = 0
        self.faults: list[Fault] = []
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
        if process is None or process.disposed or process.stopped is not None:
            return
        process.timer = None
        if process.looking:
            process.look_again = True
            return
        process.looking = True
        self._start(process, Task(drive(), None))

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
        go_on = partial(task.transaction.send, result)
        try:
            while True:
                effect = go_on()
                try:
                    go_on = partial(task.transaction.send, self._perform(process, effect))
                except CorruptLog as error:
                    go_on = partial(task.transaction.throw, error)
        except StopIteration as end:
            process.current = None
            self._finish(process, task, end.value)
        except _Held:
            pass

    def _finish(self, process: Process, task: Task, value: Any) -> None:
        if task.call is not None:
            self.observations.append({"result": value, "call": task.call})
            return
        process.looking = False
        if value is not None:
            process.stopped = value
            process.timer = None
            self.observations.append({"stopped": value})
        elif process.look_again:
            process.look_again = False
            self.wake()

    def _perform(self, process: Process, effect: Effect) -> object:
        match effect:
            case Flush():
                return self._faulty("flush", self._confirm)
            case Fold():
                return self._fold()
            case Now():
                return self.now
            case Append(change):
                return self._faulty("append", partial(self._append, change))
            case Wake():
                self.wake()
            case WakeAt(instant):
                process.timer = self.elapsed + min(instant - self.now, MAX_WAIT)
            case Claim():
                return not process.busy and self._faulty("claim", lambda: None)
            case Release():
                process.busy, process.admitted = process.admitted, False
            case WakeWhenIdle():
                process.awaits_idle = True
                self._end_idle_wait(process)
            case FollowUp(text):
                return self._faulty("followup", partial(self._admit, process, text))
            case Enter():
                raise TypeError("a transaction enters the queue once")
        return None

    def _faulty(self, at: str, effect: Callable[[], None]) -> bool:
        """Perform an effect, or let an armed fault strike; tell whether it succeeded."""
        fault = self._striking(at)
        if fault is None:
            effect()
            return True
        if fault.kind == "crash-after":
            effect()
        if fault.kind in {"crash-before", "crash-after"}:
            raise Crash(fault.lost)
        if fault.kind == "hold":
            raise _Held
        return False

    def _striking(self, at: str) -> Fault | None:
        for fault in self.faults:
            if fault.at == at:
                fault.nth -= 1
        for fault in self.faults:
            if fault.at == at and fault.nth <= 0:
                self.faults.remove(fault)
                return fault
        return None

    def _confirm(self) -> None:
        self.unconfirmed = 0

    def _fold(self) -> Schedules:
        return fold(self.events, self.seed_length)

    def _append(self, change: Change) -> None:
        value = encode_change(change)
        self.events.append(LoggedEvent(EVENT_TYPE, value))
        self.unconfirmed += 1
        self.observations.append({"append": value})

    def _admit(self, process: Process, text: str) -> None:
        process.admitted = True
        self.observations.append({"followup": text})
