"""What no scenario shows: where reminders are kept, and what is said of failures."""

from pathlib import Path

from world import MINUTE, World, run


def test_reminders_are_in_the_changes_of_the_log_and_nowhere_else(tmp_path: Path) -> None:
    """DUE-25 and DUE-33."""

    async def scenario(world: World) -> None:
        await world.create()
        await world.create("water", every_seconds=300)
        await world.delete("schedule-2")
        world.clock.advance(MINUTE)
        await world.delivered(1)
        await world.schedule.settled()

    run(tmp_path, scenario)
    assert [file.name for file in tmp_path.iterdir()] == ["session.jsonl"]
    _header, *lines = (tmp_path / "session.jsonl").read_text().splitlines()
    assert len(lines) == 4
    assert all(line.startswith('{"type":"schedule/change",') for line in lines)


def test_a_reminder_does_not_come_back_because_its_turn_failed(tmp_path: Path) -> None:
    """DUE-27: of the turn the owner learns its end alone, and nothing makes it deliver again."""

    async def scenario(world: World) -> None:
        await world.create()
        await world.schedule.settled()
        world.clock.advance(MINUTE)
        await world.delivered(1)
        world.agent.end_turn()
        world.schedule.wake()
        world.clock.advance(MINUTE)
        assert await world.list_() == []
        await world.schedule.settled()
        assert len(world.agent.follow_ups) == 1

    run(tmp_path, scenario)


def test_a_message_shows_nothing_of_the_log_that_failed(tmp_path: Path) -> None:
    """TOOL-19."""

    async def scenario(world: World) -> None:
        world.log.append_fails = True
        refused = await world.create()
        world.log.append_fails = False
        world.log.barrier_fails = True
        uncertain = await world.list_()
        world.log.barrier_fails = False
        for error, code in ((refused, "internal_error"), (uncertain, "persistence_uncertain")):
            assert error["code"] == code
            assert "disk" not in error["message"]
            assert "secret" not in error["message"]

    run(tmp_path, scenario)
