"""Room that is secured behind a log is no event, and is there for the next lines (LOG-24)."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from disk import data, failing, failing_once, no_file_longer_than

from session_schedule.embedded import BarrierError, LogError, SessionLog, read_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


@pytest.fixture
def log(path: Path) -> Iterator[SessionLog]:
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        log.barrier()
        yield log


def test_lines_find_the_room_that_was_secured_on_a_disk_that_filled_up_since(
    log: SessionLog, path: Path
) -> None:
    log.secure(1_000)
    with no_file_longer_than(path.stat().st_size):
        for number in range(3):
            log.append("todo/write", number)
        with pytest.raises(LogError, match="cannot be appended"):
            log.append("todo/write", "x" * 1_000)
    log.free()
    log.barrier()
    assert data(path) == ["before", 0, 1, 2]
    assert read_log(path).torn == b""


def test_room_that_there_is_not_is_refused_and_leaves_nothing(log: SessionLog, path: Path) -> None:
    before = path.read_bytes()
    with (
        no_file_longer_than(len(before) + 500),
        pytest.raises(LogError, match="no room for the next events"),
    ):
        log.secure(1_000)
    assert path.read_bytes() == before
    log.append("todo/write", "after")
    assert data(path) == ["before", "after"]


def test_nobody_sees_an_event_in_it(log: SessionLog, path: Path) -> None:
    """LOG-8."""
    log.secure(100)
    stored = read_log(path)
    assert [event.data for event in stored.events] == ["before"]
    assert stored.torn == b" " * 100
    log.free()
    log.free()
    assert read_log(path).torn == b""


def test_a_barrier_leaves_it(log: SessionLog, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.append("todo/write", "open")
    log.secure(1_000)
    failing_once(monkeypatch, "fsync", errno.EIO)
    with pytest.raises(BarrierError):
        log.barrier()
    inode = path.stat().st_ino
    log.barrier()
    assert path.stat().st_ino != inode
    assert read_log(path).torn == b" " * 1_000
    with no_file_longer_than(path.stat().st_size):
        log.append("todo/write", "after")
    log.free()
    assert data(path) == ["before", "open", "after"]


def test_room_that_cannot_be_given_back_is_before_the_next_line(
    log: SessionLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.secure(1_000)
    with monkeypatch.context() as patch:
        patch.setattr(os, "ftruncate", failing(errno.EIO))
        with pytest.raises(LogError, match="cannot be removed"):
            log.free()
    log.append("todo/write", "after")
    assert read_log(path).torn == b""
    assert data(path) == ["before", "after"]


def test_an_opening_after_a_kill_sets_it_aside(path: Path) -> None:
    """LOG-9."""
    process = os.fork()
    if process == 0:
        log = SessionLog.create(path)
        log.append("todo/write", "before")
        log.barrier()
        log.secure(100)
        os._exit(0)
    assert os.waitpid(process, 0)[1] == 0
    SessionLog.open(path).close()
    assert data(path) == ["before"]
    assert path.with_name(f"{path.name}.tail-1").read_bytes() == b" " * 100
