"""What the program around the owner does with tasks, threads and arguments harms no caller."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from doubles import DEADLINE, until
from world import MINUTE, World, run

from session_schedule.embedded import NotAtWork


def worker() -> asyncio.Task[Any]:
    """Return the task in which the owner works."""
    return next(task for task in asyncio.all_tasks() if task.get_name() == "schedule owner")


def cancel_all_tasks() -> None:
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


@pytest.mark.parametrize("cancel", [lambda: worker().cancel(), cancel_all_tasks])
@pytest.mark.parametrize("begun", [True, False], ids=["begun", "not begun"])
def test_an_owner_whose_work_was_cancelled_answers_that_it_is_not_at_work(
    tmp_path: Path,
    cancel: Callable[[], object],
    caplog: pytest.LogCaptureFixture,
    *,
    begun: bool,
) -> None:
    async def scenario(world: World) -> None:
        if begun:
            await world.create()
            await world.schedule.settled()
        cancel()
        async with asyncio.timeout(DEADLINE):
            await until(lambda: world.schedule.stopped)
            assert world.schedule.stopped == "failed"
            with pytest.raises(NotAtWork, match="schedule_list"):
                await world.list_()
            world.schedule.wake()
            await world.schedule.settled()
            assert world.clock.timers == []
            await world.schedule.close()
            await world.schedule.settled()

    run(tmp_path, scenario)
    assert [vars(record)["event"] for record in caplog.records] == ["stopped"]


def test_calls_that_wait_when_the_work_is_cancelled_are_told(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held():
            calls = [asyncio.create_task(world.create(f"{number}")) for number in range(3)]
            await until(lambda: world.log.waiting)
            worker().cancel()
            async with asyncio.timeout(DEADLINE):
                answers = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotAtWork] * 3
        assert world.operations() == []

    run(tmp_path, scenario)


def test_a_closing_owner_whose_work_is_cancelled_leaves_nobody_waiting(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held():
            call = asyncio.create_task(world.create())
            await until(lambda: world.log.waiting)
            closing = asyncio.create_task(world.schedule.close())
            await asyncio.sleep(0)
            worker().cancel()
            async with asyncio.timeout(DEADLINE):
                await closing
                await world.schedule.settled()
                with pytest.raises(NotAtWork):
                    await call

    run(tmp_path, scenario)


def test_a_program_that_keeps_its_threads_busy_does_not_hold_up_the_barrier(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        free = threading.Event()
        loop = asyncio.get_running_loop()
        # More than the event loop ever has threads for.
        blocked = [loop.run_in_executor(None, free.wait, DEADLINE) for _ in range(40)]
        try:
            async with asyncio.timeout(DEADLINE / 2):
                assert await world.list_() == []
        finally:
            free.set()
            await asyncio.gather(*blocked)

    run(tmp_path, scenario)


def test_a_closed_owner_leaves_no_thread(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        before = threading.active_count() - 1
        await world.create()
        await world.schedule.close()
        await until(lambda: threading.active_count() == before)

    async def started(world: World) -> None:
        await world.schedule.settled()
        await scenario(world)

    run(tmp_path, started)


LOCAL = {"date": "2030-01-31", "time": "10:00:00", "time_zone": "UTC"}


def test_what_a_caller_does_to_its_arguments_later_changes_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        at: dict[str, Any] = dict(LOCAL)
        arguments: dict[str, Any] = {"prompt": "tea", "at": at}
        with world.log.held() as gate:
            call = asyncio.create_task(world.schedule.call("schedule_create", arguments))
            await until(lambda: world.log.waiting)
            at["date"] = None
            arguments["prompt"] = None
            gate.set()
            view: Any = await call
        assert (view["prompt"], view["scheduledAt"]) == ("tea", "2030-01-31T10:00:00.000Z")

    run(tmp_path, scenario)


def test_arguments_may_be_mappings_that_cannot_be_copied_deeply(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        arguments = MappingProxyType({"prompt": "tea", "at": dict(LOCAL)})
        view: Any = await world.schedule.call("schedule_create", arguments)
        assert view["prompt"] == "tea"
        ignored = MappingProxyType({"lock": threading.Lock()})
        world.clock.advance(MINUTE)
        assert await world.schedule.call("schedule_list", ignored) == [view]

    run(tmp_path, scenario)
