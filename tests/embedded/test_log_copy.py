"""What a disk may have forgotten is not believed: the log moves to a new file (LOG-17, LOG-23)."""

import errno
import fcntl
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from disk import data, failing, failing_once

from session_schedule.embedded import BarrierError, LogError, SessionLog, read_log
from session_schedule.embedded.log.disk import files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def write(log: SessionLog, what: str, *, confirmed: bool = True) -> None:
    log.append("todo/write", what)
    if confirmed:
        log.barrier()


def let_a_barrier_fail(log: SessionLog, monkeypatch: pytest.MonkeyPatch) -> None:
    failing_once(monkeypatch, "fsync", errno.ENOSPC)
    with pytest.raises(BarrierError, match="No space left"):
        log.barrier()


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


# After a failed barrier.


def test_after_a_failed_barrier_nothing_is_written_into_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log, path.open("rb") as old:
        write(log, "confirmed")
        write(log, "open", confirmed=False)
        before = path.read_bytes()
        let_a_barrier_fail(log, monkeypatch)
        written = os.fstat(old.fileno()).st_mtime_ns
        log.barrier()
        assert not os.path.samestat(os.fstat(old.fileno()), path.stat())
        assert os.fstat(old.fileno()).st_mtime_ns == written
        assert old.read() == path.read_bytes() == before
        write(log, "after")
    assert data(path) == ["confirmed", "open", "after"]
    assert names(path) == [path.name]


def test_the_new_file_is_locked_when_it_is_seen(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-12."""
    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        real = os.replace

        def replace(draft: str, place: str) -> None:
            real(draft, place)
            with path.open("rb") as seen, pytest.raises(BlockingIOError):
                fcntl.flock(seen, fcntl.LOCK_EX | fcntl.LOCK_NB)

        monkeypatch.setattr(os, "replace", replace)
        log.barrier()
        with pytest.raises(LogError, match="open already"):
            SessionLog.open(path)
    SessionLog.open(path).close()


def test_the_new_file_has_the_mode_and_owner_of_the_old_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 65_534, 65_534)
    before = path.stat()
    with SessionLog.open(path) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        log.barrier()
    after = path.stat()
    assert after.st_ino != before.st_ino
    assert (after.st_mode, after.st_uid, after.st_gid) == (
        before.st_mode,
        before.st_uid,
        before.st_gid,
    )


def test_a_link_to_the_log_stays_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SessionLog.create(path).close()
    link = path.with_name("link")
    link.symlink_to(path.name)
    with SessionLog.open(link) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        log.barrier()
        write(log, "after")
    assert link.is_symlink()
    assert data(path) == ["open", "after"]


def test_what_is_appended_during_the_copy_is_in_it_and_not_yet_confirmed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        real = os.fsync
        calls: list[int] = []

        def append_first(file: int) -> None:
            calls.append(file)
            if len(calls) == 1:
                write(log, "meanwhile", confirmed=False)
            real(file)

        monkeypatch.setattr(os, "fsync", append_first)
        log.barrier()
        assert data(path) == ["open", "meanwhile"]
        calls[:] = [0]
        log.barrier()
        assert len(calls) == 2
    assert data(path) == ["open", "meanwhile"]


@pytest.mark.parametrize("function", ["pwrite", "fsync", "replace", "fchmod"])
def test_a_copy_that_fails_leaves_the_old_file_and_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, function, failing(errno.EIO))
            for _ in range(2):
                with pytest.raises(BarrierError, match="Input/output error"):
                    log.barrier()
        assert path.read_bytes() == before
        assert names(path) == [path.name]
        write(log, "after")
    assert data(path) == ["open", "after"]


def test_a_copy_whose_name_did_not_reach_the_disk_confirms_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fail_for_folders(file: int) -> None:
        if Path(f"/proc/self/fd/{file}").is_dir():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(file)

    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
        let_a_barrier_fail(log, monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail_for_folders)
            with pytest.raises(BarrierError, match="Input/output error"):
                log.barrier()
        write(log, "after")
    assert data(path) == ["open", "after"]


def test_what_the_disk_does_not_hold_is_not_confirmed_whatever_it_says(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-16: a disk may confirm a write that it cut short."""
    real = os.pread
    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
        with monkeypatch.context() as patch:
            patch.setattr(os, "pread", lambda *place: bytes(len(real(*place))))
            with pytest.raises(BarrierError, match="does not hold what it confirmed"):
                log.barrier()
        assert data(path) == ["open"]
        log.barrier()
    assert data(path) == ["open"]


def test_a_child_by_fork_keeps_the_lock_of_the_new_file_only(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-12: the old file's lock is nobody's concern any more."""
    ending, end = os.pipe()
    log = SessionLog.create(path)
    write(log, "open", confirmed=False)
    let_a_barrier_fail(log, monkeypatch)
    process = os.fork()
    if process == 0:
        os.close(end)
        os.read(ending, 1)
        os._exit(0)
    log.barrier()
    log.close()
    SessionLog.open(path).close()
    os.close(end)
    assert os.waitpid(process, 0)[1] == 0
    assert data(path) == ["open"]


# The next opening.


def inode_after_opening(path: Path) -> int:
    with SessionLog.open(path):
        return path.stat().st_ino


def test_what_was_confirmed_is_not_copied(path: Path) -> None:
    with SessionLog.create(path) as log:
        write(log, "confirmed")
    inode = path.stat().st_ino
    for _ in range(3):
        assert inode_after_opening(path) == inode


def test_what_was_confirmed_is_not_copied_after_a_kill_either(path: Path) -> None:
    process = os.fork()
    if process == 0:
        write(SessionLog.create(path), "confirmed")
        os._exit(0)
    assert os.waitpid(process, 0)[1] == 0
    inode = path.stat().st_ino
    assert inode_after_opening(path) == inode


def appended(path: Path) -> None:
    with SessionLog.open(path) as log:
        write(log, "open", confirmed=False)


def changed(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content)


def copied(path: Path) -> None:
    other = path.with_name("other")
    shutil.copy2(path, other)
    other.replace(path)


@pytest.mark.parametrize("way", [appended, changed, copied])
def test_what_nobody_confirmed_is_copied_once(path: Path, way: Any) -> None:
    with SessionLog.create(path) as log:
        write(log, "confirmed")
    way(path)
    before, content = path.stat(), path.read_bytes()
    inode = inode_after_opening(path)
    assert inode != before.st_ino
    assert path.read_bytes() == content
    assert inode_after_opening(path) == inode
    assert names(path) == [path.name]


def test_where_nothing_can_be_noted_every_opening_copies(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for function in ("setxattr", "getxattr"):
        monkeypatch.setattr(os, function, failing(errno.EOPNOTSUPP))
    with SessionLog.create(path) as log:
        write(log, "confirmed")
    inode = path.stat().st_ino
    assert inode_after_opening(path) != inode
    assert data(path) == ["confirmed"]


def test_an_opening_that_cannot_copy_is_in_doubt_until_a_barrier_can(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with SessionLog.create(path) as log:
        write(log, "open", confirmed=False)
    failing_once(monkeypatch, "fsync", errno.ENOSPC)
    with SessionLog.open(path) as log:
        assert [event.data for event in log.events] == ["open"]
        (warning,) = caplog.records
        assert (vars(warning)["event"], vars(warning)["rule"]) == ("barrier_failed", "LOG-23")
        let_a_barrier_fail(log, monkeypatch)
        inode = path.stat().st_ino
        write(log, "after")
        assert path.stat().st_ino != inode
    assert data(path) == ["open", "after"]


def test_an_opening_that_meets_a_copy_being_put_in_place_locks_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()
    real = files.lock
    raced: list[int] = []

    def lock(descriptor: int, place: Path) -> None:
        if not raced:
            raced.append(descriptor)
            copied(path)
        real(descriptor, place)

    monkeypatch.setattr(files, "lock", lock)
    with SessionLog.open(path) as log:
        write(log, "after")
        with pytest.raises(LogError, match="open already"):
            SessionLog.open(path)
    assert data(path) == ["after"]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, MemoryError, GeneratorExit])
def test_an_opening_that_is_interrupted_holds_no_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    """LOG-12."""
    SessionLog.create(path).close()
    descriptors = set(Path("/proc/self/fd").iterdir())

    def interrupt(*_arguments: Any) -> Any:
        raise interruption

    for function in ("fsync", "fstat", "read"):
        with monkeypatch.context() as patch:
            patch.setattr(os, function, interrupt)
            if function == "read":
                patch.setattr("session_schedule.embedded.log.session_log.parse_log", interrupt)
            with pytest.raises(interruption):
                SessionLog.open(path)
        assert set(Path("/proc/self/fd").iterdir()) == descriptors
    SessionLog.open(path).close()
    assert read_log(path).events == []
