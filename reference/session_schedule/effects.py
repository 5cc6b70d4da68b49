"""The effects that a transaction asks of its host.

A transaction (a tool call, or one look of the live owner at the log) is a generator: it yields
effects and is sent their results. It opens no file, reads no clock and knows no event loop, so
the same code runs under a scripted host, an exhaustive one and asyncio.

A host runs a transaction up to its first ``Enter``, then waits until no other transaction of the
session is under way (TOOL-4), and keeps others out until the generator returns.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from session_schedule.changes import Change, Dispatch
from session_schedule.errors import CorruptLog, Unreadable


class Enter(msgspec.Struct, frozen=True):
    """Wait for this transaction's turn in the session's queue. Result: None."""


class Flush(msgspec.Struct, frozen=True):
    """Await the persistence barrier. Result: whether all that was appended is durable."""


class Fold(msgspec.Struct, frozen=True):
    """Read the session's log. Result: its ``Schedules``.

    Raises ``CorruptLog`` or ``Unreadable`` at the yield.
    """


class Now(msgspec.Struct, frozen=True):
    """Read the wall clock. Result: milliseconds since the epoch; may raise ``Unreadable``."""


class Append(msgspec.Struct, frozen=True):
    """Append a change to the session's log. Result: whether it was appended."""

    change: Change


class Wake(msgspec.Struct, frozen=True):
    """Cancel the owner's timer and make it look at the log again (DUE-20). Result: None."""


class WakeAt(msgspec.Struct, frozen=True):
    """Set the owner's one timer, by waits of bounded length (DUE-7, DUE-28). Result: None.

    Attributes:
        instant: The wall-clock instant to wake at, in milliseconds since the epoch.
    """

    instant: int


class Claim(msgspec.Struct, frozen=True):
    """Take the agent's idle phase. Result: whether it was idle (DUE-37).

    If so, ``Release`` must follow, and nothing may be awaited until then (DUE-35).
    """


class Release(msgspec.Struct, frozen=True):
    """Give the claimed idle phase back; an admitted follow-up now opens its turn. Result: None."""


class WakeWhenIdle(msgspec.Struct, frozen=True):
    """Make the owner look again as soon as the agent is idle (DUE-29). Result: None, at once."""


class FollowUp(msgspec.Struct, frozen=True):
    """Queue a message for the agent's next turn. Result: whether it was admitted.

    Attributes:
        text: The message.
        dispatches: What is appended next if it is admitted, for which a host may secure room.
    """

    text: str
    dispatches: Sequence[Dispatch] = ()


Effect: TypeAlias = (
    Enter | Flush | Fold | Now | Append | Wake | WakeAt | Claim | Release | WakeWhenIdle | FollowUp
)

T = TypeVar("T")
Transaction: TypeAlias = Generator[Effect, Any, T]


def tell(transaction: Transaction[Any], result: object) -> Effect:
    """Send a transaction the result of its effect, and return the effect it asks for next.

    Args:
        transaction: It has not begun, where the result is None, or waits for this result.
        result: What could not be read is a ``CorruptLog`` or ``Unreadable``, raised at the yield.

    Raises:
        StopIteration: The transaction has ended; ``value`` is what it returned.
    """
    if isinstance(result, CorruptLog | Unreadable):
        return transaction.throw(result)
    return transaction.send(result)
