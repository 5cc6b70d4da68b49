"""An agent, a clock and a session log that a test steers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from session_schedule.embedded import BarrierError, LogError, SessionEvent, SessionLog
from session_schedule.values import parse_instant

NOON = "2026-08-05T12:00:00.000Z"
DEADLINE = 30.0
"""How many seconds a test waits for what must happen; only a failing test waits so long."""


def instant(text: str) -> int:
    """Return the milliseconds of a canonical instant."""
    value = parse_instant(text)
    assert value is not None
    return value


class SteeredClock:
    """A clock that moves only when the test says so.

    Attributes:
        waits: The length of every timer that was set, in milliseconds.
    """

    def __init__(self, now: str = NOON) -> None:
        self.wall = instant(now)
        self.elapsed = 0
        self.waits: list[int] = []
        self.timers: list[SteeredTimer] = []

    def now(self) -> int:
        """Return the wall clock."""
        return self.wall

    def call_later(self, milliseconds: int, callback: Callable[[], None]) -> SteeredTimer:
        """Set a timer."""
        timer = SteeredTimer(self, self.elapsed + milliseconds, callback)
        self.waits.append(milliseconds)
        self.timers.append(timer)
        return timer

    def jump(self, milliseconds: int) -> None:
        """Set the wall clock; no time elapses."""
        self.wall += milliseconds

    def advance(self, milliseconds: int) -> None:
        """Let time elapse, timer by timer, with the wall clock following it."""
        end = self.elapsed + milliseconds
        while due := [timer for timer in self.timers if timer.due_at <= end]:
            timer = min(due, key=lambda timer: timer.due_at)
            self._move(timer.due_at)
            self.timers.remove(timer)
            timer.callback()
        self._move(end)

    def _move(self, elapsed: int) -> None:
        self.wall += elapsed - self.elapsed
        self.elapsed = elapsed


class SteeredTimer:
    """A timer of the steered clock."""

    def __init__(self, clock: SteeredClock, due_at: int, callback: Callable[[], None]) -> None:
        self.clock = clock
        self.due_at = due_at
        self.callback = callback

    def cancel(self) -> None:
        """Take the timer from the clock."""
        self.clock.timers.remove(self)


class SteeredAgent:
    """An agent whose turns the test begins and ends; an admitted follow-up begins one.

    Attributes:
        trace: What happened to it and, if shared, to its log, in order.
        follow_ups: The texts that were admitted.
        failure: What its methods raise, by the method's name.
    """

    def __init__(self) -> None:
        self.trace: list[str] = []
        self.follow_ups: list[str] = []
        self.failure: dict[str, BaseException] = {}
        self.claims = 0
        self._waiting = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether a turn is under way."""
        return not self._idle.is_set()

    def claim(self) -> Callable[[], None] | None:
        """Count and trace the claim."""
        self.claims += 1
        self._fail("claim")
        if self.busy:
            return None
        self.trace.append("claim")
        return self._release

    async def wait_until_idle(self) -> None:
        """Wait for the end of the turn."""
        self._fail("wait_until_idle")
        await self._idle.wait()

    def follow_up(self, text: str) -> None:
        """Admit a message, whose turn begins with the release."""
        self._fail("follow_up")
        self.trace.append("follow-up")
        self.follow_ups.append(text)
        self._waiting = True

    def begin_turn(self) -> None:
        """Make the agent busy."""
        self._idle.clear()

    def end_turn(self) -> None:
        """Make the agent idle."""
        self._idle.set()

    def _release(self) -> None:
        self.trace.append("release")
        if self._waiting:
            self._waiting = False
            self.begin_turn()
        self._fail("release")

    def _fail(self, method: str) -> None:
        if method in self.failure:
            raise self.failure[method]


class SteeredLog(SessionLog):
    """A session log on disk whose barriers and appends a test holds, counts and lets fail."""

    barriers = 0
    waiting = 0
    barrier_fails = False
    append_fails = False
    trace: list[str] | None = None
    _gate: threading.Event | None = None
    _coming_gate: threading.Event | None = None

    @contextmanager
    def held(self, *, after_append: bool = False) -> Iterator[threading.Event]:
        """Let barriers wait for the event: all that begin meanwhile, or from the next append on."""
        gate = threading.Event()
        self._gate, self._coming_gate = (None, gate) if after_append else (gate, None)
        try:
            yield gate
        finally:
            gate.set()
            self._gate = self._coming_gate = None

    def append(self, type_: str, data: object, **options: Any) -> SessionEvent:
        """Append, or fail as a disk does."""
        if self.append_fails:
            raise LogError("the disk is full")
        event = super().append(type_, data, **options)
        self._gate = self._gate or self._coming_gate
        if self.trace is not None:
            self.trace.append(event.data["operation"])
        return event

    def barrier(self) -> None:
        """Wait if held; succeed, or fail as a disk does."""
        self.barriers += 1
        gate = self._gate
        if gate is not None:
            self.waiting += 1
            assert gate.wait(DEADLINE)
            self.waiting -= 1
        if self.barrier_fails:
            raise BarrierError("secret path of the backend")
        super().barrier()


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds.

    Raises:
        TimeoutError: It does not come to hold.
    """
    async with asyncio.timeout(DEADLINE):
        while not condition():
            await asyncio.sleep(0.001)
