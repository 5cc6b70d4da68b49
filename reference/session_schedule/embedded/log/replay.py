"""From the bytes of a session log to its folded state, a block at a time.

Implements LOG-1, LOG-2, LOG-3, LOG-4, LOG-5, LOG-6, LOG-7, LOG-8 and FOLD-1.

Nothing is kept of events but what they leave, so that a log of any size takes the memory of its
state. A line is decoded at once where it can be; else by the readable path, which alone says what
is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path

import msgspec

from session_schedule.changes import decode_change
from session_schedule.embedded.log.errors import LogError
from session_schedule.embedded.log.lines.event import UNUSUAL, Event
from session_schedule.embedded.log.lines.header import SessionHeader
from session_schedule.embedded.log.lines.quick_line import ChangeLine, decode_quick_line
from session_schedule.embedded.log.reading import (
    check_beginning,
    check_utf8,
    decode_line,
    read_header,
)
from session_schedule.errors import CorruptLog
from session_schedule.fold import EVENT_TYPE, Schedules, check_seed
from session_schedule.quick import take

BLOCK = 1 << 18
"""How many bytes are decoded at once: few enough for a processor's cache."""


class Replayed(msgspec.Struct, frozen=True):
    """What a log leaves.

    Attributes:
        header: Which session it is.
        events: How many events it holds.
        schedules: The folded state; None if it is corrupt.
        corrupt: The first change that breaks a rule, with the event's place in ``event``.
        data: The JSON text of that event's data; empty if no event is to blame.
        size: How many bytes the header and the events take.
        torn: How many bytes follow, if the last line has no end (LOG-8).
    """

    header: SessionHeader
    events: int
    schedules: Schedules | None
    corrupt: CorruptLog | None
    data: bytes
    size: int
    torn: int


def replay(path: Path, chunks: Iterable[bytes]) -> Replayed:
    """Read a log and fold it, holding a block of it at a time.

    Args:
        path: For errors.
        chunks: The content of the file, in pieces of any size.

    Raises:
        LogError: It breaks a rule of the log: which, and in which line.
    """
    blocks = whole_lines(chunks)
    beginning = next(blocks)
    check_beginning(path, beginning, whole_lines=beginning.endswith(b"\n"))
    check_utf8(path, beginning, 1)
    first_line, _, rest = beginning.partition(b"\n")
    reader = _Reader(path, read_header(path, first_line))
    reader.take_in(rest)
    size, torn = len(beginning), 0
    for block in blocks:
        if block.endswith(b"\n"):
            reader.take_in(block)
            size += len(block)
        else:
            torn = len(block)
    schedules, corrupt = reader.result()
    return Replayed(
        header=reader.header,
        events=reader.events,
        schedules=schedules,
        corrupt=corrupt,
        data=reader.data,
        size=size,
        torn=torn,
    )


class _Reader:
    """Takes in the lines of a log after its header."""

    def __init__(self, path: Path, header: SessionHeader) -> None:
        self.header = header
        self.events = 0
        self.data = b""
        self._path = path
        self._next_line = 2
        self._schedules = Schedules()
        self._corrupt: CorruptLog | None = None
        # Where folding begins; once the log is corrupt, it never does.
        self._fold_from: float = header.seed_length or 0

    def take_in(self, block: bytes) -> None:
        """Take in whole lines."""
        check_utf8(self._path, block, self._next_line)
        lines = block.split(b"\n")
        lines.pop()
        place = self.events
        for number, line in enumerate(lines, self._next_line):
            try:
                quick = decode_quick_line(line)
            except UNUSUAL:
                place = self._take_line(line, place, number)
                continue
            if quick.seq == place and (
                type(quick) is not ChangeLine
                or place < self._fold_from
                or take(self._schedules, quick.data)
            ):
                place += 1
            else:
                place = self._take_line(line, place, number)
        self.events = place
        self._next_line += len(lines)

    def result(self) -> tuple[Schedules | None, CorruptLog | None]:
        """The state, or why there is none."""
        try:
            check_seed(self.header.seed_length or 0, self.events)
        except CorruptLog as error:
            return None, error
        return (None, self._corrupt) if self._corrupt else (self._schedules, None)

    def _take_line(self, line: bytes, place: int, number: int) -> int:
        """Take in one line by the readable path; return the place after its last event."""
        try:
            for event in decode_line(line, place):
                place += 1
                if event.type == EVENT_TYPE and event.seq >= self._fold_from:
                    self._fold(event)
        except LogError as error:
            raise error.at(self._path, number) from None
        return place

    def _fold(self, event: Event) -> None:
        try:
            self._schedules.apply(decode_change(event.data))
        except CorruptLog as error:
            self._corrupt = CorruptLog(error.rule, error.message, event.seq)
            self._fold_from = inf
            self.data = bytes(event.text)


def whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of whole lines, and last what has no end; at least one, if only an empty one."""
    rest: list[bytes] = []
    yielded = False
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join([*rest, chunk[:end]])
            yielded = True
            rest = []
        rest.append(chunk[end:])
    if any(rest) or not yielded:
        yield b"".join(rest)
