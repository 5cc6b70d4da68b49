"""What fails is told as it is, a later list tells the truth, and a defect comes to light."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from doubles import until
from world import MINUTE, World, opened, run


def test_a_barrier_that_fails_first_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        world.log.barrier_fails = True
        for answer, operation, id_ in [
            (await world.create(), "create", None),
            (await world.list_(), "list", None),
            (await world.delete("schedule-1"), "delete", "schedule-1"),
        ]:
            assert (answer["code"], answer["operation"]) == ("persistence_uncertain", operation)
            assert answer.get("id") == id_
            assert "secret" not in answer["message"]
        world.log.barrier_fails = False
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]

    run(tmp_path, scenario)


def test_a_create_whose_second_barrier_fails_is_found_by_a_later_list(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.schedule.settled()
        with world.log.held(after_append=True) as gate:
            call = asyncio.create_task(world.create())
            await until(lambda: world.log.waiting)
            world.log.barrier_fails = True
            gate.set()
            answer = await call
        assert (answer["code"], answer["id"]) == ("persistence_uncertain", "schedule-1")
        world.log.barrier_fails = False
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]

    run(tmp_path, scenario)


def test_a_barrier_that_fails_before_due_work_delivers_at_the_next_trigger(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.log.barrier_fails = True
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert (world.agent.claims, world.clock.timers) == (0, [])
        world.log.barrier_fails = False
        await world.list_()
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_dispatch_that_is_only_pending_is_not_delivered_again(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        with world.log.held(after_append=True) as gate:
            world.clock.advance(MINUTE)
            await until(lambda: world.log.waiting)
            world.log.barrier_fails = True
            gate.set()
            await world.schedule.settled()
        world.log.barrier_fails = False
        world.agent.end_turn()
        world.schedule.wake()
        await world.schedule.settled()
        assert len(world.agent.follow_ups) == 1
        assert world.operations() == ["create", "dispatch"]

    run(tmp_path, scenario)


def test_an_append_that_fails_is_an_internal_error_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        world.log.append_fails = True
        assert (await world.create())["code"] == "internal_error"
        assert (await world.delete("schedule-1"))["code"] == "internal_error"
        world.log.append_fails = False
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]
        assert (await world.create())["id"] == "schedule-2"

    run(tmp_path, scenario)


def test_a_dispatch_that_cannot_be_appended_stops_the_owner_but_not_the_tools(
    tmp_path: Path,
) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.log.append_fails = True
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert world.schedule.stopped == "append"
        assert len(world.agent.follow_ups) == 1
        world.log.append_fails = False
        world.agent.end_turn()
        assert [view["state"] for view in await world.list_()] == ["overdue"]
        await world.create()
        world.schedule.wake()
        await world.schedule.settled()
        assert len(world.agent.follow_ups) == 1
        assert world.clock.timers == []

    run(tmp_path, scenario)


@pytest.mark.parametrize("when", ["at the opening", "meanwhile"])
def test_a_corrupt_log_stops_the_owner_and_is_reported_by_the_tools(
    tmp_path: Path, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        path = tmp_path / "session.jsonl"
        async with opened(path) as world:
            await world.create()
            if when == "at the opening":
                world.log.append("schedule/change", {"version": 2, "operation": "create"})
        async with opened(path, world.clock.now() + MINUTE) as world:
            world.agent.begin_turn()
            await world.schedule.settled()
            if when == "meanwhile":
                world.log.append("schedule/change", {"version": 2, "operation": "create"})
            world.agent.end_turn()
            await until(lambda: world.schedule.stopped)
            assert world.schedule.stopped == "corrupt"
            for answer in [await world.list_(), await world.create(), await world.delete("a")]:
                assert answer["code"] == "corrupt_schedule_log"
            assert world.agent.follow_ups == []
            assert len(world.log.events) == 2

    asyncio.run(scenario())
    assert [vars(record)["event"] for record in caplog.records] == ["stopped"]


def test_a_defect_reaches_the_caller_and_stops_the_owner(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()

        def broken(*_arguments: object) -> str:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr("session_schedule.tools.view", broken)
            patch.setattr("session_schedule.delivery.due", broken)
            with pytest.raises(ZeroDivisionError):
                await world.list_()
            await world.schedule.settled()
        assert world.schedule.stopped == "failed"
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]

    run(tmp_path, scenario)
    assert all(record.exc_info for record in caplog.records[:2])


@pytest.mark.parametrize("what", ["clock", "log"])
def test_what_cannot_be_read_is_an_internal_error_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    """TOOL-23; the message tells nothing of the failure, and the operator sees all of it."""

    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()

        def broken() -> Any:
            raise OSError("/home/secret: no such device")

        state = world.schedule._interpreter._state
        owner, name = (world.clock, "now") if what == "clock" else (state, "current")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, name, broken)
            for answer in (await world.list_(), await world.create()):
                assert answer["code"] == "internal_error"
                assert "secret" not in answer["message"]
            await world.schedule.settled()
        assert world.schedule.stopped is None
        assert [view["id"] for view in await world.list_()] == ["schedule-1"]
        await world.schedule.settled()
        world.clock.advance(MINUTE)
        await world.delivered(1)

    run(tmp_path, scenario)
    unreadable = [record for record in caplog.records if record.exc_info]
    assert {vars(record)["event"] for record in unreadable} == {f"{what}_unreadable"}


def test_a_defect_in_the_claim_gives_the_claim_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()

        def broken(_record: Any) -> str:
            raise ZeroDivisionError

        monkeypatch.setattr("session_schedule.delivery.frame_one_shot", broken)
        world.clock.advance(MINUTE)
        await world.schedule.settled()
        assert world.agent.trace == ["create", "claim", "release"]
        assert world.schedule.stopped == "failed"

    run(tmp_path, scenario)
