"""The agent's idle phase as the owner uses it; what an agent raises ends here, logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from session_schedule.embedded.agent import Agent
from session_schedule.embedded.logger import SessionLogger

REFUSAL_PAUSE = 0.05
"""How many seconds pass, at least, from the second refused claim in a row to the next look.

An agent that says it is idle and yet refuses the claim must not keep the machine busy.
"""


class IdlePhase:
    """Claims and releases the idle phase of one agent, and waits for it (DUE-11 to DUE-13)."""

    def __init__(self, agent: Agent, logger: SessionLogger, wake: Callable[[], None]) -> None:
        self._agent = agent
        self._logger = logger
        self._wake = wake
        self._release: Callable[[], None] | None = None
        self._refusals = 0
        self._wait: asyncio.Task[None] | None = None

    def claim(self) -> bool | None:
        """Tell whether the agent gave its idle phase (DUE-11).

        Returns:
            False if it is busy; None if it failed to answer, so that to ask again is no use now.
        """
        try:
            release = self._agent.claim()
            if release is not None and not callable(release):
                raise TypeError(f"claim must return a function or None, not {release!r}")
        except Exception:
            fields = {"event": "claim_failed", "rule": "DUE-11"}
            self._logger.exception("the agent's claim failed", extra=fields)
            return None
        self._release = release
        self._refusals = 0 if release is not None else self._refusals + 1
        return release is not None

    def follow_up(self, text: str) -> bool:
        """Tell whether the agent admitted a message (DUE-13, DUE-16)."""
        try:
            result: object = self._agent.follow_up(text)  # type: ignore[func-returns-value]
            if result is not None:
                # A coroutine, most likely: nothing has been queued.
                raise TypeError(f"follow_up must return None, not {result!r}")
        except Exception:
            fields = {"event": "follow_up_failed", "rule": "DUE-16"}
            self._logger.exception("the agent's follow-up failed", extra=fields)
            return False
        return True

    def release(self) -> None:
        """Give back what was claimed, if anything was (DUE-13)."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            release()
        except Exception:
            fields = {"event": "release_failed", "rule": "DUE-13"}
            self._logger.exception("the agent's release failed", extra=fields)

    def wake_when_idle(self) -> None:
        """Wake the owner as soon as the agent is idle (DUE-11)."""
        if self._wait is None:
            self._wait = asyncio.get_running_loop().create_task(
                self._wait_until_idle(), name="schedule idle wait"
            )

    async def close(self) -> None:
        """Wait for nothing any more."""
        if self._wait is not None:
            self._wait.cancel()
            await asyncio.wait([self._wait])

    async def _wait_until_idle(self) -> None:
        try:
            if self._refusals > 1:
                await asyncio.sleep(REFUSAL_PAUSE)
            await self._agent.wait_until_idle()
        except Exception:
            fields = {"event": "idle_wait_failed", "rule": "DUE-11"}
            self._logger.exception("the agent's idle wait failed", extra=fields)
            return
        finally:
            self._wait = None
        self._wake()
