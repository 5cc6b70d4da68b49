"""The agent's idle phase as the owner uses it; what an agent raises ends here, logged."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import NoReturn

from session_schedule.embedded.logger import SessionLogger
from session_schedule.embedded.owner.agent import Agent

REFUSAL_PAUSE = 0.05
"""How many seconds pass, at least, from the second refused claim in a row to the next look.

An agent that says it is idle and yet refuses the claim must not keep the machine busy.
"""

FAILURE_PAUSE = 1.0
"""How many seconds the agent is left alone after the second failure in a row, or a failed wait.

An agent whose release wakes the owner would otherwise be asked again at once, for ever. Each
failure is logged with its traceback, which is worth reading once a second, but not more often.
"""

LONGEST_FAREWELL = 1.0
"""How many seconds the owner waits for the end of an idle wait that it cancelled."""

_FAILURES = (Exception, asyncio.CancelledError, GeneratorExit)
"""What a method may raise that is not awaited, so that neither cancels or closes the owner."""


class IdlePhase:
    """Claims and releases the idle phase of one agent, and waits for it.

    Implements DUE-11, DUE-12, DUE-13, DUE-29 and DUE-30.
    """

    def __init__(self, agent: Agent, logger: SessionLogger, wake: Callable[[], None]) -> None:
        self._agent = agent
        self._logger = logger
        self._wake = wake
        self._release: Callable[[], None] | None = None
        self._refusals = 0
        self._failures = 0
        self._rested = 0.0
        self._wait: asyncio.Task[None] | None = None
        self._cancelled = False

    def claim(self) -> bool | None:
        """Tell whether the agent gave its idle phase (DUE-11).

        Returns:
            False if it is busy, or is left alone for a while after failures; None if it failed to
            answer, so that to ask again is no use now.
        """
        if _elapsed() < self._rested:
            return False
        try:
            release: object = self._agent.claim()
            if release is not None and not callable(release):
                _refuse(release, "claim must return a function or None")
        except _FAILURES:
            self._note_failure("claim_failed", "DUE-11")
            return None
        self._release = release
        self._refusals = 0 if release is not None else self._refusals + 1
        return release is not None

    def follow_up(self, text: str) -> bool:
        """Tell whether the agent admitted a message (DUE-13, DUE-16)."""
        try:
            result: object = self._agent.follow_up(text)  # type: ignore[func-returns-value]
            if result is not None:
                _refuse(result, "follow_up must return None")
        except _FAILURES:
            self._note_failure("follow_up_failed", "DUE-16")
            return False
        self._failures = 0
        return True

    def release(self) -> None:
        """Give back what was claimed, if anything was (DUE-30)."""
        release, self._release = self._release, None
        if release is None:
            return
        try:
            result: object = release()
            if result is not None:
                _refuse(result, "the release must return None")
        except _FAILURES:
            self._log("release_failed", "DUE-30")

    def wake_when_idle(self) -> None:
        """Wake the owner as soon as the agent is idle (DUE-29)."""
        if self._wait is None:
            self._wait = asyncio.get_running_loop().create_task(
                self._wait_until_idle(), name="schedule idle wait"
            )

    def cancel(self) -> None:
        """Wait for nothing any more."""
        self._cancelled = True
        if self._wait is not None:
            self._wait.cancel()

    async def close(self) -> None:
        """Wait for nothing any more, and return when the wait has ended."""
        self.cancel()
        if self._wait is None:
            return
        _, pending = await asyncio.wait([self._wait], timeout=LONGEST_FAREWELL)
        if pending:
            fields = {"event": "idle_wait_failed", "rule": "DUE-23"}
            self._logger.error("the agent's idle wait goes on though cancelled", extra=fields)

    async def _wait_until_idle(self) -> None:
        try:
            pause = REFUSAL_PAUSE if self._refusals > 1 else 0
            await asyncio.sleep(max(pause, self._rested - _elapsed()))
            await self._ask_when_idle()
        except asyncio.CancelledError:
            if self._cancelled:
                raise
            # The agent awaits its turn, and somebody interrupted that: it is idle now.
        finally:
            self._wait = None
        self._wake()

    async def _ask_when_idle(self) -> None:
        try:
            await self._agent.wait_until_idle()
        except Exception:  # noqa: BLE001 - logged, and tried again
            self._log("idle_wait_failed", "DUE-29")
            await asyncio.sleep(FAILURE_PAUSE)

    def _note_failure(self, event: str, rule: str) -> None:
        self._log(event, rule)
        self._failures += 1
        if self._failures > 1:
            self._rested = _elapsed() + FAILURE_PAUSE

    def _log(self, event: str, rule: str) -> None:
        """Log what is being handled."""
        fields = {"event": event, "rule": rule}
        self._logger.exception("the agent failed: %s", event, extra=fields)


def _elapsed() -> float:
    return asyncio.get_running_loop().time()


def _refuse(result: object, wanted: str) -> NoReturn:
    if inspect.iscoroutine(result):
        # It never runs, and the refusal says so: no warning of Python's is needed besides.
        result.close()
    raise TypeError(f"{wanted}, not {result!r}")
