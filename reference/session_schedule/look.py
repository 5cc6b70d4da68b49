"""What wakes the owner, and the one look at the log that all of it leads to (DUE-20)."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

Reason = TypeVar("Reason")


class Look(msgspec.Struct, Generic[Reason], frozen=True):
    """Where an owner is with its looks at the log; a value, so that a host can keep or copy it.

    A host that performs ``Wake`` cancels the owner's timer, and queues a look where ``woken`` says
    so; when that look has ended, it does the same with ``ended``.

    Attributes:
        pending: A look is queued or under way.
        again: Something woke the owner since; one more look follows.
        stopped: Why the owner does no more, None while it goes on (DUE-17, DUE-18).
    """

    pending: bool = False
    again: bool = False
    stopped: Reason | None = None

    def woken(self) -> tuple[Look[Reason], bool]:
        """The state after a wake, and whether a look is to be queued now."""
        if self.stopped is not None:
            return self, False
        if self.pending:
            return replace(self, again=True), False
        return replace(self, pending=True), True

    def ended(self, stopped: Reason | None) -> tuple[Look[Reason], bool]:
        """The state after the pending look has ended, and whether the next is to be queued now.

        Args:
            stopped: What the look returned: why the owner stops, or None.
        """
        rest: Look[Reason] = Look(stopped=stopped)
        return rest.woken() if self.again else (rest, False)
