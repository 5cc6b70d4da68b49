"""Runs the scenarios of the ``session`` op on the asyncio owner, over a log in memory."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from doubles import DEADLINE, SteeredClock, instant

from schedule_conformance.ports.features import Feature
from session_schedule.embedded import BarrierError, InvalidCall, LogError, Schedule, SessionLog
from session_schedule.values import json_text

Observation = dict[str, Any]


FEATURES: frozenset[Feature] = frozenset({"cancel", "turn-failure", "whole-log"})
"""The features of scenarios that this host has; the others have tests of their own."""


class Crash(BaseException):
    """The process dies here, losing so many unconfirmed events."""


@dataclass
class Fault:
    """One coming effect that will not succeed; ``nth`` counts down to it."""

    at: str
    kind: str
    nth: int = 1
    lost: int = 0


@dataclass(frozen=True)
class Event:
    """One event of the log."""

    type: str
    data: Any

    @property
    def seq(self) -> int:
        """Its place, which only the words of an error need."""
        return 0

    @property
    def text(self) -> bytes:
        """The JSON text of its data."""
        return json_text(self.data).encode()


@dataclass(frozen=True)
class Header:
    """What the owner reads of a log's header."""

    id: str
    seed_length: int


class FaultyLog:
    """The log of a scenario, which outlives its processes, and the faults that are to come."""

    def __init__(self, events: list[Event], seed_length: int, observe: Callable[..., None]) -> None:
        self.header = Header("scenario", seed_length)
        self.events = events
        self.unconfirmed = 0
        self.faults: list[Fault] = []
        self.held: threading.Event | None = None
        self._released_well = False
        self._observe = observe

    def changes(self, start: int = 0) -> list[Event]:
        """The changes from a place on."""
        return [event for event in self.events[start:] if event.type == "schedule/change"]

    def append(self, type_: str, data: Any) -> None:
        """Append and observe the change, unless a fault strikes."""

        def effect() -> None:
            self.events.append(Event(type_, data))
            self.unconfirmed += 1
            self._observe(append=data)

        if not self.faulty("append", effect):
            raise LogError("a fault")

    def barrier(self) -> None:
        """Confirm all events, unless a fault strikes."""
        if not self.faulty("flush", self._confirm):
            raise BarrierError("a fault")

    def secure(self, _room: int) -> None:
        """Have room."""

    def free(self) -> None:
        """Have had room."""

    def faulty(self, at: str, effect: Callable[[], None]) -> bool:
        """Perform an effect, or let a fault strike; tell whether it succeeded."""
        here = [fault for fault in self.faults if fault.at == at]
        for fault in here:
            fault.nth -= 1
        striking = next((fault for fault in here if fault.nth <= 0), None)
        if striking is None:
            effect()
            return True
        self.faults.remove(striking)
        if striking.kind == "hold":
            return self._wait_for_release()
        if striking.kind == "crash-after":
            effect()
        if striking.kind.startswith("crash"):
            raise Crash(striking.lost)
        return False

    def release(self, *, well: bool) -> None:
        """End the held barrier."""
        assert self.held is not None
        self._released_well = well
        self.held.set()
        self.held = None

    def _wait_for_release(self) -> bool:
        gate = threading.Event()
        self.held = gate
        assert gate.wait(DEADLINE)
        if self._released_well:
            self._confirm()
        return self._released_well

    def _confirm(self) -> None:
        self.unconfirmed = 0


class FaultyAgent:
    """The agent of one process of a scenario."""

    def __init__(self, log: FaultyLog, observe: Callable[..., None]) -> None:
        self.idle = asyncio.Event()
        self.idle.set()
        self._log = log
        self._observe = observe
        self._waiting = False

    def claim(self) -> Callable[[], None] | None:
        """Refuse while busy, or when a fault strikes."""
        if self.idle.is_set() and self._log.faulty("claim", lambda: None):
            return self._release
        return None

    async def wait_until_idle(self) -> None:
        """Wait for the end of the turn."""
        await self.idle.wait()

    def follow_up(self, text: str) -> None:
        """Admit and observe a message, unless a fault strikes."""

        def effect() -> None:
            self._waiting = True
            self._observe(followup=text)

        if not self._log.faulty("followup", effect):
            raise RuntimeError("a fault")

    def _release(self) -> None:
        if self._waiting:
            self._waiting = False
            self.idle.clear()


@dataclass
class Process:
    """What is gone after a crash."""

    schedule: Schedule
    agent: FaultyAgent
    worker: asyncio.Task[Any]
    numbered: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    stopped: bool = False
    disposal: asyncio.Task[None] | None = None


class Host:
    """One scenario under way on the asyncio owner."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        self.observations: list[Observation] = []
        self.clock = SteeredClock(arguments["now"])
        events = [Event(event["type"], event.get("data")) for event in arguments.get("events", [])]
        self.log = FaultyLog(events, arguments.get("seedLength", 0), self.observe)
        self.process: Process | None = None
        self.calls = 0

    def observe(self, **observation: Any) -> None:
        """Note what became visible."""
        self.observations.append(observation)

    async def run(self, steps: list[dict[str, Any]]) -> list[list[Observation]]:
        """Run the steps and return what each made visible, the opening first."""
        results = []
        for step in [{"open": {}}, *steps]:
            self.observations = []
            await self._step(step)
            await self._settle()
            results.append(self.observations)
        await self._kill()
        return results

    async def _step(self, step: dict[str, Any]) -> None:  # noqa: PLR0912 - one branch a kind of step
        process = self.process
        match step:
            case {"open": _}:
                agent = FaultyAgent(self.log, self.observe)
                schedule = Schedule(cast("SessionLog", self.log), agent, clock=self.clock)
                schedule.start()
                worker = next(t for t in asyncio.all_tasks() if t.get_name() == "schedule owner")
                self.process = Process(schedule, agent, worker)
            case {"call": _}:
                self._call(step)
            case {"calls": calls}:
                for call in calls:
                    self._call(call)
            case {"clock": text}:
                distance = instant(text) - self.clock.now()
                (self.clock.jump if distance < 0 else self.clock.advance)(distance)
            case {"turn": "start"}:
                assert process is not None
                process.agent.idle.clear()
            case {"turn": "end" | "fail"}:
                assert process is not None
                process.agent.idle.set()
                process.schedule.wake()
            case {"fault": fault}:
                self.log.faults.append(Fault(**fault))
            case {"release": outcome}:
                self.log.release(well=outcome == "ok")
            case {"crash": crash}:
                await self._crash(crash.get("lost", 0))
            case {"cancel": number}:
                assert process is not None
                process.numbered.pop(number).cancel()
            case {"inspect": "all"}:
                self.observe(log=[vars(event) for event in self.log.events])
            case {"inspect": _}:
                data = [event.data for event in self.log.events if event.type == "schedule/change"]
                self.observe(log=data)
            case {"dispose": _}:
                assert process is not None
                process.disposal = asyncio.create_task(process.schedule.close())
            case _:
                raise ValueError(f"unknown step: {step}")

    def _call(self, call: dict[str, Any]) -> None:
        process = self.process
        assert process is not None
        self.calls += 1
        task = self._answer(process.schedule, call["call"], call["args"], self.calls)
        process.numbered[self.calls] = asyncio.create_task(task)

    async def _answer(self, schedule: Schedule, tool: str, arguments: Any, number: int) -> None:
        try:
            answer = await schedule.call(tool, arguments)
        except InvalidCall:
            self.observe(refused="arguments", call=number)
        else:
            self.observe(result=answer, call=number)

    async def _settle(self) -> None:
        """Wait until nothing more can happen without another step."""
        process = self.process
        if process is None:
            return
        settled = asyncio.create_task(process.schedule.settled())
        quiet = 0
        async with asyncio.timeout(DEADLINE):
            # A few rounds, since an idle agent wakes the owner from a task of its own.
            while quiet < 3:
                await asyncio.sleep(0.001)
                if process.worker.done() and (error := process.worker.exception()) is not None:
                    assert isinstance(error, Crash), error
                    await self._crash(*error.args)
                    return
                if settled.done():
                    settled = asyncio.create_task(process.schedule.settled())
                    await asyncio.sleep(0)
                still = self.log.held is not None or settled.done()
                quiet = quiet + 1 if still else 0
        settled.cancel()
        if process.schedule.stopped is not None and not process.stopped:
            process.stopped = True
            self.observe(stopped=process.schedule.stopped)

    async def _crash(self, lost: int) -> None:
        for _ in range(min(lost, self.log.unconfirmed)):
            del self.log.events[-1]
        self.log.unconfirmed = 0
        await self._kill()

    async def _kill(self) -> None:
        """End the process as SIGKILL does: nothing of it runs any more."""
        self.process = None
        self.clock.timers.clear()
        if self.log.held is not None:
            self.log.release(well=False)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def run_scenario(arguments: dict[str, Any]) -> list[list[Observation]]:
    """Run one ``session`` request and return the observations, step by step."""

    async def body() -> list[list[Observation]]:
        return await Host(arguments).run(arguments["steps"])

    return asyncio.run(body())
