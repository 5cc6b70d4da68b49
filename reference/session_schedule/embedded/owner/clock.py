"""The wall clock, and the owner's one timer (DUE-7, DUE-8, DUE-9, DUE-28)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from session_schedule.delivery import MAX_WAIT

LONGEST_PAUSE = 60_000
"""How long, in milliseconds, an alarm goes without reading the wall clock.

A timer counts elapsed time, which stands still while a machine sleeps and does not follow a clock
that is set: an alarm may be late by one such pause. A minute is short beside what a sleep makes
late anyway, and to read the clock once a minute costs nothing.
"""


_RESOLUTION = time.get_clock_info("monotonic").resolution


class Timer(Protocol):
    """A callback that is going to be called."""

    def cancel(self) -> None:
        """Do not call it after all."""


class Clock(Protocol):
    """A wall clock with a timer; other than the system's for tests and simulations."""

    def now(self) -> int:
        """Return the wall clock in milliseconds since the epoch."""

    def call_later(self, milliseconds: int, callback: Callable[[], None]) -> Timer:
        """Call back in the running event loop when so much time has elapsed."""


class SystemClock:
    """The wall clock of the system and the timers of the running event loop."""

    def now(self) -> int:
        """Return the wall clock in milliseconds since the epoch."""
        return time.time_ns() // 1_000_000

    def call_later(self, milliseconds: int, callback: Callable[[], None]) -> Timer:
        """Call back in the running event loop when so much time has elapsed."""
        # An event loop ends a timer early by as much as its clock cannot tell apart.
        seconds = milliseconds / 1_000 + _RESOLUTION
        return asyncio.get_running_loop().call_later(seconds, callback)


class Alarm:
    """Rings once: when the time to an instant has elapsed, or the wall clock has passed it.

    What rings it is to read the clock anew, since a clock that was set back may have made the
    target future again (DUE-8).
    """

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None

    def set(self, instant: int) -> None:
        """Wait for an instant, in milliseconds since the epoch, instead of an earlier one.

        A wait is at most ``MAX_WAIT``, whatever the instant (DUE-7).
        """
        self.cancel()
        self._wait(instant, max(0, min(instant - self._clock.now(), MAX_WAIT)))

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, instant: int, remaining: int) -> None:
        pause = min(remaining, LONGEST_PAUSE)

        def read_clock() -> None:
            self._timer = None
            if pause == remaining or self._clock.now() >= instant:
                self._ring()
            else:
                self._wait(instant, remaining - pause)

        self._timer = self._clock.call_later(pause, read_clock)
