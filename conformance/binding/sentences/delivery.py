"""Sentences of the chapter on delivery that no observation of a scenario shows."""

from __future__ import annotations

from collections.abc import Callable

from binding.data import limits
from binding.sentence import Sentence
from session_schedule.delivery import DueBatch, Wait, due
from session_schedule.embedded.owner.clock import Alarm, Timer
from session_schedule.records import Every
from session_schedule.values import MAX_INSTANT

YEAR = 366 * 86_400_000


class _Clock:
    """A clock that goes with the timers that are set, and counts how often it is read."""

    def __init__(self) -> None:
        self.time = 0
        self.readings: list[int] = []
        self.waits: list[int] = []
        self.callbacks: list[Callable[[], None]] = []

    def now(self) -> int:
        self.readings.append(self.time)
        return self.time

    def call_later(self, milliseconds: int, callback: Callable[[], None]) -> Timer:
        self.waits.append(milliseconds)
        self.callbacks.append(callback)
        return _NoTimer()


class _NoTimer:
    def cancel(self) -> None:
        """Nothing waits for real."""


def _a_wait_of_a_year() -> _Clock:
    clock = _Clock()
    alarm = Alarm(clock, lambda: alarm.set(YEAR) if clock.time < YEAR else None)
    alarm.set(YEAR)
    while clock.callbacks:
        clock.time += clock.waits[-1]
        clock.callbacks.pop()()
    return clock


def _is_bounded(must: bool) -> bool:
    (longest,) = (limit.value for limit in limits() if limit.rules == ["DUE-7"])
    clock = _a_wait_of_a_year()
    return must is (max(clock.waits) <= longest and sum(clock.waits) >= YEAR)


def _is_read_after_each(must: bool) -> bool:
    clock = _a_wait_of_a_year()
    return must is (len(set(clock.readings)) >= len(clock.waits))


def _beyond_the_calendar(must: bool, must2: bool) -> bool:
    """A clock beyond the calendar: a batch is delivered, a timer is set."""
    every = Every("a", "p", 300, 0)
    decision = due([every], MAX_INSTANT + 1)
    return must is isinstance(decision, DueBatch) and must2 is (decision != Wait(None))


SENTENCES = (
    Sentence(
        "DUE-19",
        "a batch {must} be delivered and a timer {must2} be set",
        _beyond_the_calendar,
    ),
    Sentence("DUE-7", "A longer wait {must} be made of bounded ones", _is_bounded),
    Sentence("DUE-28", "the wall clock {must} be read again", _is_read_after_each),
)
