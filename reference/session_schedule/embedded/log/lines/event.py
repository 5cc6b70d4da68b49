"""One event of a session log and its line (LOG-4, LOG-6, LOG-7, LOG-13)."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, TypeAlias

import msgspec

from session_schedule.embedded.log.errors import LogError
from session_schedule.embedded.log.lines.event_types import check_type
from session_schedule.embedded.log.lines.rows import ROW_TYPES, ChunkEvent, expand_row
from session_schedule.errors import CorruptLog
from session_schedule.values import MAX_SAFE_INTEGER, json_text, parse_json, safe_integer

MOST_NESTED = 256
"""How deeply the data of an event that is appended may be nested (LOG-14)."""

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKETS = re.compile(rb"[\[\]{}]")

_Safe = Annotated[int, msgspec.Meta(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]


class SessionEvent(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One event, as it stands in the log.

    Attributes:
        type: What happened.
        seq: Its place in the log, from 0.
        time: When it was appended, in milliseconds since the epoch.
        text: The JSON text of its data.
        source_event_seqs: The JSON text of the events that it derives from, if it says so.
        surface_op: The JSON text of how it changes what a model sees, if it does.
        ignorable: True if a reader that does not know its type may pass over it.
    """

    type: str
    seq: int
    time: _Safe
    text: msgspec.Raw = msgspec.field(name="data")
    source_event_seqs: msgspec.Raw | msgspec.UnsetType = msgspec.field(
        name="sourceEventSeqs", default=msgspec.UNSET
    )
    surface_op: msgspec.Raw | msgspec.UnsetType = msgspec.field(
        name="surfaceOp", default=msgspec.UNSET
    )
    ignorable: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def data(self) -> Any:
        """The JSON value that goes with it, decoded anew each time.

        Raises:
            CorruptLog: It cannot be decoded (VAL-9).
        """
        return parse_json(bytes(self.text))


Event: TypeAlias = SessionEvent | ChunkEvent
"""What a log holds; the two differ in nothing but how they keep their text."""

decode_plain = msgspec.json.Decoder(SessionEvent).decode
"""Decodes the line of an event, if nothing about it is unusual."""

UNUSUAL = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What ``decode_plain`` raises for a line that only ``decode_record`` can judge."""

_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(SessionEvent))

_BETWEEN = re.compile(r"[ \t\r,:]*")
_find_end = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode


def encode_event(event: Event) -> bytes:
    """Return the line of an event (LOG-13)."""
    parts = [f'{{"type":{json_text(event.type)},"seq":{event.seq},"time":{event.time}'.encode()]
    parts += [b',"data":', event.text]
    if event.source_event_seqs is not msgspec.UNSET:
        parts += [b',"sourceEventSeqs":', event.source_event_seqs]
    if event.surface_op is not msgspec.UNSET:
        parts += [b',"surfaceOp":', event.surface_op]
    if event.ignorable is True:
        parts.append(b',"ignorable":true')
    return b"".join([*parts, b"}\n"])


def decode_record(line: bytes) -> list[Event]:
    """Return the events that a line holds: one, or a packed run of them (LOG-4, LOG-6).

    Raises:
        LogError: The line holds something else.
    """
    try:
        value = parse_json(line)
    except CorruptLog as error:
        raise LogError(error.message, rule="LOG-1") from None
    if not isinstance(value, dict):
        raise LogError("the line is not an object", rule="LOG-4")
    type_ = value.get("type")
    if not isinstance(type_, str) or type_ not in ROW_TYPES:
        return [_event(value, line)]
    return list(expand_row(value))


def check_event(event: Event, seq: int) -> None:
    """Raise LogError unless the event can stand at this place (LOG-4, LOG-5, LOG-7)."""
    if event.seq != seq:
        raise LogError(f"the event has seq {event.seq} where {seq} must come", rule="LOG-5")
    if event.ignorable is False:
        raise LogError("ignorable must be true, if it is given", rule="LOG-4")
    check_type(event.type, ignorable=event.ignorable is True)


def json_raw(value: object) -> msgspec.Raw:
    """Return the JSON text of a value.

    Raises:
        LogError: It has none (LOG-14).
    """
    try:
        return msgspec.Raw(json_text(value).encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise LogError(f"the value cannot be written as JSON: {error}", rule="LOG-14") from None


def check_nesting(raw: msgspec.Raw) -> None:
    """Raise LogError for data that a reader might find nested too deeply (LOG-14)."""
    text = bytes(raw)
    if text.count(b"[") + text.count(b"{") <= MOST_NESTED:
        return
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", text)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MOST_NESTED:
            message = f"the data is nested more than {MOST_NESTED} levels deep"
            raise LogError(message, rule="LOG-14")


def _event(value: dict[str, Any], line: bytes) -> SessionEvent:
    if unknown := value.keys() - _FIELDS:
        raise LogError(f"the event has unknown fields: {sorted(unknown)}", rule="LOG-4")
    type_, seq, time = value.get("type"), safe_integer(value.get("seq")), value.get("time")
    time = safe_integer(time)
    if not isinstance(type_, str) or seq is None or time is None or "data" not in value:
        message = "an event must have type, a string, seq and time, safe integers, and data"
        raise LogError(message, rule="LOG-4")
    if value.get("ignorable", True) is not True:
        raise LogError("ignorable must be true, if it is given", rule="LOG-4")
    try:
        texts = _texts(line.decode())
    except RecursionError:
        raise LogError("the line is nested too deeply", rule="LOG-1") from None
    return SessionEvent(
        type=type_,
        seq=seq,
        time=time,
        text=texts["data"],
        source_event_seqs=texts.get("sourceEventSeqs", msgspec.UNSET),
        surface_op=texts.get("surfaceOp", msgspec.UNSET),
        ignorable="ignorable" in value or msgspec.UNSET,
    )


def _texts(text: str) -> dict[str, msgspec.Raw]:
    """Return the JSON text of each member of an object as it stands in the object's own.

    To write the value again would not do: a number beyond a double is lost by reading it.
    """
    texts = {}
    place = _next(text, text.index("{") + 1)
    while text[place] != "}":
        name, end = _find_end(text, place)
        start = _next(text, end)
        _, end = _find_end(text, start)
        texts[name] = msgspec.Raw(text[start:end].encode())
        place = _next(text, end)
    return texts


def _next(text: str, place: int) -> int:
    """Return where the next name, value or end of an object begins."""
    separators = _BETWEEN.match(text, place)
    return place if separators is None else separators.end()
