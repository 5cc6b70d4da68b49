"""A cancelled call appends nothing more, and never blocks the queue (TOOL-17)."""

import asyncio
from pathlib import Path

import pytest
from doubles import until
from world import MINUTE, World, run


def test_a_call_cancelled_before_its_turn_does_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held() as gate:
            first = asyncio.create_task(world.create("first"))
            await until(lambda: world.log.waiting)
            second = asyncio.create_task(world.create("second"))
            third = asyncio.create_task(world.create("third"))
            await asyncio.sleep(0)
            second.cancel()
            gate.set()
            assert (await first)["id"] == "schedule-1"
            assert (await third)["id"] == "schedule-2"
        with pytest.raises(asyncio.CancelledError):
            await second
        assert [view["prompt"] for view in await world.list_()] == ["first", "third"]

    run(tmp_path, scenario)


@pytest.mark.parametrize("operation", ["create", "delete"])
def test_a_call_cancelled_before_its_append_appends_nothing(tmp_path: Path, operation: str) -> None:
    async def scenario(world: World) -> None:
        await world.create("kept")
        await world.schedule.settled()
        with world.log.held() as gate:
            calls = {"create": world.create("second"), "delete": world.delete("schedule-1")}
            call = asyncio.create_task(calls.pop(operation))
            for other in calls.values():
                other.close()
            await until(lambda: world.log.waiting)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            gate.set()
            assert len(await world.list_()) == 1
        assert world.operations() == ["create"]

    run(tmp_path, scenario)


def test_what_was_appended_before_the_cancellation_stays_and_falls_due(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held(after_append=True) as gate:
            call = asyncio.create_task(world.create())
            await until(lambda: world.log.waiting)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            gate.set()
        await world.schedule.settled()
        world.clock.advance(MINUTE)
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_call_that_times_out_leaves_the_queue_to_others(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held() as gate:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await world.create()
            gate.set()
            assert await world.list_() == []

    run(tmp_path, scenario)
