"""What lives while a session is open, and a crash takes away."""

from __future__ import annotations

from collections import deque
from typing import Any

from session_schedule.delivery import Stopped
from session_schedule.effects import Transaction
from session_schedule.look import Look


class Task:
    """A transaction under way; ``call`` numbers a tool call and is None for a look of the owner.

    A tool call may be cancelled, and then shows no more than what it still does.
    """

    def __init__(self, transaction: Transaction[Any], call: int | None) -> None:
        self.transaction = transaction
        self.call = call
        self.cancelled = False


class Process:
    """What a crash takes away: the owner, its timer, the queue and the agent's state.

    Attributes:
        busy: A turn is in progress.
        admitted: A follow-up was admitted under the claim and opens its turn on release.
        look: Where the owner is with its looks at the log (DUE-20).
        awaits_idle: A claim was refused; the owner looks when the agent is idle (DUE-11).
        timer: When the owner's wait ends, in elapsed milliseconds.
        current: The transaction whose turn it is, while a barrier holds it.
    """

    def __init__(self) -> None:
        self.busy = False
        self.admitted = False
        self.look: Look[Stopped] = Look()
        self.awaits_idle = False
        self.disposed = False
        self.timer: int | None = None
        self.queue: deque[Task] = deque()
        self.current: Task | None = None
