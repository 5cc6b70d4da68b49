"""The owner's timer follows the wall clock, whatever happens to it, and costs next to nothing."""

import asyncio
from pathlib import Path

from doubles import SteeredClock, instant, until
from world import MINUTE, World, opened, run

from session_schedule.delivery import MAX_WAIT
from session_schedule.embedded.owner.clock import LONGEST_PAUSE, Alarm

HOUR = 60 * MINUTE
DAY = 24 * HOUR


def test_an_alarm_rings_once_at_its_instant() -> None:
    clock, rings = SteeredClock(), list[int]()
    Alarm(clock, lambda: rings.append(clock.now())).set(clock.now() + 90_000)
    clock.advance(89_999)
    assert rings == []
    clock.advance(1)
    assert rings == [clock.now()]
    clock.advance(HOUR)
    assert len(rings) == 1


def test_an_alarm_that_is_set_again_or_cancelled_leaves_no_timer() -> None:
    clock, rings = SteeredClock(), list[int]()
    alarm = Alarm(clock, lambda: rings.append(clock.now()))
    alarm.set(clock.now() + 10)
    alarm.set(clock.now() + 20)
    assert len(clock.timers) == 1
    alarm.cancel()
    alarm.cancel()
    assert clock.timers == []
    clock.advance(HOUR)
    assert rings == []


def test_a_long_wait_is_made_of_short_pauses_and_is_bounded_itself() -> None:
    clock, rings = SteeredClock(), list[int]()
    Alarm(clock, lambda: rings.append(clock.now())).set(clock.now() + 30 * DAY)
    clock.advance(30 * DAY)
    assert len(rings) == 1
    assert max(clock.waits) == LONGEST_PAUSE
    assert sum(clock.waits) == MAX_WAIT
    assert len(clock.waits) == MAX_WAIT // LONGEST_PAUSE + 1


def test_an_alarm_whose_instant_has_passed_rings_soon() -> None:
    clock, rings = SteeredClock(), list[int]()
    Alarm(clock, lambda: rings.append(clock.now())).set(clock.now() - 1)
    assert (clock.waits, rings) == ([0], [])
    clock.advance(0)
    assert len(rings) == 1


def test_an_alarm_of_the_year_9999_sets_a_bounded_timer() -> None:
    clock = SteeredClock()
    Alarm(clock, lambda: None).set(instant("9999-12-31T23:59:59.999Z"))
    assert clock.waits == [LONGEST_PAUSE]


def test_a_timer_that_ends_early_leads_to_a_wait_for_the_rest(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.clock.jump(-3)
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert world.agent.follow_ups == []
        assert world.clock.waits[-1] == 3
        world.clock.advance(3)
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_reminder_beyond_the_longest_wait_comes_at_its_target(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create("rent", after_seconds=30 * 24 * 3_600)
        await world.schedule.settled()
        world.clock.advance(MAX_WAIT)
        await world.schedule.settled()
        world.clock.advance(30 * DAY - MAX_WAIT - 1)
        await world.schedule.settled()
        assert world.agent.follow_ups == []
        world.clock.advance(1)
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_clock_set_back_delays_the_delivery(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.clock.jump(-HOUR)
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        world.clock.advance(HOUR - 1)
        await world.schedule.settled()
        assert world.agent.follow_ups == []
        world.clock.advance(1)
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_clock_set_forward_is_noticed_within_a_minute(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create("call", after_seconds=8 * 3_600)
        await world.schedule.settled()
        world.clock.jump(9 * HOUR)
        world.clock.advance(LONGEST_PAUSE)
        await world.delivered(1)

    run(tmp_path, scenario)


def test_an_idle_owner_touches_neither_log_nor_agent(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create("call", after_seconds=24 * 3_600)
        await world.schedule.settled()
        await until(lambda: len(world.clock.timers) == 1)
        barriers, waits = world.log.barriers, len(world.clock.waits)
        world.clock.advance(23 * HOUR)
        assert len(world.clock.waits) - waits == 23 * 60
        assert (world.log.barriers, world.agent.claims) == (barriers, 0)

    run(tmp_path, scenario)


def test_without_reminders_there_is_no_timer(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        assert world.clock.waits == []
        await world.create()
        await world.delete("schedule-1")
        await world.schedule.settled()
        await until(lambda: not world.clock.timers)

    run(tmp_path, scenario)


def test_a_session_that_is_opened_late_delivers_what_is_overdue(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"

    async def scenario() -> None:
        async with opened(path) as world:
            await world.create("tea", after_seconds=60)
            await world.create("water", every_seconds=300)
            now = world.clock.now()
        async with opened(path, now + DAY + 1) as world:
            await world.delivered(1)
            world.agent.end_turn()
            await world.delivered(2)
            assert '"tea"' in world.agent.follow_ups[0]
            assert '"occurrence_at":"2026-08-06T12:00:00.000Z"' in world.agent.follow_ups[1]
            (view,) = await world.list_()
            assert view["scheduledAt"] == "2026-08-06T12:05:00.000Z"

    asyncio.run(scenario())
