"""From the bytes of a session log to its header and events (LOG-1 to LOG-8, LOG-10, LOG-11).

A log that is refused is left as it is (LOG-25), and what upstream adds is read (LOG-31).
"""

from __future__ import annotations

import os
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

_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class StoredLog(msgspec.Struct, frozen=True):
    """What a file held when it was read.

    Attributes:
        header: Which session it is.
        events: Its events, in order.
        size: How many bytes of the file they take.
        torn: What follows, if the last line has no end (LOG-8).
    """

    header: SessionHeader
    events: list[Event]
    size: int
    torn: bytes


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
    if content.startswith(_ZSTANDARD):
        message = "the log is compressed; decompress it first, for instance with zstd -d"
        raise LogError(message, rule="LOG-1", path=path)
    if size == 0:
        raise LogError("the file has no header line", rule="LOG-2", path=path)
    whole = content[:size]
    _check_utf8(path, whole)
    lines = whole.split(b"\n")
    lines.pop()
    try:
        header = decode_header(lines[0])
    except LogError as error:
        raise error.at(path, 1) from None
    return StoredLog(header, _events(path, lines), size, content[size:])


def _events(path: Path, lines: list[bytes]) -> list[Event]:
    events: list[Event] = []
    for number in range(1, len(lines)):
        try:
            try:
                event = decode_plain(lines[number])
            except UNUSUAL:
                for unusual in decode_record(lines[number]):
                    check_event(unusual, len(events))
                    events.append(unusual)
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
            if HOLE in lines[number]:
                error.reason = "a hole of NUL bytes, as a loss of power leaves it"
            raise error.at(path, number + 1) from None
    return events


def _check_utf8(path: Path, content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise LogError("the line is not UTF-8", rule="LOG-1", path=path, line=line) from None
