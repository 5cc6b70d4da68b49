"""A host of one session that is going to be killed, and writes down what it promised.

Run as a program, it forks one such host for each line of standard input, ``{"folder", "seed",
"draining"}``, prints its process id, waits for its end and prints its exit status; to fork is ten
times cheaper than to start an interpreter.

The host's clock is a thousand times faster than the real one. Its log and its agent pause here
and there, so that a kill finds every place between two effects.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from session_schedule.embedded import Schedule, SessionEvent, SessionLog, Timer

SPEED = 1_000
EPOCH = 1_785_931_200_000
"""Where the fast clock stands at the origin of the real one, in milliseconds."""
LIFETIME = 20.0
"""How many seconds a host lives at most, should nobody kill it."""


class FastClock:
    """A wall clock that runs a thousand times as fast, from an origin that all hosts share."""

    def __init__(self, origin: int) -> None:
        self._origin = origin

    def now(self) -> int:
        """Return the fast wall clock in milliseconds."""
        return EPOCH + (time.time_ns() - self._origin) * SPEED // 1_000_000

    def call_later(self, milliseconds: int, callback: Callable[[], None]) -> Timer:
        """Call back when so much fast time has elapsed."""
        seconds = milliseconds / 1_000 / SPEED
        return asyncio.get_running_loop().call_later(seconds, callback)


class Journal:
    """What the host promised, a JSON line each; what is written survives the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def write(self, what: str, **fields: Any) -> None:
        """Write one line, in one system call."""
        os.write(self._file, json.dumps({"what": what, **fields}).encode() + b"\n")


class PausingLog(SessionLog):
    """A session log that pauses around its effects, and notes what a barrier confirmed."""

    path: Path
    journal: Journal
    pause: Callable[[], None]

    def append(self, type_: str, data: object, **options: Any) -> SessionEvent:
        """Append between two pauses."""
        self.pause()
        event = super().append(type_, data, **options)
        self.pause()
        return event

    def barrier(self) -> None:
        """Confirm, between two pauses, what the file holds now."""
        size = self.path.stat().st_size
        self.pause()
        super().barrier()
        self.journal.write("confirmed", size=size)
        self.pause()


class PausingAgent:
    """An agent with short turns, which journals a follow-up to admit it."""

    def __init__(self, clock: FastClock, journal: Journal, pause: Callable[[], None]) -> None:
        self._clock = clock
        self._journal = journal
        self._pause = pause
        self._waiting = False
        self._idle = asyncio.Event()
        self._idle.set()

    def claim(self) -> Callable[[], None] | None:
        """Give the idle phase while no turn runs."""
        self._pause()
        return self._release if self._idle.is_set() else None

    async def wait_until_idle(self) -> None:
        """Wait for the end of the turn."""
        await self._idle.wait()

    def follow_up(self, text: str) -> None:
        """Admit a message."""
        self._pause()
        self._journal.write("admitted", text=text, now=self._clock.now())
        self._waiting = True
        self._pause()

    def turn(self) -> None:
        """Begin a turn that ends by itself."""
        self._idle.clear()
        asyncio.get_running_loop().call_later(0.002, self._idle.set)

    def _release(self) -> None:
        if self._waiting:
            self._waiting = False
            self.turn()


async def work(
    schedule: Schedule, agent: PausingAgent, journal: Journal, chance: random.Random
) -> None:
    """Create and delete at random, for ever."""
    ids: list[str] = []
    while True:
        await asyncio.sleep(chance.uniform(0, 0.004))
        match chance.randrange(8):
            case 0:
                agent.turn()
            case 1 | 2 if ids:
                id_ = ids.pop(chance.randrange(len(ids)))
                answer: Any = await schedule.call("schedule_delete", {"id": id_})
                if answer["deleted"]:
                    journal.write("deleted", id=id_)
            case 3:
                await schedule.call("schedule_list", {})
            case number:
                selector = (
                    {"every_seconds": 300}
                    if number == 4
                    else {"after_seconds": chance.randint(1, 20)}
                )
                answer = await schedule.call("schedule_create", {"prompt": "tea", **selector})
                journal.write("created", id=answer["id"], scheduledAt=answer["scheduledAt"])
                ids.append(answer["id"])


async def drain(schedule: Schedule) -> None:
    """Wait until every one-shot has been delivered."""
    views: Any = await schedule.call("schedule_list", {})
    while any(view["kind"] != "every" for view in views):
        await asyncio.sleep(0.005)
        views = await schedule.call("schedule_list", {})


async def host(folder: Path, seed: int, origin: int, *, draining: bool) -> None:
    """Open the session, or create it, and work until killed, or until drained."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    journal = Journal(folder / "journal.jsonl")
    path = folder / "session.jsonl"
    clock = FastClock(origin)

    def pause() -> None:
        if chance.random() < 0.5:
            time.sleep(chance.uniform(0, 0.003))

    log = PausingLog.open(path) if path.exists() else PausingLog.create(path)
    log.path, log.journal, log.pause = path, journal, pause
    agent = PausingAgent(clock, journal, pause)
    async with asyncio.timeout(LIFETIME), Schedule(log, agent, clock=clock) as schedule:
        await (drain(schedule) if draining else work(schedule, agent, journal, chance))
    log.close()


def main() -> None:
    """Serve forks until standard input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        process = os.fork()
        if process == 0:
            status = 1
            try:
                asyncio.run(
                    host(
                        Path(request["folder"]),
                        request["seed"],
                        request["origin"],
                        draining=request["draining"],
                    )
                )
                status = 0
            except Exception:  # noqa: BLE001 - the process ends here
                traceback.print_exc()
            finally:
                os._exit(status)
        print(process, flush=True)
        print(os.waitpid(process, 0)[1], flush=True)


if __name__ == "__main__":
    main()
