"""The file of a session log: locked, appended to, confirmed, and never shortened silently."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from threading import Lock
from typing import Self

from session_schedule.embedded.log.disk.files import keep_aside, lock, open_regular, publish, write
from session_schedule.embedded.log.errors import BarrierError, LogError, refused


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
        # The program may change its working folder, and the log must still be found.
        self._place = path.absolute()
        self._descriptor: int | None = descriptor
        self._end = os.fstat(descriptor).st_size
        self._litter = 0
        self._unconfirmed: list[bytes] = []
        self._doubtful = False
        self._given_up = False
        self._appending = Lock()
        self._syncing = Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Lock an existing log, and confirm what it holds (LOG-12, LOG-16).

        Raises:
            LogError: Another one has it open, or the system refuses.
        """
        try:
            descriptor = open_regular(path, os.O_RDWR)
        except OSError as error:
            raise refused("the log cannot be opened for writing", error).at(path) from error
        try:
            lock(descriptor, path)
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
        # Not made from the name of the log, which may be as long as names can be.
        draft = path.with_name(f".{secrets.token_hex(8)}.tmp")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        try:
            descriptor = os.open(draft, flags, 0o600)
        except OSError as error:
            raise refused("the log cannot be created", error).at(path) from error
        try:
            lock(descriptor, path)
            write(descriptor, content, 0)
            os.fsync(descriptor)
            file = cls(path, descriptor)
            publish(draft, path)
            return file
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
            aside = keep_aside(self.path, tail)
            os.ftruncate(self._open(), size)
            os.fsync(self._open())
        except OSError as error:
            message = "the last line is torn, and cannot be set aside"
            raise refused(message, error).at(self.path) from error
        self._end = size
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
                write(self._open(), line, self._end)
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
                if lines == 0:
                    # All that is here was confirmed by the opening, or by an earlier sync.
                    return
                # Before the system is asked, so that an interruption does not leave it trusted.
                self._doubtful = True
                os.fsync(self._open())
                self._doubtful = False
            except LogError as error:
                raise BarrierError(error.reason, rule=error.rule, path=self.path) from error
            except OSError as error:
                message = f"the barrier failed: {error.strerror or error}"
                raise BarrierError(message, rule="LOG-16", path=self.path) from error
            with self._appending:
                del self._unconfirmed[:lines]

    def give_up(self) -> None:
        """Write and confirm no more: its user and the file may disagree about the end (LOG-15)."""
        self._given_up = True

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
                lines = b"".join(self._unconfirmed)
                write(self._open(), lines, self._end - len(lines))
            return len(self._unconfirmed)

    def _tidy(self) -> None:
        """See to it that the file is the log, with nothing after its end.

        Raises:
            LogError: It was changed by another program, or the system refuses.
        """
        if self._given_up:
            message = "an append was interrupted; close the log, and open it again"
            raise LogError(message, rule="LOG-15", path=self.path)
        size = self._size()
        if not self._end <= size <= self._end + self._litter:
            message = (
                f"the log was changed by another program: it has {size} bytes "
                f"instead of {self._end}; close it, and open it again"
            )
            raise LogError(message, rule="LOG-18", path=self.path)
        if size > self._end:
            try:
                os.ftruncate(self._open(), self._end)
            except OSError as error:
                message = "the rest of a failed append cannot be removed"
                raise refused(message, error).at(self.path) from error
        self._litter = 0

    def _size(self) -> int:
        """Return how long the file is, provided that it is still what others open as the log.

        Raises:
            LogError: It is not (LOG-18), or the system refuses.
        """
        try:
            ours = os.fstat(self._open())
            if os.path.samestat(ours, self._place.stat()):
                return ours.st_size
            message = "another file took the place of the log while it was open"
        except (FileNotFoundError, NotADirectoryError):
            message = "the log was removed or renamed while it was open"
        except OSError as error:
            raise refused("the log cannot be looked at", error).at(self.path) from error
        raise LogError(message, rule="LOG-18", path=self.path)
