"""One session's log on disk, open for writing: append, barrier, reopen, fork (chapter LOG)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from session_schedule.embedded.log.beginning import current_time, new_header
from session_schedule.embedded.log.disk.opening import create_file, open_file
from session_schedule.embedded.log.disk.storage import LogFile
from session_schedule.embedded.log.errors import BarrierError, LogError
from session_schedule.embedded.log.forking import encoded, forked
from session_schedule.embedded.log.kept import KeptEvents
from session_schedule.embedded.log.lines.event import (
    Event,
    SessionEvent,
    check_nesting,
    encode_event,
    json_raw,
)
from session_schedule.embedded.log.lines.event_types import (
    MESSAGE_TYPES,
    check_kinds,
    check_type,
)
from session_schedule.embedded.log.lines.header import SessionHeader, encode_header, new_id
from session_schedule.embedded.log.reading import StoredLog, parse_log, read_log
from session_schedule.embedded.logger import SessionLogger
from session_schedule.values import safe_integer

__all__ = [
    "BarrierError",
    "LogError",
    "SessionEvent",
    "SessionHeader",
    "SessionLog",
    "StoredLog",
    "read_log",
]


class SessionLog:
    """The log of one session, which this process alone may write (LOG-12).

    Appending and the barrier may run in different threads. Use it as a context manager, or close
    it. What was appended stands in the file, whether or not it is closed.

    Attributes:
        header: Which session it is.
    """

    def __init__(self, file: LogFile, header: SessionHeader) -> None:
        self.header = header
        self._file = file
        self._events = KeptEvents(file.line_at)

    @classmethod
    def create(
        cls,
        path: str | Path,
        *,
        id_: str | None = None,
        cwd: str | Path | None = None,
        now: int | None = None,
    ) -> Self:
        """Begin a session, whose log is on the disk before this returns (LOG-19).

        Args:
            path: Its file; the folder exists, and the file does not.
            id_: Its id; a random one if not given.
            cwd: The absolute path of the folder it works in; the current one if not given.
            now: When it is created, in milliseconds since the epoch; now if not given.

        Raises:
            LogError: There is such a file, a header cannot say this, or the system refuses.
        """
        header = new_header(id_, cwd, now)
        return cls(create_file(path, encode_header(header)), header)

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open an existing session, to which that adds nothing.

        Implements LOG-1, LOG-2, LOG-3, LOG-4, LOG-5, LOG-6, LOG-7, LOG-8, LOG-9, LOG-10, LOG-11,
        LOG-12, LOG-22, LOG-23, LOG-26, LOG-32 and LOG-33.

        A torn last line, as a crash leaves it, is set aside in a file of its own, with a warning.
        What the last writer did not confirm is copied to a new file (LOG-23); if the disk does not
        let that happen, the log is opened with a warning, and barriers fail until it does.

        Raises:
            LogError: It is open elsewhere, or broken other than at its very end, or the system
                refuses. The file is as it was.
        """
        file = open_file(path)
        try:
            content = file.read()
            stored = parse_log(file.path, content)
            logger = SessionLogger(stored.header.id)
            if stored.torn:
                aside = file.set_tail_aside(stored.size, stored.torn)
                message = "the last line was torn; its %d bytes were set aside in %s"
                fields = {"event": "torn_line", "rule": "LOG-33"}
                logger.warning(message, len(stored.torn), aside, extra=fields)
            in_doubt = False
            try:
                file.take_over(content[: stored.size])
            except BarrierError as error:
                in_doubt = True
                message = "what the log holds is in doubt until a barrier succeeds: %s"
                fields = {"event": "barrier_failed", "rule": "LOG-23"}
                logger.warning(message, error, extra=fields)
            log = cls(file, stored.header)
            log._events.take(stored, content, in_doubt=in_doubt)
            return log
        except BaseException:
            file.close()
            raise

    @property
    def events(self) -> Sequence[Event]:
        """All events of the session, oldest first; it grows with the log.

        Only changes, and what no barrier has confirmed, are held in memory. Other events are read
        from the file when they are asked for, which raises LogError once the log is closed.
        """
        return self._events

    def changes(self, start: int = 0) -> Sequence[SessionEvent]:
        """The ``schedule/change`` events from a place in the log on, which are held in memory."""
        return self._events.changes(start)

    def append(
        self, type_: str, data: object, *, time: int | None = None, ignorable: bool = False
    ) -> SessionEvent:
        """Write one more event, and return it (LOG-13, LOG-14, LOG-15, LOG-28, LOG-29).

        It is written when this returns, and on the disk after the next barrier. One thread at a
        time may append.

        Args:
            type_: What happened.
            data: A JSON value; the event keeps a copy.
            time: When, in milliseconds since the epoch; now if not given.
            ignorable: Whether a reader that does not know the type may pass over the event; an
                event of a type of one's own needs it.

        Raises:
            LogError: The event was not appended, and the log is as it was.
            BaseException: An interruption, such as KeyboardInterrupt, after which the log has to be
                opened again: it refuses appends and barriers.
        """
        check_kinds(type_, ignorable)
        if type_ in MESSAGE_TYPES:
            message = f"an event of type {type_} needs a place in the conversation"
            raise LogError(message, rule="LOG-14")
        check_type(type_, ignorable=ignorable)
        time = safe_integer(current_time() if time is None else time)
        if time is None:
            raise LogError("the time of an event must be a safe integer", rule="LOG-4")
        text = json_raw(data)
        check_nesting(text)
        marker = ignorable or msgspec.UNSET
        event = SessionEvent(type_, len(self._events), time, text, ignorable=marker)
        start = self._file.end
        try:
            self._file.append(encode_event(event))
            self._events.append(event, start)
        except LogError:
            raise
        except BaseException:
            # The file may have it and the list not: the next event would get its place.
            self._file.give_up()
            raise
        return event

    def secure(self, room: int) -> None:
        """See to it that the next events find room (LOG-24).

        Whatever is appended next takes of it. To secure room again replaces it.

        Args:
            room: How many bytes their lines have in all, at most.

        Raises:
            LogError: There is none.
        """
        self._file.secure(room)

    def free(self) -> None:
        """Give back what is left of the room that was secured, if there is any.

        Raises:
            LogError: It cannot be given back now; it is before anything else is written.
        """
        self._file.free()

    def barrier(self) -> None:
        """Return when every event that was appended before is on the disk (LOG-16, LOG-17).

        Raises:
            BarrierError: Whether they are is open. The events stay; another barrier may succeed.
        """
        count = len(self._events)
        self._file.sync()
        self._events.confirm(count)

    def fork(
        self,
        path: str | Path,
        *,
        id_: str | None = None,
        seed_length: int | None = None,
        now: int | None = None,
    ) -> Self:
        """Begin another session with a copy of this one's first events.

        Implements LOG-19, LOG-20, LOG-27 and LOG-30.

        Args:
            path: The file of the new session.
            id_: Its id; a random one if not given.
            seed_length: How many events it inherits; all if not given.
            now: When it is created, in milliseconds since the epoch; now if not given.

        Raises:
            LogError: There are not so many events, a turn would be open after them, a header cannot
                say this, there is such a file, or the system refuses.
        """
        header, events = forked(
            self.header,
            self._events,
            seed_length,
            new_id(id_),
            current_time() if now is None else now,
        )
        content = encoded(header, events)
        child = type(self)(create_file(path, content), header)
        child._events.take(parse_log(Path(path), content), content, in_doubt=False)
        return child

    def close(self) -> None:
        """Let the log go, for others to open; a second time does nothing."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
