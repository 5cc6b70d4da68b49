"""Performs the effects of transactions on a session log, an agent and a clock."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

from session_schedule.changes import Change, Create, Dispatch, encode_change
from session_schedule.effects import (
    Append,
    Claim,
    Effect,
    Enter,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Transaction,
    Wake,
    WakeAt,
    WakeWhenIdle,
    tell,
)
from session_schedule.embedded.log.session_log import BarrierError, LogError, SessionLog
from session_schedule.embedded.logger import SessionLogger
from session_schedule.embedded.owner.agent import Agent
from session_schedule.embedded.owner.clock import Alarm, Clock
from session_schedule.embedded.owner.phase import IdlePhase
from session_schedule.embedded.owner.state import KeptState
from session_schedule.errors import CorruptLog, Unreadable
from session_schedule.fold import EVENT_TYPE, Schedules
from session_schedule.values import json_text

ROOM_PAUSE = 60_000
"""How many milliseconds pass until a log that had no room for a dispatch is asked again."""

LONGEST_ENVELOPE = 200
"""How many bytes the line of a dispatch has at most, beside its id."""

T = TypeVar("T")

_RULES = {"create": "TOOL-8", "delete": "TOOL-12", "dispatch": "DUE-13"}


EFFECTS_AT_ONCE = 256
"""After how many effects of one transaction the other tasks of the event loop have their turn."""

MUCH = 1_000
"""How many events are folded, or records looked at, without letting the event loop go on."""


class Abandoned(Exception):
    """A transaction ended early, without a result and without harm."""


class Interpreter:
    """Runs transactions; its user lets no two overlap (TOOL-4).

    The barrier is awaited in a thread that belongs to it, and so is putting together a batch from
    very many reminders: the event loop goes on meanwhile. Between an admitted follow-up and its
    release nothing else is awaited but, in a long batch, the other tasks of the loop.

    Attributes:
        alarm: The owner's timer.
        phase: The agent's idle phase.
        logger: What tells the operator.
    """

    def __init__(
        self, session: SessionLog, agent: Agent, clock: Clock, wake: Callable[[], None]
    ) -> None:
        self.logger = SessionLogger(session.header.id)
        self.alarm = Alarm(clock, wake)
        self.phase = IdlePhase(agent, self.logger, wake)
        self._session = session
        self._state = KeptState(session)
        self._clock = clock
        self._wake = wake
        # Not the threads of the event loop, all of which the harness may keep busy for long.
        self._barriers = ThreadPoolExecutor(1, "schedule barrier")

    def release(self) -> None:
        """Give back what was claimed and secured, if anything was (DUE-13, LOG-24)."""
        with contextlib.suppress(LogError):
            # It is given back before the next line is written, if not now.
            self._session.free()
        self.phase.release()

    def close(self) -> None:
        """Let go of timer, idle wait and thread; a barrier that is under way still ends."""
        self.alarm.cancel()
        self.phase.cancel()
        self._barriers.shutdown(wait=False)

    async def run(self, transaction: Transaction[T], is_given_up: Callable[[Effect], bool]) -> T:
        """Perform a transaction to its end; its turn in the queue has come.

        Args:
            transaction: It has not begun, or has just yielded ``Enter``.
            is_given_up: Tells whether to end before an effect.

        Raises:
            Abandoned: It was given up, or the agent could not be asked for its idle phase.
        """
        effect: Effect | None = None
        outcome: object = None
        performed = 0
        interruption: asyncio.CancelledError | None = None
        while True:
            try:
                effect = await self._next(transaction, effect, outcome)
            except _Ended as end:
                return cast("T", end.value)
            if is_given_up(effect):
                raise Abandoned
            outcome = await self._perform(effect)
            performed += 1
            if interruption is not None and isinstance(effect, Release):
                raise interruption
            if performed % EFFECTS_AT_ONCE == 0:
                try:
                    await asyncio.sleep(0)
                except asyncio.CancelledError as error:
                    # The follow-up of this long batch is admitted: its dispatches come first.
                    interruption = error

    async def _next(
        self, transaction: Transaction[T], effect: Effect | None, outcome: object
    ) -> Effect:
        """Tell the outcome of an effect, and return the next one.

        After the clock was read, what is due is put together, which may be very much.
        """
        size = self._state.size if isinstance(effect, Now) else 0
        return await self._in_background(size, partial(_step, transaction, outcome))

    async def _in_background(self, size: int, work: Callable[[], T]) -> T:
        """Do some work: at once, or in the other thread where it is on very many things."""
        if size <= MUCH:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._barriers, work)

    async def _perform(self, effect: Effect) -> object:
        match effect:
            case Flush():
                return await self._barrier()
            case Fold():
                return await self._in_background(self._state.behind, self._fold)
            case Now():
                return self._now()
            case Append(change):
                return self._append(change)
            case Wake():
                self._wake()
            case WakeAt(instant):
                self.alarm.set(instant)
            case Claim():
                return self._claim()
            case FollowUp(text, dispatches):
                return self._secure(dispatches) and self.phase.follow_up(text)
            case Release():
                self.release()
            case WakeWhenIdle():
                self.phase.wake_when_idle()
            case Enter():
                pass
        return None

    def _fold(self) -> Schedules | CorruptLog | Unreadable:
        try:
            return self._state.current()
        except CorruptLog as error:
            return error
        except Exception:
            fields = {"event": "log_unreadable", "rule": "TOOL-23"}
            self.logger.exception("the log could not be read", extra=fields)
            return Unreadable("log")

    def _now(self) -> int | Unreadable:
        try:
            return self._clock.now()
        except Exception:
            fields = {"event": "clock_unreadable", "rule": "TOOL-23"}
            self.logger.exception("the clock could not be read", extra=fields)
            return Unreadable("clock")

    async def _barrier(self) -> bool:
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._barriers, self._session.barrier)
        except BarrierError as error:
            fields = {"event": "barrier_failed", "rule": "TOOL-5"}
            self.logger.warning("the barrier failed: %s", error, extra=fields)
            return False
        return True

    def _claim(self) -> bool:
        claimed = self.phase.claim()
        if claimed is None:
            raise Abandoned
        return claimed

    def _secure(self, dispatches: Sequence[Dispatch]) -> bool:
        """Tell whether the log has room for what an admitted follow-up leads to (LOG-24)."""
        try:
            self._session.secure(sum(map(_length, dispatches)))
        except LogError as error:
            fields = {"event": "append_failed", "rule": "LOG-24"}
            self.logger.error("nothing can be delivered: %s", error, extra=fields)
            self.alarm.set(self._clock.now() + ROOM_PAUSE)
            return False
        return True

    def _append(self, change: Change) -> bool:
        value = encode_change(change)
        try:
            self._session.append(EVENT_TYPE, value)
        except LogError as error:
            fields = {"event": "append_failed", "rule": "TOOL-13"}
            self.logger.error("an append failed: %s", error, extra=fields)
            return False
        id_ = change.schedule.id if isinstance(change, Create) else change.id
        operation = value["operation"]
        fields = {"event": operation, "rule": _RULES[operation], "schedule": id_}
        self.logger.info("appended: %s of %s", operation, id_, extra=fields)
        return True


class _Ended(Exception):
    """The transaction has ended; StopIteration itself cannot cross from a thread."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


def _step(transaction: Transaction[Any], outcome: object) -> Effect:
    try:
        return tell(transaction, outcome)
    except StopIteration as end:
        raise _Ended(end.value) from None


def _length(dispatch: Dispatch) -> int:
    return len(json_text(dispatch.id).encode()) + LONGEST_ENVELOPE
