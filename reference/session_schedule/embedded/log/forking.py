"""What a fork of a session begins with (LOG-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from session_schedule.embedded.log.disk.files import LARGEST_LOG
from session_schedule.embedded.log.errors import LogError
from session_schedule.embedded.log.lines.event import Event, SessionEvent, encode_event
from session_schedule.embedded.log.lines.event_types import END_SEED, TURN_END, TURN_START
from session_schedule.embedded.log.lines.header import SessionHeader, as_read, encode_header
from session_schedule.values import safe_integer


def forked(
    parent: SessionHeader,
    events: Sequence[Event],
    seed_length: int | None,
    id_: str,
    now: int,
) -> tuple[SessionHeader, list[Event]]:
    """Return the header and the first events of a fork.

    Args:
        parent: The header of the session that it comes from.
        events: That session's events.
        seed_length: How many of them it inherits; all if not given.
        id_: Its id.
        now: When it is created, in milliseconds since the epoch.

    Raises:
        LogError: There are not so many events, a turn would be open after them, or a header cannot
            say this.
    """
    length = safe_integer(len(events) if seed_length is None else seed_length)
    if length is None or not 0 <= length <= len(events):
        message = f"a fork inherits 0 to {len(events)} events, not {seed_length!r}"
        raise LogError(message, rule="LOG-20")
    seed = list(events[:length])
    turns = [event.type for event in seed if event.type in {TURN_START, TURN_END}]
    if turns and turns[-1] == TURN_START:
        raise LogError("a fork must not begin inside an open turn", rule="LOG-30")
    header = as_read(
        SessionHeader(
            id=id_,
            created_at=now,
            cwd=parent.cwd,
            parent_session=parent.id,
            seed_length=length,
        )
    )
    if not seed or seed[-1].type != END_SEED:
        seed.append(SessionEvent(END_SEED, length, header.created_at, msgspec.Raw(b"{}")))
    return header, seed


def encoded(header: SessionHeader, events: Iterable[Event]) -> bytes:
    """Return the lines of a new log, in which no run of chunks is packed any more.

    Raises:
        LogError: It would be larger than a log may be (LOG-1).
    """
    content = bytearray(encode_header(header))
    for event in events:
        content += encode_event(event)
        if len(content) > LARGEST_LOG:
            raise LogError(
                "with its rows unpacked, the log is too large to be forked", rule="LOG-1"
            )
    return bytes(content)
