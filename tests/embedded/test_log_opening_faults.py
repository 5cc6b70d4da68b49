"""An opening or creation that the system lets fail is told, and leaves nothing half done."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from disk import data, failing, failing_once

from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.session_log import read_log

NOBODY = 65_534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


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
    assert calls[:4] == [
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
