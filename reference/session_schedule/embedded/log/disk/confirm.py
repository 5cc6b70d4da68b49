"""What is on the disk, as far as anyone can tell: synced, read back, and noted (LOG-16, LOG-23).

A system that could not write a page may keep showing it from its cache, report success at the
next ``fsync``, and forget it. Two ways of that were seen on ext4. A failed write leaves its blocks
marked as unwritten, and to write the same pages again does not clear the mark; and a disk may
confirm a write that it cut short. So nothing is ever written again in its place, but into a
new file, and what is confirmed is read back from the disk rather than from the cache.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
from pathlib import Path

from session_schedule.embedded.log.disk.files import draft_name, lock, open_new, read, write

_NOTE = "user.session_schedule.confirmed"


def confirm(descriptor: int, content: bytes, offset: int) -> None:
    """Return when this content, which was written there, is on the disk.

    Raises:
        OSError: It is not, as far as the system knows.
    """
    os.fsync(descriptor)
    if hasattr(os, "posix_fadvise"):
        page = offset - offset % mmap.PAGESIZE
        os.posix_fadvise(descriptor, page, 0, os.POSIX_FADV_DONTNEED)
    if read(descriptor, len(content), offset) != content:
        # What was only in the cache is still wanted there, by readers and by the next opening.
        write(descriptor, content, offset)
        raise OSError(errno.EIO, "the disk does not hold what it confirmed")


def begin_copy(descriptor: int, path: Path, content: bytes) -> tuple[Path, int]:
    """Return the name and the descriptor of a new file for a log, locked and confirmed.

    Args:
        descriptor: The file that it is to replace, whose owner and mode it gets.
        path: Where that file is; the new one is beside it.
        content: What the log holds.

    Raises:
        OSError: There is no such file: the system refuses.
    """
    draft = draft_name(path)
    copy = open_new(draft)
    try:
        lock(copy, path)
        before, after = os.fstat(descriptor), os.fstat(copy)
        if (before.st_uid, before.st_gid) != (after.st_uid, after.st_gid):
            os.fchown(copy, before.st_uid, before.st_gid)
        os.fchmod(copy, before.st_mode & 0o7777)
        write(copy, content, 0)
        confirm(copy, content, 0)
    except BaseException:
        os.close(copy)
        draft.unlink(missing_ok=True)
        raise
    return draft, copy


def note_confirmed(descriptor: int) -> None:
    """Note with the file that all it holds is confirmed; any later write makes the note void."""
    with contextlib.suppress(OSError, AttributeError):
        os.setxattr(descriptor, _NOTE, _state(descriptor))


def is_noted_confirmed(descriptor: int) -> bool:
    """Tell whether all that the file holds was confirmed by whoever wrote it last."""
    try:
        return os.getxattr(descriptor, _NOTE) == _state(descriptor)
    except (OSError, AttributeError):
        return False


def _state(descriptor: int) -> bytes:
    """Return what no copy of the file, and no later state of it, has in common with this one."""
    status = os.fstat(descriptor)
    return b"%d %d %d" % (status.st_ino, status.st_size, status.st_mtime_ns)
