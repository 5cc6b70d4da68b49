"""Very many reminders leave the event loop its turns, and a long batch stays whole."""

import asyncio
from pathlib import Path

from world import World, opened

from session_schedule.embedded import SessionLog
from session_schedule.values import format_instant

DUE = 2_000
NOON = 1_785_931_200_000


def overdue(path: Path) -> Path:
    """A log with very many overdue reminders."""
    with SessionLog.create(path) as log:
        for number in range(DUE):
            record = {"id": f"e{number}", "kind": "every", "prompt": "tea", "everySeconds": 300}
            schedule = {**record, "scheduledAt": format_instant(NOON - 1_000 - number)}
            change = {"version": 1, "operation": "create", "schedule": schedule}
            log.append("schedule/change", change)
        log.barrier()
    return path


async def admitted(world: World) -> None:
    """Wait until the follow-up was admitted, a turn of the loop at a time."""
    while not world.agent.follow_ups:
        await asyncio.sleep(0)


def dispatches(path: Path) -> int:
    """How many dispatches the log holds."""
    with SessionLog.open(path) as log:
        return sum(event.data["operation"] == "dispatch" for event in log.events)


def test_the_loop_goes_on_while_a_long_batch_is_dispatched(tmp_path: Path) -> None:
    path = overdue(tmp_path / "session.jsonl")

    async def body() -> int:
        turns = 0
        async with opened(path, NOON) as world:
            await admitted(world)
            while len(world.log.events) < 2 * DUE:
                await asyncio.sleep(0)
                turns += 1
            assert len(world.agent.follow_ups) == 1
        return turns

    assert asyncio.run(body()) >= DUE // 256 - 1
    assert dispatches(path) == DUE


def test_a_batch_that_is_admitted_is_dispatched_whole_though_the_owner_closes(
    tmp_path: Path,
) -> None:
    path = overdue(tmp_path / "session.jsonl")

    async def body() -> int:
        async with opened(path, NOON) as world:
            await admitted(world)
            return len(world.log.events) - DUE

    assert asyncio.run(body()) < DUE, "the owner closed too late to show anything"
    assert dispatches(path) == DUE


def test_a_batch_that_is_admitted_is_dispatched_whole_though_the_owner_is_cancelled(
    tmp_path: Path,
) -> None:
    path = overdue(tmp_path / "session.jsonl")

    async def body() -> None:
        async with opened(path, NOON) as world:
            await admitted(world)
            assert len(world.log.events) < 2 * DUE, "the task is cancelled too late"
            (worker,) = (
                task for task in asyncio.all_tasks() if task.get_name() == "schedule owner"
            )
            worker.cancel()
            await asyncio.wait([worker])
            assert world.schedule.stopped == "failed"

    asyncio.run(body())
    assert dispatches(path) == DUE
