"""The file of a session log: locked, appended to, confirmed, and never shortened silently."""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from pathlib import Path
from threading import Lock
from typing import Self

from session_schedule.embedded.errors import BarrierError, LogError, refused


class LogFile:
    """One open log, which nobody else may write; ``append`` and ``sync`` may overlap.

    The end of the log is where its last whole line ends. Bytes beyond it are the rest of a failed
    append, and are gone before the next line is written.

    Attributes:
        path: Where it was opened.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        """Take over a file that is locked and confirmed.

        Raises:
            LogError: Its state cannot be read.
        """
        self.path = path
        self._descriptor: int | None = descriptor
        self._end = self._confirmed = os.fstat(descriptor).st_size
        self._litter = 0
        self._unconfirmed: list[bytes] = []
        self._doubtful = False
        self._appending = Lock()
        self._syncing = Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Lock an existing log, and confirm what it holds (LOG-12, LOG-16).

        Raises:
            LogError: Another one has it open, or the system refuses.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise refused("the log cannot be opened for writing", error).at(path) from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise LogError("the log is not a regular file", path=path)
            _lock(descriptor, path)
            os.fsync(descriptor)
            return cls(path, descriptor)
        except OSError as error:
            os.close(descriptor)
            raise refused("the log cannot be opened for writing", error).at(path) from error
        except LogError:
            os.close(descriptor)
            raise

    @classmethod
    def create(cls, path: Path, content: bytes) -> Self:
        """Put a new log in place, confirmed and locked, whole or not at all (LOG-12, LOG-19).

        Raises:
            LogError: There is a file of this name already, or the system refuses.
        """
        draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}.tmp")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        try:
            descriptor = os.open(draft, flags, 0o600)
        except OSError as error:
            raise refused("the log cannot be created", error).at(path) from error
        try:
            _lock(descriptor, path)
            _write(descriptor, content, 0)
            os.fsync(descriptor)
            _publish(draft, path)
            return cls(path, descriptor)
        except FileExistsError as error:
            os.close(descriptor)
            message = "a file of this name exists; a log is not overwritten"
            raise LogError(message, rule="LOG-19", path=path) from error
        except OSError as error:
            os.close(descriptor)
            raise refused("the log cannot be created", error).at(path) from error
        finally:
            draft.unlink(missing_ok=True)

    def read(self) -> bytes:
        """Return the whole file.

        Raises:
            LogError: The system refuses.
        """
        try:
            with os.fdopen(self._open(), "rb", closefd=False) as stream:
                return stream.read()
        except OSError as error:
            raise refused("the log cannot be read", error).at(self.path) from error

    def set_tail_aside(self, size: int, tail: bytes) -> Path:
        """Move what follows a size to a file beside the log, and return that file (LOG-9).

        Raises:
            LogError: It cannot be kept, so it stays where it is.
        """
        try:
            aside = _keep(self.path, tail)
            os.ftruncate(self._open(), size)
            os.fsync(self._open())
        except OSError as error:
            message = "the last line is torn, and cannot be set aside"
            raise refused(message, error).at(self.path) from error
        self._end = self._confirmed = size
        return aside

    def append(self, line: bytes) -> None:
        """Write a line at the end of the log, whole or not at all (LOG-15, LOG-18).

        Raises:
            LogError: It was not written.
        """
        with self._appending:
            self._tidy()
            self._litter = len(line)
            try:
                _write(self._open(), line, self._end)
            except OSError as error:
                failure = refused("the event cannot be appended", error).at(self.path)
                try:
                    self._tidy()
                except LogError as litter:
                    failure.add_note(litter.reason)
                raise failure from error
            self._end += len(line)
            self._litter = 0
            self._unconfirmed.append(line)

    def sync(self) -> None:
        """Return when all lines that were appended before are on the disk (LOG-16, LOG-17).

        Raises:
            BarrierError: Whether they are is open; the next sync writes them again.
        """
        with self._syncing:
            try:
                lines = self._write_doubtful()
                os.fsync(self._open())
            except LogError as error:
                raise BarrierError(error.reason, rule=error.rule, path=self.path) from error
            except OSError as error:
                self._doubtful = True
                message = f"the barrier failed: {error.strerror or error}"
                raise BarrierError(message, rule="LOG-16", path=self.path) from error
            with self._appending:
                self._confirmed += sum(map(len, self._unconfirmed[:lines]))
                del self._unconfirmed[:lines]

    def close(self) -> None:
        """Let go of the file and its lock; a second time does nothing."""
        with self._syncing, self._appending:
            descriptor, self._descriptor = self._descriptor, None
            if descriptor is not None:
                os.close(descriptor)

    def _open(self) -> int:
        if self._descriptor is None:
            raise LogError("the log is closed", path=self.path)
        return self._descriptor

    def _write_doubtful(self) -> int:
        """Write the unconfirmed lines again after a failed sync, and return how many there are.

        A system that could not bring a page to the disk may drop it and report success next time.
        """
        with self._appending:
            self._tidy()
            if self._doubtful:
                _write(self._open(), b"".join(self._unconfirmed), self._confirmed)
                self._doubtful = False
            return len(self._unconfirmed)

    def _tidy(self) -> None:
        """See to it that the file is the log, with nothing after its end.

        Raises:
            LogError: It was changed by another program, or the system refuses.
        """
        descriptor = self._open()
        try:
            state = os.fstat(descriptor)
            if state.st_nlink == 0:
                message = "the log was removed while it was open"
                raise LogError(message, rule="LOG-18", path=self.path)
            if not self._end <= state.st_size <= self._end + self._litter:
                message = (
                    f"the log was changed by another program: it has {state.st_size} bytes "
                    f"instead of {self._end}; close it, and open it again"
                )
                raise LogError(message, rule="LOG-18", path=self.path)
            if state.st_size > self._end:
                os.ftruncate(descriptor, self._end)
        except OSError as error:
            message = "the rest of a failed append cannot be removed"
            raise refused(message, error).at(self.path) from error
        self._litter = 0


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "the log is open already, in this process or another"
        raise LogError(message, rule="LOG-12", path=path) from error


def _write(descriptor: int, content: bytes, offset: int) -> None:
    view = memoryview(content)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view = view[written:]
        offset += written


def _keep(path: Path, tail: bytes) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.tail-{number}")).exists():
        number += 1
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        _write(descriptor, tail, 0)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    _sync_folder(aside)
    return aside


def _publish(draft: Path, path: Path) -> None:
    """Give a draft its name, unless the name is taken or does not reach the disk."""
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
