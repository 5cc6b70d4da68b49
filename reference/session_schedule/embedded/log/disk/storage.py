"""The file of a session log: locked, appended to, confirmed, and never shortened silently."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from threading import Lock

from session_schedule.embedded.log.disk import files
from session_schedule.embedded.log.disk.confirm import (
    begin_copy,
    confirm,
    is_noted_confirmed,
    note_confirmed,
)
from session_schedule.embedded.log.disk.place import Place
from session_schedule.embedded.log.errors import BarrierError, LogError, refused


class LogFile:
    """One open log, which nobody else may write; ``append`` and ``sync`` may overlap.

    The end of the log is where its last whole line ends. Bytes beyond it are the rest of a failed
    append, which are gone before the next line is written, or room that was secured for it.
    """

    def __init__(self, place: Place, descriptor: int) -> None:
        """Take over a file that is locked.

        Raises:
            OSError: Its state cannot be read.
        """
        self._place = place
        self._descriptor: int | None = descriptor
        self._end = os.fstat(descriptor).st_size
        self._litter = 0
        self._secured = 0
        self._unconfirmed: list[bytes] = []
        self._doubtful = False
        self._given_up = False
        self._appending = Lock()
        self._syncing = Lock()

    @property
    def path(self) -> Path:
        """By which path it was opened."""
        return self._place.path

    def read(self) -> bytes:
        """Return the whole file.

        Raises:
            LogError: It is too large, or the system refuses.
        """
        try:
            return files.read_whole(self._open(), self.path)
        except OSError as error:
            raise refused("the log cannot be read", error).at(self.path) from error

    def line_at(self, start: int) -> bytes:
        """Return the line that begins at a place of the file, without its end.

        Raises:
            LogError: The system refuses.
        """
        try:
            return files.read_line(self._open(), start)
        except OSError as error:
            raise refused("the log cannot be read", error).at(self.path) from error

    @property
    def end(self) -> int:
        """Where the next line will begin."""
        return self._end

    def set_tail_aside(self, size: int, tail: bytes) -> Path:
        """Move what follows a size to a file beside the log, and return that file (LOG-9, LOG-32).

        Raises:
            LogError: It cannot be kept, so it stays where it is.
        """
        try:
            aside = files.keep_aside(self.path, tail)
            os.ftruncate(self._open(), size)
            os.fsync(self._open())
        except OSError as error:
            message = "the end of the log is damaged, and cannot be set aside"
            raise refused(message, error).at(self.path) from error
        self._end = size
        return aside

    def take_over(self, content: bytes) -> None:
        """Confirm what the file was found to hold, by a copy unless its last writer did (LOG-23).

        Args:
            content: The whole log, with nothing after its end.

        Raises:
            BarrierError: It is in doubt; the next sync tries again.
            LogError: The disk does not even confirm what it did before.
        """
        if is_noted_confirmed(self._open()):
            try:
                os.fsync(self._open())
            except OSError as error:
                refusal = refused("the log cannot be opened for writing", error)
                raise refusal.at(self.path) from error
        else:
            # Whoever wrote it last may have learned that the disk failed, and nobody else has.
            self._unconfirmed, self._doubtful = [content], True
            self.sync()

    def append(self, line: bytes) -> None:
        """Write a line at the end of the log, whole or not at all (LOG-15, LOG-18, LOG-28).

        Raises:
            LogError: It was not written.
        """
        with self._appending:
            self._tidy()
            self._write(line, "the event cannot be appended")
            self._end += len(line)
            self._secured = max(0, self._secured - len(line))
            self._litter = self._secured
            self._unconfirmed.append(line)

    def secure(self, room: int) -> None:
        """See to it that the next lines, of so many bytes in all, find room (LOG-24).

        Raises:
            LogError: There is none.
        """
        with self._appending:
            self._secured = 0
            self._tidy()
            # Blanks without a line feed are no event to any reader, and no line of their own.
            self._write(b" " * room, "there is no room for the next events")
            self._secured = room

    def free(self) -> None:
        """Give back the room that was secured and not used.

        Raises:
            LogError: It cannot be given back now; it is before anything else is written.
        """
        with self._appending:
            if self._secured:
                self._secured = 0
                self._tidy()

    def sync(self) -> None:
        """Return when all lines that were appended before are on the disk (LOG-16, LOG-17).

        Raises:
            BarrierError: Whether they are is open; the next sync writes a new file.
        """
        with self._syncing:
            try:
                with self._appending:
                    self._tidy()
                    lines = self._unconfirmed.copy()
                    start = self._end - sum(map(len, lines))
                if self._doubtful:
                    self._replace(start, lines)
                elif lines:
                    # Before the system is asked, so that an interruption does not leave it trusted.
                    self._doubtful = True
                    confirm(self._open(), b"".join(lines), start)
                else:
                    # All that is here was confirmed by the opening, or by an earlier sync.
                    return
            except LogError as error:
                raise BarrierError(error.reason, rule=error.rule, path=self.path) from error
            except OSError as error:
                message = f"the barrier failed: {error.strerror or error}"
                raise BarrierError(message, rule="LOG-16", path=self.path) from error
            with self._appending:
                self._doubtful = False
                del self._unconfirmed[: len(lines)]
                self._note()

    def give_up(self) -> None:
        """Write and confirm no more: its user and the file may disagree about the end (LOG-29)."""
        self._given_up = True

    def close(self) -> None:
        """Let go of the file and its lock; a second time does nothing."""
        with self._syncing, self._appending:
            if self._descriptor is not None:
                self._note()
                os.close(self._descriptor)
                self._descriptor = None

    def _open(self) -> int:
        if self._descriptor is None:
            raise LogError("the log is closed", path=self.path)
        return self._descriptor

    def _note(self) -> None:
        if not (self._unconfirmed or self._doubtful or self._given_up or self._litter):
            note_confirmed(self._open())

    def _write(self, content: bytes, failure: str) -> None:
        """Write at the end of the log, which is as before if that fails."""
        self._litter = max(len(content), self._secured)
        try:
            files.write(self._open(), content, self._end)
        except OSError as error:
            refusal = refused(failure, error).at(self.path)
            self._secured = 0
            try:
                self._tidy()
            except LogError as litter:
                refusal.add_note(litter.reason)
            raise refusal from error

    def _replace(self, start: int, lines: list[bytes]) -> None:
        """Put a new file in the place of this one, which cannot be trusted any more (LOG-17)."""
        content = b"".join([files.read(self._open(), start, 0), *lines])
        if len(content) < start:
            raise OSError(errno.EIO, "the log cannot be read")
        draft, copy = begin_copy(self._open(), self._place.real, content)
        try:
            with self._appending:
                self._tidy()
                later = self._unconfirmed[len(lines) :]
                rest = b"".join([*later, b" " * self._secured])
                files.write(copy, rest, len(content))
                draft.replace(self._place.real)
                old, self._descriptor = self._open(), copy
                os.close(old)
        except BaseException:
            draft.unlink(missing_ok=True)
            if self._descriptor != copy:
                os.close(copy)
            raise
        files.sync_folder(self._place.real)

    def _tidy(self) -> None:
        """See to it that the file is the log, with nothing after its end but secured room.

        Raises:
            LogError: It was changed by another program, or the system refuses.
        """
        if self._given_up:
            message = "an append was interrupted; close the log, and open it again"
            raise LogError(message, rule="LOG-29", path=self.path)
        size = self._place.size(self._open())
        if not self._end <= size <= self._end + self._litter:
            message = (
                f"the log was changed by another program: it has {size} bytes "
                f"instead of {self._end}; close it, and open it again"
            )
            raise LogError(message, rule="LOG-18", path=self.path)
        if self._secured:
            return
        if size > self._end:
            try:
                os.ftruncate(self._open(), self._end)
            except OSError as error:
                message = "the rest of a failed append cannot be removed"
                raise refused(message, error).at(self.path) from error
        self._litter = 0
