"""An agent that fails or misunderstands its protocol neither stops nor occupies the owner."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from doubles import DEADLINE, until
from world import MINUTE, World, run

from session_schedule.embedded.owner import phase


@pytest.mark.parametrize("failure", [asyncio.CancelledError, GeneratorExit])
@pytest.mark.parametrize("method", ["claim", "follow_up", "release"])
def test_a_cancellation_from_a_method_that_is_not_awaited_is_a_failure_like_others(
    tmp_path: Path,
    method: str,
    failure: type[BaseException],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.agent.failure[method] = failure()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        del world.agent.failure[method]
        async with asyncio.timeout(DEADLINE):
            await world.list_()
            await until(lambda: world.operations() == ["create", "dispatch"])
        assert world.schedule.stopped is None

    run(tmp_path, scenario)
    assert {vars(record)["event"] for record in caplog.records} == {f"{method}_failed"}


def test_an_agent_whose_turn_is_interrupted_is_idle(tmp_path: Path) -> None:
    """DUE-11: its idle wait awaits the turn, and ends with the turn's cancellation."""

    async def scenario(world: World) -> None:
        turn = asyncio.create_task(asyncio.sleep(DEADLINE))
        waits = []

        async def wait_until_idle() -> None:
            waits.append(turn)
            await turn

        world.agent.wait_until_idle = wait_until_idle  # type: ignore[method-assign]
        world.agent.begin_turn()
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: waits)
        await world.schedule.settled()
        world.agent.end_turn()
        turn.cancel()
        await world.delivered(1)
        assert len(waits) == 1

    run(tmp_path, scenario)


def test_an_idle_wait_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(phase, "FAILURE_PAUSE", 0.01)

    async def scenario(world: World) -> None:
        world.agent.failure["wait_until_idle"] = ZeroDivisionError()
        world.agent.begin_turn()
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: len(caplog.records) > 1)
        world.agent.end_turn()
        await world.delivered(1)

    run(tmp_path, scenario)
    assert {vars(record)["event"] for record in caplog.records} == {"idle_wait_failed"}


def test_an_idle_wait_that_always_fails_is_not_tried_in_a_busy_loop(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        world.agent.failure["wait_until_idle"] = ZeroDivisionError()
        world.agent.begin_turn()
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        began = time.monotonic()
        await asyncio.sleep(0.3)
        assert len(caplog.records) <= 2 + (time.monotonic() - began) / phase.FAILURE_PAUSE

    run(tmp_path, scenario)


@pytest.mark.parametrize("method", ["claim", "follow_up"])
def test_an_agent_that_wakes_the_owner_and_fails_is_not_asked_in_a_busy_loop(
    tmp_path: Path, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        claim = world.agent.claim

        def claim_and_wake() -> Callable[[], None] | None:
            world.schedule.wake()
            return claim()

        world.agent.claim = claim_and_wake  # type: ignore[method-assign]
        world.agent.failure[method] = ZeroDivisionError()
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: len(caplog.records) > 1)
        began = time.monotonic()
        await asyncio.sleep(0.3)
        assert len(caplog.records) <= 3 + (time.monotonic() - began) / phase.FAILURE_PAUSE
        del world.agent.failure[method]
        await world.delivered(1)

    run(tmp_path, scenario)


def test_a_release_that_is_a_coroutine_function_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        async def release() -> None:
            world.agent.trace.append("released")

        world.agent.claim = lambda: release  # type: ignore[method-assign, assignment, return-value]
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        assert world.operations() == ["create", "dispatch"]
        assert "released" not in world.agent.trace

    run(tmp_path, scenario)
    (record,) = caplog.records
    assert vars(record)["event"] == "release_failed"
    assert record.exc_info is not None
    assert "must return None" in str(record.exc_info[1])


@pytest.mark.parametrize("method", ["claim", "follow_up"])
def test_a_coroutine_function_in_the_place_of_another_is_told_and_delivers_nothing(
    tmp_path: Path, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(world: World) -> None:
        async def misunderstood(*_arguments: object) -> None:
            raise AssertionError("nobody awaits it")

        setattr(world.agent, method, misunderstood)
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: caplog.records)
        assert world.operations() == ["create"]

    run(tmp_path, scenario)
    assert {vars(record)["event"] for record in caplog.records} == {f"{method}_failed"}


def test_an_idle_wait_that_does_not_end_when_cancelled_does_not_hold_up_the_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(phase, "LONGEST_FAREWELL", 0.01)

    async def scenario(world: World) -> None:
        free = asyncio.Event()
        cancelled = []

        async def wait_until_idle() -> None:
            while not free.is_set():
                try:
                    await free.wait()
                except asyncio.CancelledError:
                    cancelled.append(free)

        world.agent.wait_until_idle = wait_until_idle  # type: ignore[method-assign]
        world.agent.begin_turn()
        await world.create()
        world.clock.advance(MINUTE)
        await until(lambda: world.agent.claims)
        await world.schedule.settled()
        async with asyncio.timeout(DEADLINE):
            await world.schedule.close()
        assert cancelled
        world.agent.end_turn()
        free.set()
        await until(lambda: asyncio.all_tasks() == {asyncio.current_task()})
        assert world.agent.follow_ups == []

    run(tmp_path, scenario)
    assert "idle_wait_failed" in [vars(record)["event"] for record in caplog.records]
