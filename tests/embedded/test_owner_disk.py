"""A full disk, a read-only file, a disk that does not confirm: told as it is, and then the truth.

The faults are those of the system: its calls fail, or the size of files is limited.
"""

import asyncio
import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from doubles import DEADLINE, until
from world import MINUTE, World, opened, run

SMALL_DISK = """
import asyncio, json, resource, signal, sys
from pathlib import Path
from doubles import SteeredAgent
from session_schedule.embedded import Schedule, SessionLog

async def main(path):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    log = SessionLog.open(path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 500, limits[1]))
    answers = []
    async with Schedule(log, SteeredAgent()) as schedule:
        for number in range(5):
            arguments = {"prompt": f"tea {number}", "after_seconds": 3600}
            answers.append(await schedule.call("schedule_create", arguments))
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        listed = await schedule.call("schedule_list", {})
    log.close()
    print(json.dumps([answers, listed]))

asyncio.run(main(Path(sys.argv[1])))
"""


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Let the descriptor by which a file is open be one for reading, meanwhile."""
    (number,) = [
        int(entry.name)
        for entry in Path("/proc/self/fd").iterdir()
        if entry.exists() and entry.samefile(path)
    ]
    kept, replacement = os.dup(number), os.open(path, os.O_RDONLY)
    os.dup2(replacement, number)
    try:
        yield
    finally:
        os.dup2(kept, number)
        os.close(kept)
        os.close(replacement)


@contextmanager
def full(_path: Path) -> Iterator[None]:
    """Let the disk have no room for another byte, meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "pwrite", refuse(errno.ENOSPC))
        yield


def refuse(error: int) -> Any:
    """Return a system call that fails."""

    def call(*_arguments: object) -> int:
        raise OSError(error, os.strerror(error))

    return call


def ids(views: Any) -> list[str]:
    return [view["id"] for view in views]


async def listed_anew(path: Path) -> list[str]:
    """Return the ids that a new opening of the log lists."""
    async with opened(path) as world:
        return ids(await world.list_())


@pytest.mark.parametrize("fault", [full, read_only])
def test_what_a_disk_refuses_is_an_internal_error_and_not_listed(
    tmp_path: Path, fault: Any
) -> None:
    async def scenario() -> None:
        path = tmp_path / "session.jsonl"
        async with opened(path) as world:
            await world.create("kept")
            with fault(path):
                answer = await world.create("refused")
                assert answer["code"] == "internal_error"
                assert str(path) not in answer["message"]
                assert ids(await world.list_()) == ["schedule-1"]
            assert ids(await world.list_()) == ["schedule-1"]
            assert (await world.create("after"))["id"] == "schedule-2"
        assert await listed_anew(path) == ["schedule-1", "schedule-2"]

    asyncio.run(scenario())


def test_a_disk_that_fills_up_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"

    async def prepare() -> None:
        async with opened(path):
            pass

    asyncio.run(prepare())
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(path)],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
        cwd=Path(__file__).parent,
    )
    answers, listed = json.loads(done.stdout)
    acknowledged = ids(answer for answer in answers if "scheduledAt" in answer)
    refused = [answer["code"] for answer in answers if "code" in answer]
    assert acknowledged
    assert refused
    assert set(refused) == {"internal_error"}
    assert ids(listed) == acknowledged
    assert asyncio.run(listed_anew(path)) == acknowledged


def test_a_disk_that_does_not_confirm_leaves_the_create_uncertain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(world: World) -> None:
        await world.create("before")
        await world.schedule.settled()
        with world.log.held(after_append=True) as gate:
            call = asyncio.create_task(world.create("uncertain"))
            await until(lambda: world.log.waiting)
            monkeypatch.setattr(os, "fsync", refuse(errno.EIO))
            gate.set()
            answer = await call
            assert (answer["code"], answer["id"]) == ("persistence_uncertain", "schedule-2")
            monkeypatch.undo()
        assert ids(await world.list_()) == ["schedule-1", "schedule-2"]

    run(tmp_path, scenario)
    assert asyncio.run(listed_anew(tmp_path / "session.jsonl")) == ["schedule-1", "schedule-2"]


def test_a_full_disk_at_the_dispatch_stops_the_owner_and_the_reminder_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        path = tmp_path / "session.jsonl"
        async with opened(path) as world:
            await world.create()
            await world.schedule.settled()
            follow_up = world.agent.follow_up

            def fill_up(text: str) -> None:
                follow_up(text)
                monkeypatch.setattr(os, "pwrite", refuse(errno.ENOSPC))

            world.agent.follow_up = fill_up  # type: ignore[method-assign]
            world.clock.advance(MINUTE)
            await world.schedule.settled()
            monkeypatch.undo()
            assert world.schedule.stopped == "append"
            assert len(world.agent.follow_ups) == 1
            now = world.clock.now()
        async with opened(path, now) as world:
            await world.delivered(1)

    asyncio.run(scenario())
