"""The asyncio owner answers the tools and delivers as the chapters TOOL and DUE say."""

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from doubles import NOON, SteeredAgent, SteeredClock, SteeredLog, until
from world import MINUTE, World, run

from session_schedule.embedded import InvalidCall, NotAtWork, Schedule, SystemClock
from session_schedule.embedded.owner import state as kept_state
from session_schedule.quick import take_text


def test_a_create_answers_its_view_and_is_listed(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        view = await world.create("tea", after_seconds=60)
        assert view == {
            "id": "schedule-1",
            "kind": "after",
            "prompt": "tea",
            "afterSeconds": 60,
            "scheduledAt": "2026-08-05T12:01:00.000Z",
            "state": "scheduled",
            "deliveryMode": "session-local",
        }
        assert await world.list_() == [view]
        assert await world.delete("schedule-1") == {"id": "schedule-1", "deleted": True}
        assert await world.list_() == []

    run(tmp_path, scenario)


def test_a_refused_input_costs_no_barrier(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        barriers = world.log.barriers
        answer = await world.create("tea", every_seconds=299)
        assert answer["code"] == "frequency_too_high"
        assert world.log.barriers == barriers

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("schedule_create", {"after_seconds": 60}),
        ("schedule_create", {"prompt": "tea", "after_seconds": "60"}),
        ("schedule_create", {"prompt": "tea", "at": {"date": "2026-08-06"}}),
        ("schedule_delete", {}),
        ("schedule_list", []),
        ("schedule_cancel", {"id": "schedule-1"}),
    ],
    ids=["no prompt", "text for a number", "part of a local time", "no id", "no object", "no tool"],
)
def test_an_unfit_call_is_refused_and_names_the_tool(
    tmp_path: Path, tool: str, arguments: Any
) -> None:
    async def scenario(world: World) -> None:
        with pytest.raises(InvalidCall, match=tool):
            await world.schedule.call(tool, arguments)
        assert world.operations() == []

    run(tmp_path, scenario)


def test_a_call_needs_an_owner_at_work(tmp_path: Path) -> None:
    async def body() -> None:
        world = World(tmp_path / "session.jsonl")
        with pytest.raises(NotAtWork, match="schedule_list"):
            await world.list_()
        async with world.schedule:
            pass
        with pytest.raises(NotAtWork):
            await world.list_()
        with pytest.raises(RuntimeError, match="starts once"):
            world.schedule.start()
        world.log.close()

    asyncio.run(body())


def test_calls_that_are_made_together_are_answered_in_their_order(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        views = await asyncio.gather(*(world.create(f"{number}") for number in range(20)))
        assert [view["id"] for view in views] == [f"schedule-{n}" for n in range(1, 21)]
        assert [view["prompt"] for view in views] == [f"{n}" for n in range(20)]

    run(tmp_path, scenario)


def test_a_reminder_is_admitted_at_its_target_and_then_dispatched(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.clock.advance(MINUTE - 1)
        await world.schedule.settled()
        assert world.agent.trace == ["create"]
        world.clock.advance(1)
        await until(lambda: "release" in world.agent.trace)
        assert world.agent.trace == ["create", "claim", "follow-up", "dispatch", "release"]
        assert 'reminder_prompt_json: "tea"' in world.agent.follow_ups[0]
        assert await world.list_() == []

    run(tmp_path, scenario)


def test_one_shots_come_one_a_turn_and_a_batch_after_them(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create("water", every_seconds=300)
        await world.create("walk", every_seconds=400)
        await world.create("second", after_seconds=20)
        await world.create("first", after_seconds=10)
        world.agent.begin_turn()
        world.clock.advance(400_000)
        for turn in range(3):
            world.agent.end_turn()
            await world.delivered(turn + 1)
            await world.schedule.settled()
        assert ["first" in world.agent.follow_ups[0], "second" in world.agent.follow_ups[1]]
        assert world.agent.follow_ups[2].startswith("[SCHEDULE REMINDER BATCH]")
        assert len(world.agent.follow_ups) == 3
        accepted = [event.data.get("acceptedAt") for event in world.log.events[-2:]]
        assert accepted == ["2026-08-05T12:06:40.000Z"] * 2

    run(tmp_path, scenario)


def test_a_busy_agent_is_not_interrupted_but_waited_for(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        world.agent.begin_turn()
        await world.schedule.settled()
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert world.agent.follow_ups == []
        world.agent.end_turn()
        await world.delivered(1)

    run(tmp_path, scenario)


def test_an_agent_that_says_it_is_idle_but_refuses_is_not_asked_in_a_busy_loop(
    tmp_path: Path,
) -> None:
    async def scenario(world: World) -> None:
        def refuse() -> None:
            world.agent.claims += 1

        world.agent.claim = refuse  # type: ignore[method-assign]
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: world.agent.claims > 2)
        claims = world.agent.claims
        await asyncio.sleep(0.3)
        assert world.agent.claims - claims <= 7

    run(tmp_path, scenario)


@pytest.mark.parametrize("method", ["claim", "follow_up"])
def test_a_delivery_that_the_agent_fails_is_tried_at_the_next_trigger(
    tmp_path: Path, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.agent.failure[method] = ZeroDivisionError()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        del world.agent.failure[method]
        assert world.operations() == ["create"]
        assert world.agent.trace.count("claim") == world.agent.trace.count("release")
        world.schedule.wake()
        await until(lambda: world.operations() == ["create", "dispatch"])
        assert world.schedule.stopped is None

    run(tmp_path, scenario)
    record = caplog.records[0]
    assert vars(record)["event"] == f"{method}_failed"
    assert vars(record)["rule"] in {"DUE-11", "DUE-16"}
    assert record.exc_info is not None
    assert "tea" not in caplog.text


def test_a_follow_up_that_is_a_coroutine_function_admits_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        tried: list[str] = []

        def follow_up(text: str) -> object:
            tried.append(text)
            return NotImplemented

        world.agent.follow_up = follow_up  # type: ignore[method-assign, assignment]
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: tried)
        await world.schedule.settled()
        assert world.operations() == ["create"]

    run(tmp_path, scenario)


def test_a_claim_that_answers_no_release_delivers_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        world.agent.claim = lambda: True  # type: ignore[method-assign, assignment, return-value]
        await world.create()
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert world.agent.follow_ups == []

    run(tmp_path, scenario)


@pytest.mark.parametrize("method", ["release", "wait_until_idle"])
def test_other_failures_of_the_agent_are_contained(
    tmp_path: Path, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        world.agent.failure[method] = ZeroDivisionError()
        await world.create()
        if method == "wait_until_idle":
            world.agent.begin_turn()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        del world.agent.failure[method]
        world.agent.end_turn()
        world.schedule.wake()
        await until(lambda: world.operations() == ["create", "dispatch"])
        assert world.schedule.stopped is None

    run(tmp_path, scenario)


def test_many_wakes_lead_to_the_look_that_is_pending_and_one_more(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        barriers = world.log.barriers
        for _ in range(100):
            world.schedule.wake()
        await world.schedule.settled()
        assert world.log.barriers == barriers + 2

    run(tmp_path, scenario)


def test_the_event_loop_goes_on_during_a_barrier(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held() as gate:
            call = asyncio.create_task(world.create())
            ticks = 0
            while world.log.waiting == 0:
                ticks += 1
                await asyncio.sleep(0.001)
            world.log.append("todo/write", {"operation": "note"})
            assert not call.done()
            gate.set()
        assert (await call)["state"] == "scheduled"
        assert world.operations() == ["note", "create"]

    run(tmp_path, scenario)


def test_events_of_others_are_no_changes(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        world.log.append("todo/write", {"operation": "create"})
        await world.create()
        world.log.append("todo/write", {"operation": "delete"})
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]

    run(tmp_path, scenario)


def test_each_change_is_folded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bytes] = []

    def counting(schedules: Any, text: Any) -> bool:
        taken.append(bytes(text))
        return take_text(schedules, text)

    monkeypatch.setattr(kept_state, "take_text", counting)

    async def scenario(world: World) -> None:
        for _ in range(10):
            await world.create()
        assert len(await world.list_()) == 10

    run(tmp_path, scenario)
    assert len(taken) == len(set(taken)) == 10


def test_the_tools_are_ready_for_a_model(tmp_path: Path) -> None:
    world = World(tmp_path / "session.jsonl")
    names = [tool["name"] for tool in world.schedule.tools]
    assert names == ["schedule_create", "schedule_list", "schedule_delete"]
    assert all(tool["parameters"]["type"] == "object" for tool in world.schedule.tools)
    world.log.close()


def test_a_reminder_falls_due_on_the_real_clock(tmp_path: Path) -> None:
    async def body() -> None:
        log = SteeredLog.create(tmp_path / "session.jsonl")
        agent = SteeredAgent()
        async with Schedule(log, agent) as schedule:
            view: Any = await schedule.call(
                "schedule_create", {"prompt": "tea", "after_seconds": 1}
            )
            await until(lambda: agent.follow_ups)
            assert f"occurrence_at: {view['scheduledAt']}" in agent.follow_ups[0]
        log.close()

    asyncio.run(body())


def test_changes_are_logged_with_session_and_rule(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "session_schedule.embedded")
    ids: list[str] = []

    async def scenario(world: World) -> None:
        await world.create("a secret")
        ids.append(world.log.header.id)

    run(tmp_path, scenario)
    (record,) = caplog.records
    fields = vars(record)
    assert (fields["event"], fields["rule"], fields["session"]) == ("create", "TOOL-8", ids[0])
    assert fields["schedule"] == "schedule-1"
    assert "secret" not in caplog.text


def test_the_system_clock_tells_milliseconds_since_the_epoch() -> None:
    assert abs(SystemClock().now() - time.time() * 1_000) < 60_000


def test_a_steered_clock_begins_at_noon() -> None:
    assert SteeredClock(NOON).now() == 1_785_931_200_000
