"""Sessions move between this host and the published packages, back and forth, unchanged."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from upstream import Upstream, running

from session_schedule import (
    Create,
    Delete,
    Dispatch,
    Every,
    Schedules,
    allocate,
    create_record,
    encode_change,
    fold,
    view,
)
from session_schedule.embedded import SessionLog
from session_schedule.embedded.log.layout import session_path

HISTORIES = int(os.environ.get("INTERCHANGE_HISTORIES", "60"))
SEED = int(os.environ.get("INTERCHANGE_SEED", "20260805"))
NOW = 1_785_931_200_000
LIST: dict[str, Any] = {"call": "schedule_list", "args": {}}
PROMPTS = ["tea", "  caf\u00e9 \u2028\u00a0", '"quoted" \\ \n', "\ud800 alone", "\U0001f600<&>"]
ELSE: list[Any] = [None, {"a": [1.5, "\udc00", {}]}, "\u2028\x00\x7f", 1e300, []]


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with running() as process:
        yield process


def state(log: SessionLog) -> Schedules:
    return fold(log.events, log.header.seed_length or 0)


def views(log: SessionLog, now: int) -> list[dict[str, Any]]:
    return [view(record, now) for record in state(log).active.values()]


def before_anything_is_due(log: SessionLog) -> int:
    """Return a time at which upstream, when it opens the session, has nothing to deliver."""
    return min([record.scheduled_at - 1 for record in state(log).active.values()], default=NOW)


class History:
    """What happens to one session, at random."""

    def __init__(self, folder: Path, number: int, tally: Counter[str]) -> None:
        self.root = folder / f"root-{number}"
        self.id = f"session {number}"
        self.chance = random.Random(f"{SEED} {number}")  # noqa: S311 - repeatable, not secret
        self.tally = tally
        self.now = NOW

    @property
    def path(self) -> Path:
        """Where both hosts look for the session."""
        return session_path(self.root, "/home/user", self.id)

    def creation(self) -> dict[str, Any]:
        """Return arguments of a create."""
        chance = self.chance
        delay = chance.randint(1, 4_000)
        selectors: list[dict[str, Any]] = [
            {"after_seconds": delay},
            {"every_seconds": 299 + delay},
            {"at": f"2026-08-{chance.randint(10, 28)}T0{chance.randint(0, 9)}:00:00.5+02:00"},
            {"at": {"date": "2027-02-03", "time": "04:05:06", "time_zone": "Europe/Berlin"}},
        ]
        return {"prompt": chance.choice(PROMPTS), **chance.choice(selectors)}

    def go_on_here(self, log: SessionLog) -> None:
        """Let things happen in our host."""
        for _ in range(self.chance.randint(1, 12)):
            self.now += self.chance.randint(0, 900_000)
            self._happen(log)
        log.barrier()

    def _happen(self, log: SessionLog) -> None:
        schedules = state(log)
        active = list(schedules.active.values())
        due = [record for record in active if record.scheduled_at <= self.now]
        match self.chance.randrange(6):
            case 0 if active:
                change: Any = Delete(self.chance.choice(active).id)
            case 1 | 2 if due:
                record = self.chance.choice(due)
                accepted_at = self.now if isinstance(record, Every) else None
                change = Dispatch(record.id, accepted_at)
                self.tally["dispatches here"] += 1
            case 3:
                self.tally["other events"] += 1
                log.append("todo/write", self.chance.choice(ELSE), time=self.now)
                log.append("own/note", self.chance.choice(ELSE), time=self.now, ignorable=True)
                return
            case _:
                id_ = allocate(schedules.seen_ids)
                change = Create(create_record(self.creation(), id_, self.now))
                self.tally["creates here"] += 1
        log.append("schedule/change", encode_change(change), time=self.now)

    def steps(self) -> list[dict[str, Any]]:
        """Return what is to happen in upstream's host; the clock only goes on."""
        # Upstream writes no file before the first event.
        steps: list[dict[str, Any]] = [{"call": "schedule_create", "args": self.creation()}]
        for _ in range(self.chance.randint(1, 12)):
            match self.chance.randrange(4):
                case 0:
                    id_ = f"schedule-{self.chance.randint(1, 9)}"
                    steps.append({"call": "schedule_delete", "args": {"id": id_}})
                case 1:
                    self.now += self.chance.randint(0, 900_000)
                    steps.append({"clock": self.now})
                case _:
                    steps.append({"call": "schedule_create", "args": self.creation()})
        return [*steps, LIST]

    def go_on_there(self, upstream: Upstream) -> list[Any]:
        """Let things happen in upstream's host, and return the list at their end."""
        results = upstream.live(self.root, self.id, self.now, *self.steps())
        self.tally["lives there"] += 1
        listed: list[Any] = results[-1]
        return listed

    def check_here(self, listed: list[Any]) -> SessionLog:
        """Open the session here, and see the same as upstream saw at the end."""
        log = SessionLog.open(self.path)
        assert views(log, self.now) == listed
        self.tally["views compared"] += len(listed)
        types = Counter(event.type for event in log.events)
        self.tally["turns opened there"] += types["turn/start"]
        self.tally["chunks in packed rows"] += types["assistant/chunk"]
        return log

    def check_there(self, upstream: Upstream, log: SessionLog) -> None:
        """Close the session here, and let upstream see the same."""
        now = before_anything_is_due(log)
        expected = views(log, now)
        log.close()
        assert upstream.live(self.root, self.id, now, LIST) == [expected]
        self.tally["views compared"] += len(expected)
        self.tally["lives there"] += 1


def report(capsys: pytest.CaptureFixture[str], what: str, tally: Counter[str]) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in sorted(tally.items()))
    with capsys.disabled():
        print(f"\ninterchange, {what}, seed {SEED}: {HISTORIES} histories, {counts}")


def test_upstream_opens_and_continues_what_was_written_here(
    upstream: Upstream, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tally: Counter[str] = Counter()
    for number in range(HISTORIES):
        history = History(tmp_path, number, tally)
        history.path.parent.mkdir(parents=True)
        with SessionLog.create(history.path, id_=history.id, cwd="/home/user", now=NOW) as log:
            history.go_on_here(log)
            written = list(log.events)
            history.check_there(upstream, log)
        listed = history.go_on_there(upstream)
        with history.check_here(listed) as log:
            assert log.events[: len(written)] == written
            history.go_on_here(log)
            history.check_there(upstream, log)
    report(capsys, "written here first", tally)
    assert min(tally.values()) > HISTORIES // 2


def test_what_upstream_wrote_is_opened_and_continued_here(
    upstream: Upstream, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tally: Counter[str] = Counter()
    for number in range(HISTORIES):
        history = History(tmp_path, number, tally)
        for _ in range(2):
            with history.check_here(history.go_on_there(upstream)) as log:
                history.go_on_here(log)
                history.check_there(upstream, log)
        assert not list(history.path.parent.glob("*.tail-*"))
    report(capsys, "written there first", tally)
    assert min(tally.values()) > HISTORIES // 2


def test_a_fork_that_was_made_here_adopts_nothing_there(upstream: Upstream, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(5):
        history = History(tmp_path, number, tally)
        history.go_on_there(upstream)
        child = session_path(history.root, "/home/user", "kid")
        child.parent.mkdir(parents=True)
        with SessionLog.open(history.path) as parent, parent.fork(child, id_="kid") as fork:
            inherited = len(parent.events)
            assert views(fork, NOW) == []
        create = {"call": "schedule_create", "args": {"prompt": "own", "after_seconds": 9}}
        results = upstream.live(history.root, "kid", history.now, LIST, create)
        assert results[0] == []
        assert results[1]["id"] == "schedule-1"
        with SessionLog.open(child) as fork:
            assert fork.header.seed_length == inherited
            assert [record["prompt"] for record in views(fork, NOW)] == ["own"]


def test_a_fork_that_was_made_there_adopts_nothing_here(upstream: Upstream, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(5):
        history = History(tmp_path, number, tally)
        history.go_on_there(upstream)
        (header,) = upstream.live(history.root, history.id, history.now, {"fork": "kid"})
        child = session_path(history.root, "/home/user", "kid")
        with SessionLog.open(history.path) as parent, SessionLog.open(child) as fork:
            assert fork.header.seed_length == header["seedLength"] > 0
            assert fork.header.parent_session == history.id
            assert fork.events[: header["seedLength"]] == parent.events[: header["seedLength"]]
            assert views(fork, history.now) == []


def test_upstream_opens_what_a_crash_tore_as_it_is_opened_here(
    upstream: Upstream, tmp_path: Path
) -> None:
    for number in range(5):
        history = History(tmp_path, number, Counter())
        history.go_on_there(upstream)
        content = history.path.read_bytes()
        cut = content[: history.chance.randrange(content.index(b"\n") + 1, len(content))]
        history.path.write_bytes(cut)
        with SessionLog.open(history.path) as log:
            now = before_anything_is_due(log)
            expected = views(log, now)
        history.path.write_bytes(cut)
        assert upstream.live(history.root, history.id, now, LIST) == [expected]
