"""A full disk, a read-only file, a disk that does not confirm: told as it is, and then the truth.

The faults are those of the system: its calls fail, or the size of files is limited.
"""

import asyncio
import contextlib
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
from failing_disk import failing_disk
from world import MINUTE, World, opened, run

from session_schedule import Dispatch, encode_change
from session_schedule.embedded import SessionEvent, read_log
from session_schedule.embedded.log.lines.event import encode_event, json_raw
from session_schedule.embedded.owner.interpreter import _length
from session_schedule.fold import EVENT_TYPE
from session_schedule.values import MAX_INSTANT, MAX_SAFE_INTEGER

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


@contextmanager
def really_full(path: Path) -> Iterator[None]:
    """Fill the file system of the log, meanwhile."""
    fill = path.with_name("fill")
    with fill.open("wb", buffering=0) as file:
        for size in (65_536, 512):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))
    try:
        yield
    finally:
        fill.unlink()


def fill_block(world: World) -> None:
    """Let the log end just before the end of a block, so that a line needs another one."""
    event = world.log.append("todo/write", {"operation": "fill", "": ""})
    rest = -(world.path.stat().st_size + len(encode_event(event)) + 1) % 4096
    world.log.append("todo/write", {"operation": "fill", "": "x" * rest})
    assert world.path.stat().st_size % 4096 > 4096 - 10


async def fills_up(path: Path, fault: Any, prompt: str) -> None:
    """Let reminders fall due on a full disk, through two openings, and then make room."""
    async with opened(path) as world:
        await world.create(prompt)
        await world.create("other", after_seconds=61)
        fill_block(world)
        await world.list_()
        await world.schedule.settled()
        with fault(path):
            for _ in range(3):
                world.clock.advance(MINUTE)
                await world.schedule.settled()
            assert world.schedule.stopped is None
            assert world.agent.follow_ups == []
            assert read_log(path).torn == b""
        now = world.clock.now()
    with fault(path):
        async with opened(path, now) as world:
            await world.schedule.settled()
            assert world.agent.follow_ups == []
    async with opened(path, now) as world:
        with fault(path):
            world.schedule.wake()
            await world.schedule.settled()
            assert world.agent.follow_ups == []
        world.clock.advance(MINUTE)
        await world.delivered(1)
        await world.schedule.settled()
        assert world.operations() == ["create", "create", "fill", "fill", "dispatch"]
        world.agent.end_turn()
        await world.delivered(2)
        await world.schedule.settled()
    assert [event.data["operation"] for event in read_log(path).events][4:] == ["dispatch"] * 2
    assert read_log(path).torn == b""


@pytest.mark.parametrize("prompt", ["tea", "tea" * 100_000])
def test_a_full_disk_delivers_nothing_until_there_is_room(tmp_path: Path, prompt: str) -> None:
    """LOG-24."""
    asyncio.run(fills_up(tmp_path / "session.jsonl", full, prompt))


def test_a_file_system_that_is_full_delivers_nothing_until_there_is_room(tmp_path: Path) -> None:
    """LOG-24."""
    with failing_disk(tmp_path) as disk:
        asyncio.run(fills_up(disk.folder / "session.jsonl", really_full, "tea"))


@pytest.mark.parametrize("accepted_at", [None, MAX_INSTANT])
@pytest.mark.parametrize("id_", ["schedule-1", 'e"\ud800\n\u00e9\U0001f600', "x" * 10_000])
def test_the_room_that_is_secured_is_enough(accepted_at: int | None, id_: str) -> None:
    dispatch = Dispatch(id_, accepted_at)
    data = json_raw(encode_change(dispatch))
    event = SessionEvent(EVENT_TYPE, MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER, data)
    assert len(encode_event(event)) <= _length(dispatch)


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
