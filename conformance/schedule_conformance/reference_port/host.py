"""The scripted host: runs the transactions over a log, a clock and an agent in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from schedule_conformance.reference_port.faults import Held
from schedule_conformance.reference_port.process import Process, Task
from schedule_conformance.reference_port.world import LoggedEvent, World
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
from session_schedule.errors import Unreadable
from session_schedule.fold import EVENT_TYPE
from session_schedule.look import Look
from session_schedule.tools import TOOLS, Arguments

_LONGEST_WAIT = 2_147_483_647


class Host(World):
    """One session: what outlives a crash of it, and the live process, if any.

    Attributes:
        watched: What is observed on request: ``barriers``, ``waits``.
        persistent: Whether there is anything that makes the log durable.
        meanwhile: What happens in the next claim, before the decision that is made in it.
    """

    def __init__(
        self,
        events: list[LoggedEvent],
        seed_length: object,
        now: int,
        *,
        watched: Collection[str] = (),
        persistent: bool = True,
    ) -> None:
        super().__init__(events, seed_length, now)
        self.watched = watched
        self.persistent = persistent
        self.meanwhile: Callable[[], None] | None = None
        self.process: Process | None = None

    def open(self) -> None:
        """Start a process over the log; its owner looks at once (DUE-1)."""
        self.process = Process()
        self.wake()

    def crash(self, lost: int) -> None:
        """End the process; the newest unconfirmed changes may be lost."""
        self.lose(lost)
        self.process = None

    def set_clock(self, now: int | None) -> None:
        """Set the wall clock; a wait counts elapsed time, which no step back takes away.

        Args:
            now: Milliseconds since the epoch; None for a clock that cannot be read.
        """
        self.turn_clock(now)
        process = self.process
        if process is not None and process.timer is not None and process.timer <= self.elapsed:
            self.wake()

    def fail_turn(self, process: Process) -> None:
        """End a turn whose model failed: what it was about is no matter of the owner (DUE-27)."""
        self.end_turn(process)

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

    def cancel(self, process: Process, number: int) -> bool:
        """Cancel a call (TOOL-17); tell whether it was under way."""
        for task in process.queue:
            if task.call == number:
                process.queue.remove(task)
                return True
        current = process.current
        if current is None or current.call != number or current.cancelled:
            return False
        current.cancelled = True
        return True

    def release(self, process: Process, task: Task, succeeded: bool) -> None:
        """End the barrier that holds a transaction."""
        if succeeded:
            self._confirm(task)
        else:
            self._watch_barrier(task, "fail")
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
                effect = tell(task.transaction, result)
                if self._gives_up(task, effect):
                    process.current = None
                    return
                result = self._perform(process, effect)
        except StopIteration as end:
            process.current = None
            self._finish(process, task, end.value)
        except Held:
            pass

    def _gives_up(self, task: Task, effect: Effect) -> bool:
        """Whether a transaction ends before an effect: the append of a cancelled call (TOOL-17)."""
        return task.cancelled and isinstance(effect, Append)

    def _finish(self, process: Process, task: Task, value: Any) -> None:
        if task.call is not None:
            if not task.cancelled:
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
                return self._flush(process.current)
            case Fold():
                return self._fold()
            case Now():
                return Unreadable("clock") if self.clock_fails else self.now
            case Append(change):
                return self.faults.perform("append", partial(self._append, change))
            case Wake():
                self.wake()
            case WakeAt(instant):
                self._set_timer(process, min(instant - self.now, MAX_WAIT))
            case Claim():
                return self._claim(process)
            case Release():
                process.busy, process.admitted = process.admitted, False
            case WakeWhenIdle():
                if not process.awaits_idle:
                    process.awaits_idle = self.faults.perform("idle", lambda: None)
                self._end_idle_wait(process)
            case FollowUp(text):
                # The reference's framing cannot fail; one that did would admit nothing (DUE-16).
                admit = partial(self._admit, process, text)
                framed = self.faults.perform("frame", lambda: None)
                return framed and self.faults.perform("followup", admit)
            case Enter():
                raise TypeError("a transaction enters the queue once")
        return None

    def _flush(self, task: Task | None) -> bool:
        confirmed = self.persistent and self.faults.perform("flush", partial(self._confirm, task))
        if not confirmed:
            self._watch_barrier(task, "fail")
        return confirmed

    def _confirm(self, task: Task | None) -> None:
        self.unconfirmed = 0
        self._watch_barrier(task, "ok")

    def _watch_barrier(self, task: Task | None, outcome: str) -> None:
        if "barriers" in self.watched and task is not None and task.call is not None:
            self.observations.append({"barrier": outcome, "call": task.call})

    def _set_timer(self, process: Process, wait: int) -> None:
        process.timer = self.elapsed + wait
        if "waits" in self.watched and wait > _LONGEST_WAIT:
            self.observations.append({"wait": wait})

    def _claim(self, process: Process) -> bool:
        if self.faults.throws("claim") or process.busy:
            return False
        claimed = self.faults.perform("claim", lambda: None)
        if claimed and self.meanwhile is not None:
            happen, self.meanwhile = self.meanwhile, None
            happen()
        return claimed

    def _admit(self, process: Process, text: str) -> None:
        process.admitted = True
        self.observations.append({"followup": text})
