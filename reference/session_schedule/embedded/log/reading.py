"""From the bytes of a session log to its header and events.

Implements LOG-1, LOG-2, LOG-3, LOG-4, LOG-5, LOG-6, LOG-7, LOG-8, LOG-10 and LOG-11.

A log that is refused is left as it is (LOG-25), and what upstream adds is read (LOG-31).
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from pathlib import Path

import msgspec

from session_schedule.embedded.log.disk.files import open_regular, read_whole, usable
from session_schedule.embedded.log.errors import LogError, refused
from session_schedule.embedded.log.lines.event import (
    UNUSUAL,
    Event,
    check_event,
    decode_plain,
    decode_record,
)
from session_schedule.embedded.log.lines.event_types import KNOWN_TYPES
from session_schedule.embedded.log.lines.header import SessionHeader, decode_header

HOLE = b"\0"
"""What a page reads as that never reached the disk, and what JSON has nowhere."""

HOLE_REASON = "a hole of NUL bytes, as a loss of power leaves it"

_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class StoredLog(msgspec.Struct, frozen=True):
    """What a file held when it was read.

    Attributes:
        header: Which session it is.
        events: Its events, in order.
        size: How many bytes of the file they take.
        torn: What follows, if the last line has no end (LOG-8).
        firsts: The place of the first event of each line after the header.
    """

    header: SessionHeader
    events: list[Event]
    size: int
    torn: bytes
    firsts: array[int]


def read_log(path: str | Path) -> StoredLog:
    """Read a session log without a lock and without changing anything (LOG-11).

    The log may be in use: an event that is being written is a torn line.

    Raises:
        LogError: It cannot be read, or breaks a rule.
    """
    path = usable(path)
    try:
        descriptor = open_regular(path, os.O_RDONLY)
        try:
            content = read_whole(descriptor, path)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise refused("the log cannot be read", error).at(path) from error
    return parse_log(path, content)


def parse_log(path: Path, content: bytes) -> StoredLog:
    """Return what the content of a log is.

    Args:
        path: For errors.
        content: The whole file.

    Raises:
        LogError: It breaks a rule: which, and in which line.
    """
    size = content.rfind(b"\n") + 1
    check_beginning(path, content, whole_lines=size > 0)
    whole = content[:size]
    check_utf8(path, whole, 1)
    lines = whole.split(b"\n")
    lines.pop()
    header = read_header(path, lines[0])
    events, firsts = _events(path, lines)
    return StoredLog(header, events, size, content[size:], firsts)


def check_beginning(path: Path, content: bytes, *, whole_lines: bool) -> None:
    """Raise LogError for what cannot be the first bytes of a log (LOG-1, LOG-2).

    Args:
        path: For the error.
        content: What the file begins with.
        whole_lines: Whether there is a line that has its end.
    """
    if content.startswith(_ZSTANDARD):
        message = "the log is compressed; decompress it first, for instance with zstd -d"
        raise LogError(message, rule="LOG-1", path=path)
    if not whole_lines:
        raise LogError("the file has no header line", rule="LOG-2", path=path)


def read_header(path: Path, line: bytes) -> SessionHeader:
    """Return the header that the first line is.

    Raises:
        LogError: It is none (LOG-2, LOG-3).
    """
    try:
        return decode_header(line)
    except LogError as error:
        raise error.at(path, 1) from None


def decode_line(line: bytes, first: int) -> Iterator[Event]:
    """Yield the events of one line, checked: one, or those of a packed row.

    Args:
        line: Without its end.
        first: The place in the log of its first event.

    Raises:
        LogError: It breaks a rule; events before that were yielded.
    """
    try:
        for place, event in enumerate(decode_record(line), first):
            check_event(event, place)
            yield event
    except LogError as error:
        if HOLE in line:
            error.reason = HOLE_REASON
        raise


def _events(path: Path, lines: list[bytes]) -> tuple[list[Event], array[int]]:
    events: list[Event] = []
    firsts = array("Q")
    for number in range(1, len(lines)):
        firsts.append(len(events))
        try:
            try:
                event = decode_plain(lines[number])
            except UNUSUAL:
                events.extend(decode_line(lines[number], len(events)))
                continue
            # The usual case at the speed of a few comparisons: a log may have millions of lines.
            if (
                event.seq != len(events)
                or event.type not in KNOWN_TYPES
                or event.ignorable is not msgspec.UNSET
            ):
                check_event(event, len(events))
            events.append(event)
        except LogError as error:
            raise error.at(path, number + 1) from None
    return events, firsts


def check_utf8(path: Path, content: bytes, first_line: int) -> None:
    """Raise LogError for lines that are not UTF-8; the first has this number (LOG-1)."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + first_line
        raise LogError("the line is not UTF-8", rule="LOG-1", path=path, line=line) from None
