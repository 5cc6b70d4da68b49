"""A disk that is full or fails is told; no event is lost or torn by it."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from disk import data, failing, failing_once, no_file_longer_than

from session_schedule.embedded import BarrierError, LogError, SessionLog
from session_schedule.embedded.log.session_log import read_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


# Appending.


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_refuses_the_event_and_keeps_none_of_it(path: Path, room: int) -> None:
    """LOG-28."""
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        before = path.read_bytes()
        with no_file_longer_than(len(before) + room), pytest.raises(LogError) as caught:
            log.append("todo/write", "x" * 100)
        assert caught.value.path == path
        assert "File too large" in str(caught.value)
        assert path.read_bytes() == before
        assert len(log.events) == 1
        log.barrier()
        assert log.append("todo/write", "after").seq == 1
        log.barrier()
    assert data(path) == ["before", "after"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
def test_an_append_that_fails_has_not_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with SessionLog.create(path) as log:
        failing_once(monkeypatch, "pwrite", number)
        with pytest.raises(LogError, match=os.strerror(number)):
            log.append("todo/write", "refused")
        log.append("todo/write", "after")
    assert data(path) == ["after"]


def test_a_write_that_is_cut_short_is_continued(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, view, offset: real(file, view[:7], offset))
    with SessionLog.create(path) as log:
        log.append("todo/write", "x" * 100)
    assert data(path) == ["x" * 100]


def refuses_until_opened_again(log: SessionLog) -> None:
    with pytest.raises(LogError, match="interrupted") as appending:
        log.append("todo/write", "refused")
    with pytest.raises(BarrierError, match="interrupted"):
        log.barrier()
    assert appending.value.rule == "LOG-29"
    log.close()


def test_an_append_that_is_interrupted_after_its_line_was_written_gives_no_place_twice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        monkeypatch.setattr(log._events, "append", interrupt)
        with pytest.raises(KeyboardInterrupt):
            log.append("todo/write", "interrupted")
        refuses_until_opened_again(log)
    with SessionLog.open(path) as log:
        log.append("todo/write", "after")
    assert data(path) == ["before", "interrupted", "after"]


def test_an_append_that_is_interrupted_before_that_leaves_a_torn_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.pwrite

    def interrupt(file: int, view: memoryview, offset: int) -> int:
        real(file, view[:20], offset)
        raise KeyboardInterrupt

    with SessionLog.create(path) as log:
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", interrupt)
            with pytest.raises(KeyboardInterrupt):
                log.append("todo/write", "interrupted")
        refuses_until_opened_again(log)
    with SessionLog.open(path) as log:
        log.append("todo/write", "after")
    assert data(path) == ["after"]


def leave_litter(log: SessionLog, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an append fail after 20 bytes, and these be beyond removal."""
    with monkeypatch.context() as patch, no_file_longer_than(path.stat().st_size + 20):
        patch.setattr(os, "ftruncate", failing(errno.EIO))
        with pytest.raises(LogError) as caught:
            log.append("todo/write", "x" * 100)
        assert "cannot be removed" in caught.value.__notes__[0]


def test_what_a_failed_append_left_is_removed_before_the_next_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        leave_litter(log, path, monkeypatch)
        assert len(read_log(path).torn) == 20
        log.append("todo/write", 1)
    assert data(path) == ["before", 1]


def test_nothing_is_appended_or_confirmed_while_it_cannot_be_removed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        leave_litter(log, path, monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(os, "ftruncate", failing(errno.EIO))
            with pytest.raises(LogError, match="cannot be removed"):
                log.append("todo/write", "refused")
            with pytest.raises(BarrierError, match="cannot be removed"):
                log.barrier()
        log.barrier()
        assert read_log(path).torn == b""
    assert data(path) == ["before"]


def test_a_process_that_dies_over_it_leaves_a_torn_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        log.barrier()
        leave_litter(log, path, monkeypatch)
    with SessionLog.open(path) as log:
        assert [event.data for event in log.events] == ["before"]


# The barrier.


def test_a_barrier_that_fails_says_so_and_the_next_may_succeed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "open")
        failing_once(monkeypatch, "fsync", errno.EIO)
        with pytest.raises(BarrierError, match="Input/output error") as caught:
            log.barrier()
        assert (caught.value.path, caught.value.rule) == (path, "LOG-16")
        assert [event.data for event in log.events] == ["open"]
        log.barrier()
    assert data(path) == ["open"]


def test_what_a_failed_barrier_let_the_system_forget_is_written_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed fsync Linux takes pages for clean that never reached the disk (LOG-17)."""
    with SessionLog.create(path) as log:
        log.append("todo/write", "confirmed")
        log.barrier()
        on_disk = path.read_bytes()
        log.append("todo/write", "open")
        failing_once(monkeypatch, "fsync", errno.EIO)
        with pytest.raises(BarrierError):
            log.barrier()
        log.append("todo/write", "later")
        written = path.read_bytes()
        path.write_bytes(on_disk + b"\0" * (len(written) - len(on_disk)))
        log.barrier()
        assert path.read_bytes() == written
    assert data(path) == ["confirmed", "open", "later"]


def test_a_barrier_that_cannot_write_them_again_fails_until_it_can(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "open")
        written = path.read_bytes()
        failing_once(monkeypatch, "fsync", errno.EIO)
        with pytest.raises(BarrierError):
            log.barrier()
        for _ in range(2):
            failing_once(monkeypatch, "pwrite", errno.ENOSPC)
            with pytest.raises(BarrierError, match="No space left"):
                log.barrier()
        path.write_bytes(b"\0" * len(written))
        with pytest.MonkeyPatch.context() as patch:
            calls: list[int] = []
            real = os.pwrite

            def count(*arguments: Any) -> int:
                calls.append(arguments[2])
                return real(*arguments)

            patch.setattr(os, "pwrite", count)
            log.barrier()
            log.barrier()
            assert len(calls) == 1


def test_they_are_written_again_where_they_were_after_a_torn_line_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()
    with path.open("ab") as file:
        file.write(b"torn")
    with SessionLog.open(path) as log:
        log.append("todo/write", "open")
        failing_once(monkeypatch, "fsync", errno.EIO)
        with pytest.raises(BarrierError):
            log.barrier()
        written = path.read_bytes()
        log.barrier()
        assert path.read_bytes() == written


def test_a_barrier_that_is_interrupted_leaves_its_events_in_doubt(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-17: the system may have told the interrupted call, and nobody else, that it failed."""

    def interrupt(_file: int) -> None:
        raise KeyboardInterrupt

    with SessionLog.create(path) as log:
        log.append("todo/write", "open")
        written = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", interrupt)
            with pytest.raises(KeyboardInterrupt):
                log.barrier()
        path.write_bytes(b"\0" * len(written))
        log.barrier()
        assert path.read_bytes().endswith(written.splitlines(keepends=True)[1])


@pytest.mark.parametrize("beginning", ["created", "opened", "torn"])
def test_a_barrier_asks_the_disk_only_if_something_is_unconfirmed(
    path: Path, monkeypatch: pytest.MonkeyPatch, beginning: str
) -> None:
    """LOG-16: what was there at the beginning was confirmed by the opening."""
    calls: list[int] = []
    real = os.fsync

    def count(file: int) -> None:
        calls.append(file)
        real(file)

    monkeypatch.setattr(os, "fsync", count)
    log = SessionLog.create(path)
    if beginning != "created":
        log.append("todo/write", "unconfirmed")
        log.close()
        if beginning == "torn":
            with path.open("ab") as file:
                file.write(b"torn")
        calls.clear()
        log = SessionLog.open(path)
    with log:
        assert calls
        for fsyncs in (0, 1):
            calls.clear()
            log.barrier()
            log.barrier()
            assert len(calls) == fsyncs
            log.append("todo/write", "new")
