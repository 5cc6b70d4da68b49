"""The events of an open log: changes at hand, of the others only where they stand in the file."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import overload

from session_schedule.embedded.log.lines.event import Event, SessionEvent
from session_schedule.embedded.log.reading import StoredLog, decode_line
from session_schedule.fold import EVENT_TYPE

_seq = attrgetter("seq")


class KeptEvents(Sequence[Event]):
    """All events of a log, oldest first; one that is not at hand is read when it is asked for.

    At hand are the changes, which every reader of reminders needs, and what no barrier has
    confirmed, of which the file may say something else after a failure (LOG-17). A session that is
    mostly conversation so takes a few bytes an event.
    """

    def __init__(self, line_at: Callable[[int], bytes]) -> None:
        """Begin without events.

        Args:
            line_at: Returns the line that begins at a place of the file, in bytes.
        """
        self._line_at = line_at
        self._starts = array("Q")
        self._firsts = array("Q")
        self._count = 0
        self._changes: list[SessionEvent] = []
        self._unconfirmed: dict[int, Event] = {}

    def take(self, stored: StoredLog, content: bytes, *, in_doubt: bool) -> None:
        """Take the events that a file held when it was opened.

        Args:
            stored: What was read of it.
            content: The whole file.
            in_doubt: Whether the file may come to say something else.
        """
        start = content.index(b"\n") + 1
        for first in stored.firsts:
            self._starts.append(start)
            self._firsts.append(first)
            start = content.index(b"\n", start) + 1
        self._count = len(stored.events)
        self._changes.extend(
            event
            for event in stored.events
            if isinstance(event, SessionEvent) and event.type == EVENT_TYPE
        )
        if in_doubt:
            self._unconfirmed.update(enumerate(stored.events))

    def append(self, event: SessionEvent, start: int) -> None:
        """Take one more event, whose line begins at this place of the file."""
        self._starts.append(start)
        self._firsts.append(self._count)
        self._unconfirmed[self._count] = event
        if event.type == EVENT_TYPE:
            self._changes.append(event)
        self._count += 1

    def confirm(self, count: int) -> None:
        """Let go of what is confirmed: so many events, the oldest ones."""
        for place in [place for place in self._unconfirmed if place < count]:
            del self._unconfirmed[place]

    def changes(self, start: int) -> list[SessionEvent]:
        """The ``schedule/change`` events from a place on."""
        return self._changes[bisect_left(self._changes, start, key=_seq) :]

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...

    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        if isinstance(place, slice):
            return list(self)[place]
        wanted = range(self._count)[place]
        found = self._at_hand(wanted)
        if found is not None:
            return found
        line = bisect_right(self._firsts, wanted) - 1
        return self._read(line)[wanted - self._firsts[line]]

    def __iter__(self) -> Iterator[Event]:
        for line, first in enumerate(self._firsts):
            found = self._at_hand(first)
            yield from self._read(line) if found is None else [found]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _at_hand(self, place: int) -> Event | None:
        found = self._unconfirmed.get(place)
        if found is not None:
            return found
        change = bisect_left(self._changes, place, key=_seq)
        if change < len(self._changes) and self._changes[change].seq == place:
            return self._changes[change]
        return None

    def _read(self, line: int) -> list[Event]:
        return list(decode_line(self._line_at(self._starts[line]), self._firsts[line]))
