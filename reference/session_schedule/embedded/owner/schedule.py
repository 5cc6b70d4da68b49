"""The live owner of one session on asyncio: one queue for tools and due work."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Literal, Self, TypeAlias

from session_schedule.delivery import drive
from session_schedule.effects import Append, Effect, Release, Transaction
from session_schedule.embedded.log.session_log import SessionLog
from session_schedule.embedded.owner.agent import Agent
from session_schedule.embedded.owner.clock import Clock, SystemClock
from session_schedule.embedded.owner.interpreter import Abandoned, Interpreter
from session_schedule.look import Look
from session_schedule.schemas import argument_error, tool_definitions
from session_schedule.tools import TOOLS, Answer, Arguments

Stopped: TypeAlias = Literal["corrupt", "append", "failed"]

_RULES: dict[Stopped, str] = {"corrupt": "DUE-18", "append": "DUE-17", "failed": ""}


class InvalidCall(ValueError):
    """A tool call that never reaches Schedule: no such tool, or unfit arguments (TOOL-1)."""


class NotAtWork(Exception):
    """A tool was called before its owner was started or after it was closed, or its work broke off.

    What a call had appended when the work broke off stays.
    """


class _Call:
    """A tool call in the queue; to cancel the wait for its answer is to cancel the call."""

    def __init__(self, transaction: Transaction[Answer], answer: asyncio.Future[Answer]) -> None:
        self.transaction = transaction
        self.answer = answer

    def break_off(self) -> None:
        """Let the caller know that no answer will come, unless there is one."""
        if not self.answer.done():
            self.answer.set_exception(NotAtWork("the work of the owner broke off"))


_Job: TypeAlias = _Call | Literal["look", "end"]


class Schedule:
    """The reminders of one open session: answers the tools, and brings due reminders back.

    Use it in one event loop, as an asynchronous context manager or with ``start`` and ``close``.
    The session log stays the caller's, to be closed after the owner.

    Attributes:
        tools: The three tools as a model is given them: name, description, JSON Schema.
    """

    def __init__(self, session: SessionLog, agent: Agent, *, clock: Clock | None = None) -> None:
        self.tools = tool_definitions()
        clock = SystemClock() if clock is None else clock
        self._interpreter = Interpreter(session, agent, clock, self.wake)
        self._queue: asyncio.Queue[_Job] = asyncio.Queue()
        self._look_state: Look[Stopped] = Look()
        self._worker: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def stopped(self) -> Stopped | None:
        """Why nothing more is delivered while the session stays open; None while the owner goes on.

        ``corrupt`` (DUE-18), ``append`` (DUE-17), or ``failed`` after a defect, which was logged.
        The tools answer either way, but not where the owner's task was cancelled from outside,
        which is ``failed`` too.
        """
        return self._look_state.stopped

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def start(self) -> None:
        """Begin to work, in the running event loop, with a look at the log (DUE-1, DUE-20)."""
        if self._worker is not None:
            raise RuntimeError("an owner starts once")
        self._worker = asyncio.get_running_loop().create_task(self._work(), name="schedule owner")
        self._worker.add_done_callback(self._clear_up)
        self.wake()

    async def close(self) -> None:
        """End the work in good order; what the log holds stays for the next opening (DUE-23).

        Calls that were made before are answered first; nothing more is delivered.
        """
        if self._worker is None:
            return
        if not self._closing:
            self._closing = True
            self._interpreter.alarm.cancel()
            if not self._worker.done():
                self._queue.put_nowait("end")
        await self._interpreter.phase.close()
        # Not awaited itself: to cancel this wait must not cancel the work.
        await asyncio.wait([self._worker])

    def wake(self) -> None:
        """Look at the log again, for instance because the agent became idle (DUE-20).

        Wakes that come while a look is awaited or under way lead to one more look after it.
        """
        if self._worker is not None and not self._closing:
            self._interpreter.alarm.cancel()
            self._continue(*self._look_state.woken())

    def _continue(self, state: Look[Stopped], look_now: bool) -> None:
        self._look_state = state
        if look_now:
            self._queue.put_nowait("look")

    async def call(self, tool: str, arguments: Arguments) -> Answer:
        """Run one tool and return its JSON value, which may be an error value (TOOL-15).

        A call that is cancelled before its turn does nothing, and one that is cancelled before
        its append does not append (TOOL-17, TOOL-21). What was appended stays.

        Args:
            tool: ``schedule_create``, ``schedule_list`` or ``schedule_delete``.
            arguments: The JSON object that the model gave.

        Raises:
            InvalidCall: There is no such tool, or the arguments do not fit its schema.
            NotAtWork: The owner was not started, or is closed, or its task was cancelled.
        """
        if tool not in list(TOOLS):  # a model may name a tool by what cannot be hashed
            raise InvalidCall(f"there is no tool {tool!r}, only {', '.join(TOOLS)}")
        if (reason := argument_error(tool, arguments)) is not None:
            raise InvalidCall(f"{tool}: {reason}")
        if self._worker is None or self._worker.done() or self._closing:
            raise NotAtWork(f"{tool}: the owner of the session is not at work")
        transaction = TOOLS[tool](_copy(arguments))
        try:
            next(transaction)
        except StopIteration as end:
            refusal: Answer = end.value
            return refusal
        call = _Call(transaction, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(call)
        return await call.answer

    async def settled(self) -> None:
        """Return when nothing is left to do now: no call and no look, those to come included."""
        await self._queue.join()

    async def _work(self) -> None:
        job: _Job | None = None
        while job != "end":
            job = await self._queue.get()
            try:
                if isinstance(job, _Call):
                    await self._answer(job)
                elif job == "look":
                    await self._look()
            finally:
                if isinstance(job, _Call):
                    job.break_off()
                self._queue.task_done()

    def _clear_up(self, worker: asyncio.Task[None]) -> None:
        """Leave nobody waiting and nothing running, however the work ended."""
        self._interpreter.close()
        error = None if worker.cancelled() else worker.exception()
        if worker.cancelled() or error is not None:
            self._look_state = Look(stopped=self.stopped or "failed")
            fields = {"event": "stopped", "rule": ""}
            message = "the work of the owner broke off; its tools answer no more"
            self._interpreter.logger.error(message, extra=fields, exc_info=error)
        while not self._queue.empty():
            job = self._queue.get_nowait()
            if isinstance(job, _Call):
                job.break_off()
            self._queue.task_done()

    async def _answer(self, call: _Call) -> None:
        answer = call.answer
        if answer.cancelled():
            return
        try:
            value = await self._interpreter.run(
                call.transaction,
                lambda effect: isinstance(effect, Append) and answer.cancelled(),
            )
        except Abandoned:
            return
        except Exception as error:
            fields = {"event": "failed"}
            self._interpreter.logger.exception("a tool call failed", extra=fields)
            if not answer.done():
                answer.set_exception(error)
            return
        if not answer.done():
            answer.set_result(value)

    async def _look(self) -> None:
        if self._closing:
            return
        stopped = await self._deliver()
        if stopped is not None:
            self._interpreter.alarm.cancel()
            fields = {"event": "stopped", "rule": _RULES[stopped]}
            self._interpreter.logger.error("the owner stopped: %s", stopped, extra=fields)
        state, look_now = self._look_state.ended(stopped)
        if look_now:
            self._interpreter.alarm.cancel()
        self._continue(state, look_now and not self._closing)

    def _is_given_up(self, effect: Effect) -> bool:
        """Whether a look ends here; not between an admitted follow-up and its dispatches."""
        return self._closing and not isinstance(effect, Append | Release)

    async def _deliver(self) -> Stopped | None:
        self._interpreter.alarm.cancel()
        try:
            return await self._interpreter.run(drive(), self._is_given_up)
        except Abandoned:
            return None
        except Exception:
            fields = {"event": "failed"}
            self._interpreter.logger.exception("a look at the log failed", extra=fields)
            return "failed"
        finally:
            self._interpreter.release()


def _copy(arguments: Arguments) -> Arguments:
    """Return arguments that their caller cannot change while the call is under way.

    Those that fit a schema are nested no deeper.
    """
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in arguments.items()
    }
