"""What one step of a path is: an effect with its outcome, or an event from outside."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from schedule_conformance.explore.world.deliveries import Delivery
from schedule_conformance.explore.world.running import Running
from schedule_conformance.explore.world.world import World
from session_schedule.tools import Answer


class Opened(msgspec.Struct, frozen=True):
    """The session is opened."""


class Called(msgspec.Struct, frozen=True):
    """A tool is called, and waits in the queue."""

    call: Running


class ClockSet(msgspec.Struct, frozen=True):
    """The wall clock moves to an instant, in milliseconds since the epoch."""

    now: int


class TurnStarted(msgspec.Struct, frozen=True):
    """A turn of the user starts."""


class TurnEnded(msgspec.Struct, frozen=True):
    """The turn in progress ends."""


class TurnPassed(msgspec.Struct, frozen=True):
    """A turn of the user starts and ends."""


class Reopened(msgspec.Struct, frozen=True):
    """The session is closed in good order and opened again; nothing is lost."""


class Crashed(msgspec.Struct, frozen=True):
    """The process dies, and some of the newest changes are lost."""

    lost: int


Event: TypeAlias = (
    Opened | Called | ClockSet | TurnStarted | TurnEnded | TurnPassed | Reopened | Crashed
)
Cost: TypeAlias = Literal["free", "action", "fault", "crash"]


class Step(msgspec.Struct, frozen=True):
    """One step from one state of a session to another.

    Attributes:
        after: The state that it leads to.
        cost: Which of the bounds it counts against.
        event: What came from outside, if something did.
        by: Otherwise the transaction whose effect had its outcome.
        succeeded: The effect came about; false also for a claim that a busy agent refused.
        admitted: What the effect delivered.
        answer: What the tool call answered, which ended with it.
    """

    after: World
    cost: Cost
    event: Event | None = None
    by: Running | None = None
    succeeded: bool = True
    admitted: Delivery | None = None
    answer: Answer | None = None
