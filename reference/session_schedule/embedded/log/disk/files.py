"""What a log asks of the file system: open, lock, read and write at a place, name a file."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from session_schedule.embedded.log.errors import LogError

try:
    import fcntl
except ImportError:  # Windows, where logs are read and not written
    fcntl = None  # type: ignore[assignment]

LARGEST_LOG = 2**31 - 1
"""How many bytes a log may have; one is held in memory as a whole."""

_ALWAYS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_HARD_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS}
_PIECE = 1 << 12


def usable(path: str | Path) -> Path:
    """Return a path that a log may have.

    Raises:
        LogError: No file can have it.
    """
    shown = Path(repr(os.fspath(path))[1:-1])
    if not (path := Path(path)).name:
        raise LogError("the path of a log must name a file", path=shown)
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        raise LogError("the path has a character that no file name has", path=shown) from None
    if b"\0" in encoded:
        raise LogError("the path has a NUL, which no file name has", path=shown)
    return path


def open_regular(path: Path, flags: int) -> int:
    """Return the descriptor of an existing file, without ever waiting for somebody at a pipe.

    Raises:
        OSError: The system refuses.
        LogError: It is something else than a file.
    """
    descriptor = os.open(path, flags | _ALWAYS | getattr(os, "O_NONBLOCK", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise LogError("the log is not a regular file", path=path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def open_new(path: Path) -> int:
    """Return the descriptor of a file that did not exist.

    Raises:
        OSError: It does, or the system refuses.
    """
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _ALWAYS, 0o600)


def lock(descriptor: int, path: Path) -> None:
    """Take the lock of a log until the descriptor is closed (LOG-12, LOG-26).

    Raises:
        LogError: Another one holds it, or the system has no such locks.
    """
    if fcntl is None:
        message = "a log is written on Linux and other systems with flock only, and read anywhere"
        raise LogError(message, rule="LOG-12", path=path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "the log is open already, in this process or another"
        raise LogError(message, rule="LOG-26", path=path) from error


def read(descriptor: int, size: int, offset: int) -> bytes:
    """Return so many bytes from a place of the file, fewer if it ends before."""
    parts: list[bytes] = []
    while size and (part := os.pread(descriptor, size, offset)):
        parts.append(part)
        size -= len(part)
        offset += len(part)
    return b"".join(parts)


def read_line(descriptor: int, offset: int) -> bytes:
    """Return the line that begins at a place of the file, without its end."""
    line, piece = bytearray(), b""
    while b"\n" not in piece and (piece := os.pread(descriptor, _PIECE, offset + len(line))):
        line += piece
    return bytes(line.partition(b"\n")[0])


def read_whole(descriptor: int, path: Path) -> bytes:
    """Return what a log holds.

    Raises:
        OSError: The system refuses.
        LogError: It is too large.
    """
    size = os.fstat(descriptor).st_size
    message = f"the log has {size:,} bytes, more than can be held in memory"
    if size > LARGEST_LOG:
        raise LogError(message, rule="LOG-1", path=path)
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            stream.seek(0)
            return stream.read()
    except MemoryError:
        raise LogError(message, rule="LOG-1", path=path) from None


def write(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of the content at a place of the file."""
    view = memoryview(content)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view = view[written:]
        offset += written


def draft_name(path: Path) -> Path:
    """Return a name beside a log for a file that is to take the log's own.

    Not made from that, which may be as long as names can be.
    """
    return path.with_name(f".{secrets.token_hex(8)}.tmp")


def keep_aside(path: Path, tail: bytes) -> Path:
    """Put what was torn off a log on the disk, in a file beside it, and return that (LOG-9).

    Raises:
        OSError: It cannot be kept, and there is no such file.
    """
    for aside in _tail_names(path):
        try:
            descriptor = open_new(aside)
        except FileExistsError:
            continue
        try:
            write(descriptor, tail, 0)
            os.fsync(descriptor)
            sync_folder(aside)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)
        return aside
    raise AssertionError("unreachable")


def publish(draft: Path, path: Path) -> None:
    """Give a draft its name, unless the name is taken or does not reach the disk (LOG-19).

    Raises:
        OSError: It is taken, or the system refuses.
    """
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        # A file that only we can have made, and which the draft may therefore replace.
        os.close(open_new(path))
        _take_place(draft, path)
    try:
        sync_folder(path)
    except OSError:
        path.unlink()
        raise


def sync_folder(path: Path) -> None:
    """Bring the name of a file to the disk."""
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _take_place(draft: Path, path: Path) -> None:
    try:
        draft.rename(path)
    except OSError:
        path.unlink()
        raise


def _tail_names(path: Path) -> Iterator[Path]:
    """Yield the names for what is torn off, shortened where the file system needs it (LOG-9)."""
    longest = os.pathconf(path.parent, "PC_NAME_MAX")
    for number in count(1):
        ending = f".tail-{number}"
        name = os.fsencode(path.name)[: longest - len(ending)].decode(errors="ignore")
        yield path.with_name(name + ending)
