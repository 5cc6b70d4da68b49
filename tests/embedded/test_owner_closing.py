"""Disposal ends the work, deletes nothing and leaves nothing behind (DUE-23)."""

import asyncio
from pathlib import Path

from doubles import until
from world import MINUTE, World, opened, run


def test_closing_cancels_the_timer_and_keeps_the_reminders(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        await until(lambda: world.clock.timers)
        await world.schedule.close()
        assert world.clock.timers == []
        world.clock.advance(MINUTE)
        world.schedule.wake()
        assert world.operations() == ["create"]
        assert world.agent.follow_ups == []

    run(tmp_path, scenario)


def test_calls_that_were_made_before_are_answered(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held() as gate:
            calls = [asyncio.create_task(world.create(f"{number}")) for number in range(3)]
            await until(lambda: world.log.waiting)
            closing = asyncio.create_task(world.schedule.close())
            await asyncio.sleep(0.01)
            assert not closing.done()
            gate.set()
            await closing
        answers = await asyncio.gather(*calls)
        assert [answer["id"] for answer in answers] == ["schedule-1", "schedule-2", "schedule-3"]

    run(tmp_path, scenario)


def test_a_look_that_waits_for_its_barrier_delivers_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        with world.log.held() as gate:
            world.clock.advance(MINUTE)
            await until(lambda: world.log.waiting)
            closing = asyncio.create_task(world.schedule.close())
            await asyncio.sleep(0.01)
            gate.set()
            await closing
        assert world.operations() == ["create"]
        assert world.agent.claims == 0

    run(tmp_path, scenario)


def test_a_wait_for_a_busy_agent_ends(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        world.agent.begin_turn()
        world.clock.advance(MINUTE)
        await until(lambda: world.agent.claims)
        await world.schedule.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(tmp_path, scenario)


def test_closing_twice_or_before_the_start_is_harmless(tmp_path: Path) -> None:
    async def scenario() -> None:
        world = World(tmp_path / "session.jsonl")
        await world.schedule.close()
        world.schedule.start()
        await asyncio.gather(world.schedule.close(), world.schedule.close())
        await world.schedule.close()
        world.log.close()

    asyncio.run(scenario())


def test_a_cancelled_closing_does_not_cancel_the_work(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held() as gate:
            call = asyncio.create_task(world.create())
            await until(lambda: world.log.waiting)
            closing = asyncio.create_task(world.schedule.close())
            await asyncio.sleep(0.01)
            closing.cancel()
            gate.set()
            assert (await call)["id"] == "schedule-1"

    run(tmp_path, scenario)


def test_what_was_left_is_delivered_at_the_next_opening(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "session.jsonl"
        async with opened(path) as world:
            await world.create()
        async with opened(path, world.clock.now() + MINUTE) as world:
            await world.delivered(1)

    asyncio.run(scenario())
