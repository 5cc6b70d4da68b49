"""What outlives a crash in a scenario: the log, the clock, and the faults that are armed."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from schedule_conformance.reference_port.faults import Faults
from session_schedule.changes import Change, encode_change
from session_schedule.errors import CorruptLog, Unreadable
from session_schedule.fold import EVENT_TYPE, Schedules, fold

Observation: TypeAlias = dict[str, Any]


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of the session's log."""

    type: str
    data: Any


class World:
    """One session's log and clock, and what is observed.

    Attributes:
        now: What the wall clock showed when it could last be read.
        clock_fails: It cannot be read.
        elapsed: How many milliseconds have passed, for timers.
        unconfirmed: How many of the newest changes no barrier has confirmed.
    """

    def __init__(self, events: list[LoggedEvent], seed_length: object, now: int) -> None:
        self.events = events
        self.seed_length = seed_length
        self.now = now
        self.clock_fails = False
        self.elapsed = 0
        self.unconfirmed = 0
        self.faults = Faults()
        self.observations: list[Observation] = []

    def lose(self, lost: int) -> None:
        """Take away the newest changes, so many of those that are unconfirmed."""
        for _ in range(min(lost, self.unconfirmed)):
            del self.events[-1]
        self.unconfirmed = 0

    def turn_clock(self, now: int | None) -> None:
        """Set the wall clock, and let no timer end yet."""
        self.clock_fails = now is None
        if now is not None:
            self.elapsed += max(0, now - self.now)
            self.now = now

    def write(self, change: object) -> None:
        """Let somebody else than tools and owner append a change, which is durable."""
        self.events.append(LoggedEvent(EVENT_TYPE, change))

    def _fold(self) -> Schedules | CorruptLog | Unreadable:
        if not self.faults.perform("read", lambda: None):
            return Unreadable("log")
        try:
            return fold(self.events, self.seed_length)
        except CorruptLog as error:
            return error

    def _append(self, change: Change) -> None:
        value = encode_change(change)
        self.events.append(LoggedEvent(EVENT_TYPE, value))
        self.unconfirmed += 1
        self.observations.append({"append": value})
