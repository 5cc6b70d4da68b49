"""What a log asks of the file system: open, lock, write at a place, bring a name to the disk."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from session_schedule.embedded.log.errors import LogError


def open_regular(path: Path, flags: int) -> int:
    """Return the descriptor of an existing file, without ever waiting for somebody at a pipe.

    Raises:
        OSError: The system refuses.
        LogError: It is something else than a file.
    """
    descriptor = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise LogError("the log is not a regular file", path=path)
    return descriptor


def lock(descriptor: int, path: Path) -> None:
    """Take the lock of a log until the descriptor is closed (LOG-12).

    Raises:
        LogError: Another one holds it.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "the log is open already, in this process or another"
        raise LogError(message, rule="LOG-12", path=path) from error


def write(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of the content at a place of the file."""
    view = memoryview(content)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view = view[written:]
        offset += written


def keep_aside(path: Path, tail: bytes) -> Path:
    """Put what was torn off a log on the disk, in a file beside it, and return that (LOG-9)."""
    number = 1
    while (aside := path.with_name(f"{path.name}.tail-{number}")).exists():
        number += 1
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        write(descriptor, tail, 0)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    _sync_folder(aside)
    return aside


def publish(draft: Path, path: Path) -> None:
    """Give a draft its name, unless the name is taken or does not reach the disk (LOG-19)."""
    os.link(draft, path)
    try:
        _sync_folder(path)
    except OSError:
        path.unlink()
        raise


def _sync_folder(path: Path) -> None:
    """Bring the name of a new file to the disk."""
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
