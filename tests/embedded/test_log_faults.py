"""A disk that is full, fails or may not be written is told; no event is lost or torn by it."""

import errno
import os
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from session_schedule.embedded import BarrierError, LogError, SessionLog
from session_schedule.embedded.log import read_log

NOBODY = 65_534


def failing(number: int) -> Callable[..., Any]:
    def fail(*_arguments: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


def failing_once(monkeypatch: pytest.MonkeyPatch, function: str, number: int) -> None:
    """Let the next call of a function of the system fail."""
    real = getattr(os, function)

    def fail(*_arguments: Any) -> Any:
        monkeypatch.setattr(os, function, real)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, function, fail)


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Limit the size of files, as a full disk does: what fits is written, the rest refused."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def data(path: Path) -> list[Any]:
    return [event.data for event in read_log(path).events]


# Appending.


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_refuses_the_event_and_keeps_none_of_it(path: Path, room: int) -> None:
    """LOG-15."""
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


def test_an_append_that_is_interrupted_has_not_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.pwrite

    def interrupt(file: int, view: memoryview, offset: int) -> int:
        real(file, view, offset)
        raise KeyboardInterrupt

    with SessionLog.create(path) as log:
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", interrupt)
            with pytest.raises(KeyboardInterrupt):
                log.append("todo/write", "interrupted")
        log.barrier()
        assert data(path) == []
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


# Changed from outside.


@pytest.mark.parametrize("change", ["longer", "shorter", "removed", "replaced"])
def test_a_log_that_another_program_changed_is_not_written(path: Path, change: str) -> None:
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        content = path.read_bytes()
        match change:
            case "longer":
                path.write_bytes(content + b"{}\n")
            case "shorter":
                path.write_bytes(content[:-1])
            case "removed":
                path.unlink()
            case _:
                other = path.with_name("other")
                other.write_bytes(content)
                other.replace(path)
        left = path.read_bytes() if path.exists() else None
        with pytest.raises(LogError) as appending:
            log.append("todo/write", "refused")
        with pytest.raises(BarrierError) as confirming:
            log.barrier()
        assert appending.value.rule == confirming.value.rule == "LOG-18"
        assert (path.read_bytes() if path.exists() else None) == left
        assert len(log.events) == 1


# Opening and creating.


@pytest.fixture
def folder_of_nobody() -> Iterator[Path]:
    """Return a folder that a user without rights can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def without_rights() -> Iterator[None]:
    """Become a user who may not do everything, if that is what the tests run as."""
    privileged = os.geteuid() == 0
    if privileged:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if privileged:
            os.seteuid(0)


def test_a_read_only_log_is_not_opened_but_can_be_read(folder_of_nobody: Path) -> None:
    path = folder_of_nobody / "session.jsonl"
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
    path.chmod(0o444)
    with without_rights():
        with pytest.raises(LogError, match="Permission denied") as caught:
            SessionLog.open(path)
        assert caught.value.path == path
        assert data(path) == ["before"]


def test_a_log_is_not_created_in_a_read_only_folder(folder_of_nobody: Path) -> None:
    folder_of_nobody.chmod(0o555)
    with without_rights(), pytest.raises(LogError, match="Permission denied"):
        SessionLog.create(folder_of_nobody / "session.jsonl")


def test_an_unreadable_log_is_told(folder_of_nobody: Path) -> None:
    path = folder_of_nobody / "session.jsonl"
    SessionLog.create(path).close()
    with without_rights(), pytest.raises(LogError, match="cannot be read: Permission denied"):
        read_log(path)


@pytest.mark.parametrize("function", ["pwrite", "fsync", "link"])
def test_a_creation_that_fails_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, function, failing(errno.ENOSPC))
        with pytest.raises(LogError, match="cannot be created: No space left") as caught:
            SessionLog.create(path)
    assert caught.value.path == path
    assert not list(path.parent.iterdir())
    SessionLog.create(path).close()


def test_a_creation_whose_name_does_not_reach_the_disk_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fail_for_folders(file: int) -> None:
        if Path(f"/proc/self/fd/{file}").is_dir():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(file)

    monkeypatch.setattr(os, "fsync", fail_for_folders)
    with pytest.raises(LogError, match="Input/output error"):
        SessionLog.create(path)
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize("function", ["pwrite", "fsync", "ftruncate"])
def test_a_torn_line_that_cannot_be_set_aside_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    SessionLog.create(path).close()
    with path.open("ab") as file:
        file.write(b"torn")
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, function, failing(errno.ENOSPC))
        with pytest.raises(LogError, match="No space left"):
            SessionLog.open(path)
    assert path.read_bytes() == before
    SessionLog.open(path).close()
    tails = list(path.parent.glob("*.tail-*"))
    assert b"torn" in [tail.read_bytes() for tail in tails]


def test_a_torn_line_is_safe_before_it_is_removed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()
    with path.open("ab") as file:
        file.write(b"torn")
    calls: list[str] = []
    real_fsync, real_ftruncate = os.fsync, os.ftruncate

    def fsync(file: int) -> None:
        calls.append(f"fsync {Path(f'/proc/self/fd/{file}').readlink().name}")
        real_fsync(file)

    def ftruncate(file: int, size: int) -> None:
        calls.append("ftruncate")
        real_ftruncate(file, size)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "ftruncate", ftruncate)
    SessionLog.open(path).close()
    assert calls == [
        "fsync session.jsonl",
        "fsync session.jsonl.tail-1",
        f"fsync {path.parent.name}",
        "ftruncate",
        "fsync session.jsonl",
    ]


def test_a_log_on_a_disk_that_confirms_nothing_is_not_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()
    failing_once(monkeypatch, "fsync", errno.EIO)
    with pytest.raises(LogError, match="Input/output error"):
        SessionLog.open(path)
    SessionLog.open(path).close()
