"""An open session with its owner, whose agent, clock and log a test steers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from doubles import SteeredAgent, SteeredClock, SteeredLog, until

from session_schedule.embedded import Schedule

MINUTE = 60_000


class World:
    """A new session, or an existing log that is opened again; its owner has not started."""

    def __init__(self, path: Path, now: int | None = None) -> None:
        self.path = path
        self.log = SteeredLog.open(path) if path.exists() else SteeredLog.create(path)
        self.agent = SteeredAgent()
        self.log.trace = self.agent.trace
        self.clock = SteeredClock()
        if now is not None:
            self.clock.wall = now
        self.schedule = Schedule(self.log, self.agent, clock=self.clock)

    async def create(self, prompt: str = "tea", **selector: object) -> Any:
        """Create a reminder; of a minute, if nothing else is said."""
        selector = selector or {"after_seconds": 60}
        return await self.schedule.call("schedule_create", {"prompt": prompt, **selector})

    async def list_(self) -> Any:
        """List the reminders."""
        return await self.schedule.call("schedule_list", {})

    async def delete(self, id_: str) -> Any:
        """Delete a reminder."""
        return await self.schedule.call("schedule_delete", {"id": id_})

    async def delivered(self, count: int) -> None:
        """Wait until so many follow-ups were admitted."""
        await until(lambda: len(self.agent.follow_ups) == count)

    def operations(self) -> list[str]:
        """Return what the events of the log are."""
        return [event.data["operation"] for event in self.log.events]


Scenario = Callable[[World], Coroutine[Any, Any, None]]


@asynccontextmanager
async def opened(path: Path, now: int | None = None) -> AsyncIterator[World]:
    """Open a session and its owner."""
    world = World(path, now)
    try:
        async with world.schedule:
            yield world
    finally:
        world.log.close()


def run(folder: Path, scenario: Scenario) -> None:
    """Run a scenario over a new session; afterwards no task is left."""

    async def body() -> None:
        async with opened(folder / "session.jsonl") as world:
            await scenario(world)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(body())
