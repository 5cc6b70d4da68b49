"""What the owner asks of the agent whose session it serves: a protocol of three methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Agent(Protocol):
    """One conversation: it is busy while a turn runs or a message waits for one, otherwise idle.

    All three methods are called in the event loop of the owner.
    """

    def claim(self) -> Callable[[], None] | None:
        """Take the idle phase, so that no turn starts until it is released (DUE-11).

        Returns:
            A function that gives the idle phase back, which the owner calls once, soon and
            without awaiting anything in between. None while the agent is busy, which it also is
            while an admitted follow-up waits for its turn (DUE-21).
        """

    async def wait_until_idle(self) -> None:
        """Return when a claim has a chance to succeed: at once if the agent is idle.

        The wait is cancelled when the owner is closed, which must not cancel a turn.
        """

    def follow_up(self, text: str) -> None:
        """Queue a message for the agent's next turn; to return is to admit it (DUE-13).

        The turn opens after the claim is released. The text asks the model to treat the reminder
        as content, not as instructions; it is to be passed on as it is.

        Raises:
            Exception: Whatever it raises, the message was not admitted, and will be offered
                again (DUE-16).
        """
