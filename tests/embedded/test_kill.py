"""Killed at random points, hundreds of times, a host loses nothing and repeats only where it may.

A kill takes the process, not what it handed to the system. To lose that too, as a power cut does,
each kill also takes, at random, some of the bytes that no barrier had confirmed.

``KILL_WORLDS`` sessions suffer ``KILLS`` kills each, at random from ``KILL_SEED``, all three taken
from the environment.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from session_schedule import Create, Delete, Dispatch, Every, Schedules, decode_change, fold
from session_schedule.embedded import SessionLog
from session_schedule.embedded.log.lines.event import Event
from session_schedule.values import parse_instant

WORLDS = int(os.environ.get("KILL_WORLDS", "10"))
KILLS = int(os.environ.get("KILLS", "50"))
SEED = int(os.environ.get("KILL_SEED", "20260805"))

Reminder = tuple[str, int]


class Hosts:
    """Starts hosts, one after the other, in a process that forks them."""

    def __init__(self, commands: IO[str], answers: IO[str]) -> None:
        self._commands = commands
        self._answers = answers

    def start(self, **request: Any) -> int:
        """Start a host and return its process id."""
        print(json.dumps(request), file=self._commands, flush=True)
        return int(self._answers.readline())

    def status(self) -> int:
        """Wait for the end of the host and return its wait status."""
        return int(self._answers.readline())


@pytest.fixture(scope="module")
def hosts() -> Iterator[Hosts]:
    with forking() as hosts:
        yield hosts


@contextmanager
def forking() -> Iterator[Hosts]:
    """Run the process that forks hosts."""
    program = Path(__file__).with_name("kill_child.py")
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Hosts(process.stdin, process.stdout)
        process.stdin.close()


class World:
    """One session through its kills: what was promised so far, and what the log held."""

    def __init__(self, folder: Path, tally: Counter[str]) -> None:
        self.log = folder / "session.jsonl"
        self.journal = folder / "journal.jsonl"
        self.tally = tally
        self.created: dict[str, int] = {}
        self.deleted: set[str] = set()
        self.admitted: list[list[Reminder]] = []
        self._journal_read = 0
        self._known: list[Any] = []
        self._confirmed = 0

    def check(self, chance: random.Random) -> None:
        """Judge one more round by what the journal and the log say about it."""
        admitted = self._read_journal()
        if not self.log.exists():
            assert not self._known
            return
        self._lose_unconfirmed(chance)
        with_events = self._reopen()
        changes = [decode_change(event.data) for event in with_events]
        state = fold(with_events, 0)
        self._check_promises(changes)
        self._check_dispatches(admitted, changes[len(self._known) :], state)
        self._known = [event.data for event in with_events]

    def _read_journal(self) -> list[list[Reminder]]:
        lines = self.journal.read_bytes().splitlines() if self.journal.exists() else []
        admitted: list[list[Reminder]] = []
        for line in map(json.loads, lines[self._journal_read :]):
            match line["what"]:
                case "created":
                    self.created[line["id"]] = instant(line["scheduledAt"])
                case "deleted":
                    self.deleted.add(line["id"])
                case "confirmed":
                    self._confirmed = line["size"]
                case "admitted":
                    reminders = list(read_follow_up(line["text"]))
                    for id_, occurrence in reminders:
                        assert line["now"] >= occurrence, f"{id_} was delivered early"
                    admitted.append(reminders)
        self._journal_read = len(lines)
        self.admitted += admitted
        return admitted

    def _lose_unconfirmed(self, chance: random.Random) -> None:
        content = self.log.read_bytes()
        size = len(content)
        # A new log gets its name when its header is confirmed (LOG-19).
        kept = chance.randint(max(self._confirmed, content.index(b"\n") + 1), size)
        os.truncate(self.log, kept)
        self.tally["kills that lost unconfirmed bytes"] += kept < size

    def _reopen(self) -> list[Event]:
        log = SessionLog.open(self.log)
        try:
            events = list(log.events)
        finally:
            log.close()
        # What was read is on the disk; an opening sees to that.
        self._confirmed = self.log.stat().st_size
        assert [event.data for event in events[: len(self._known)]] == self._known
        return events

    def _check_promises(self, changes: list[Any]) -> None:
        created = {c.schedule.id: c.schedule for c in changes if isinstance(c, Create)}
        deleted = {c.id for c in changes if isinstance(c, Delete)}
        assert self.created.keys() <= created.keys(), "an acknowledged reminder is missing"
        assert self.deleted <= deleted, "an acknowledged delete is missing"
        self.tally["creates of which nobody was told"] += len(created.keys() - self.created.keys())
        # Counted once: from now on they are known.
        self.created.update({id_: record.scheduled_at for id_, record in created.items()})

    def _check_dispatches(
        self, admitted: list[list[Reminder]], changes: list[Any], state: Schedules
    ) -> None:
        """Each follow-up has its dispatch, but the last one before the kill, which may lack it."""
        dispatches = [change for change in changes if isinstance(change, Dispatch)]
        reminders = [reminder for follow_up in admitted for reminder in follow_up]
        assert [change.id for change in dispatches] == [id_ for id_, _ in reminders][
            : len(dispatches)
        ], "the dispatches are not those of the follow-ups, in their order"
        pending = reminders[len(dispatches) :]
        assert len(pending) <= len(admitted[-1] if admitted else []), "a dispatch was overtaken"
        for id_, occurrence in pending:
            assert id_ in state.active, f"{id_} would not come back"
            record = state.active[id_]
            distance = occurrence - record.scheduled_at
            if isinstance(record, Every):
                assert distance >= 0
                assert distance % (record.every_seconds * 1_000) == 0
            else:
                assert distance == 0
        self.tally["follow-ups"] += len(admitted)
        self.tally["kills between admission and dispatch"] += bool(pending)


def read_follow_up(text: str) -> Iterator[Reminder]:
    """Yield the ids and occurrences of a framed reminder or batch."""
    fields = dict(line.split(": ", 1) for line in text.splitlines() if "_json: " in line)
    if "reminders_json" in fields:
        for reminder in json.loads(fields["reminders_json"]):
            yield reminder["schedule_id"], instant(reminder["occurrence_at"])
    else:
        match = re.search("^occurrence_at: (.*)$", text, re.MULTILINE)
        assert match is not None
        yield json.loads(fields["schedule_id_json"]), instant(match.group(1))


def instant(text: str) -> int:
    """Return the milliseconds of a canonical instant."""
    value = parse_instant(text)
    assert value is not None
    return value


def kill(folder: Path, hosts: Hosts, worlds: int, kills: int, seed: int) -> Counter[str]:
    """Kill hosts at random points, check each time what they promised, and tell what happened."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    tally: Counter[str] = Counter()
    for number in range(worlds):
        home = folder / str(number)
        home.mkdir()
        world = World(home, tally)
        origin = time.time_ns()
        for _ in range(kills):
            process = hosts.start(
                folder=str(home), seed=chance.getrandbits(32), origin=origin, draining=False
            )
            time.sleep(chance.uniform(0.002, 0.12))
            os.kill(process, signal.SIGKILL)
            assert hosts.status() == signal.SIGKILL, "the host ended by itself"
            tally["kills"] += 1
            world.check(chance)
        hosts.start(folder=str(home), seed=0, origin=origin, draining=True)
        assert hosts.status() == 0
        world.check(chance)
        check_all_came_back(world, tally)
    return tally


def test_a_killed_host_loses_nothing_and_repeats_only_an_undispatched_follow_up(
    tmp_path: Path, hosts: Hosts, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    tally = kill(tmp_path, hosts, WORLDS, KILLS, SEED)
    with capsys.disabled():
        seconds = time.monotonic() - began
        counts = ", ".join(f"{count} {what}" for what, count in sorted(tally.items()))
        print(f"\nkill test, seed {SEED}, {seconds:.0f} s: {counts}")
    assert tally["kills"] == WORLDS * KILLS
    assert tally["follow-ups"] > tally["kills"]
    assert tally["kills between admission and dispatch"] > 0
    assert tally["creates of which nobody was told"] > 0
    assert tally["kills that lost unconfirmed bytes"] > 0


def check_all_came_back(world: World, tally: Counter[str]) -> None:
    """After a last round in peace, every one-shot was delivered or deleted."""
    log = SessionLog.open(world.log)
    state = fold(log.events, 0)
    changes = [decode_change(event.data) for event in log.events]
    log.close()
    assert all(isinstance(record, Every) for record in state.active.values())
    deleted = {change.id for change in changes if isinstance(change, Delete)}
    came_back = Counter(id_ for follow_up in world.admitted for id_, _ in follow_up)
    for change in changes:
        if isinstance(change, Create) and not isinstance(change.schedule, Every):
            id_ = change.schedule.id
            assert came_back[id_] or id_ in deleted, f"{id_} was lost"
            tally["one-shots delivered more than once"] += came_back[id_] > 1
    tally["reminders"] += len(state.seen_ids)
