"""Packed rows: one line for a run of streamed chunks of an answer (LOG-6)."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Any, ClassVar

import msgspec

from session_schedule.embedded.log.errors import LogError
from session_schedule.embedded.log.lines.event_types import CHUNK
from session_schedule.values import json_text, parse_json, safe_integer

_MEMBERS = {"text-chunks": "texts", "reasoning-chunks": "texts", "tool-call-chunks": "args"}
_DELTAS = {
    "text-chunks": "text-delta",
    "reasoning-chunks": "reasoning-delta",
    "tool-call-chunks": "tool-call-delta",
}
ROW_TYPES = _MEMBERS.keys()

_ENVELOPE = {"type", "seq0", "time0", "data"}
_PLACE = ("turn", "step", "index")


class ChunkEvent(msgspec.Struct, frozen=True, gc=False, eq=False):
    """One event of a row, whose text is made when it is asked for.

    What the members of a row have in common may be long, and they many: all of it written out can
    be ten thousand times the row.

    Attributes:
        seq: Its place in the log, from 0.
        time: When it was appended, in milliseconds since the epoch.
        member: What is its own.
        around: The JSON text of its data before and after that, which the whole row shares.
    """

    type: ClassVar[str] = CHUNK
    source_event_seqs: ClassVar[msgspec.UnsetType] = msgspec.UNSET
    surface_op: ClassVar[msgspec.UnsetType] = msgspec.UNSET
    ignorable: ClassVar[msgspec.UnsetType] = msgspec.UNSET

    seq: int
    time: int
    member: str
    around: tuple[str, str]

    @property
    def text(self) -> msgspec.Raw:
        """The JSON text of its data."""
        before, after = self.around
        return msgspec.Raw(f"{before}{json_text(self.member)}{after}".encode())

    @property
    def data(self) -> Any:
        """The JSON value that goes with it, made anew each time."""
        return parse_json(bytes(self.text))

    def __eq__(self, other: object) -> bool:
        """Tell whether another event stands for the same, packed or not."""
        return _values(self) == _values(other)

    def __hash__(self) -> int:
        """Return a number that equal events share."""
        return hash((self.seq, self.time))


def expand_row(row: dict[str, Any]) -> list[ChunkEvent]:
    """Return the ``assistant/chunk`` events that a row stands for.

    Raises:
        LogError: It is not exactly such a row.
    """
    type_, data = row["type"], row.get("data")
    seq, time = safe_integer(row.get("seq0")), safe_integer(row.get("time0"))
    if row.keys() != _ENVELOPE or seq is None or time is None or not isinstance(data, dict):
        message = f"a row of {type_} must have exactly seq0 and time0, safe integers, and data"
        raise LogError(message, rule="LOG-6")
    members, gaps = _texts(data.get(_MEMBERS[type_])), _gaps(data.get("dt"))
    if not _has_fields(type_, data) or not members or gaps is None:
        raise LogError(f"the data of a row of {type_} has not the right fields", rule="LOG-6")
    if len(gaps) != len(members) - 1:
        message = f"a row of {len(members)} members needs one gap less, and has {len(gaps)}"
        raise LogError(message, rule="LOG-6")
    times = list(accumulate(gaps, initial=time))
    if None in map(safe_integer, times):
        raise LogError(f"the times of a row of {type_} are no safe integers", rule="LOG-6")
    around = _around_member(type_, data)
    return [
        ChunkEvent(seq + index, member_time, member, around)
        for index, (member, member_time) in enumerate(zip(members, times, strict=True))
    ]


def _values(event: object) -> tuple[Any, ...]:
    names = ("type", "seq", "time", "text", "source_event_seqs", "surface_op", "ignorable")
    return tuple(getattr(event, name, None) for name in names)


def _around_member(type_: str, data: dict[str, Any]) -> tuple[str, str]:
    """Return the JSON text of the data of a chunk, before and after what is its own."""
    chunk: dict[str, Any] = {"type": _DELTAS[type_], "index": data["index"]}
    if type_ == "tool-call-chunks":
        chunk.update((name, data[name]) for name in ("id", "name") if name in data)
        chunk["argumentsDelta"] = ""
    else:
        chunk["text"] = ""
    text = json_text({"turn": data["turn"], "step": data["step"], "chunk": chunk})
    end = '""}}'
    return text.removesuffix(end), end[2:]


def _has_fields(type_: str, data: dict[str, Any]) -> bool:
    fields = {*_PLACE, "dt", _MEMBERS[type_]}
    if type_ == "tool-call-chunks":
        fields.add("id")
        if "name" in data:
            fields.add("name")
    return (
        data.keys() == fields
        and all(_is_number(data[name]) for name in _PLACE)
        and all(isinstance(data[name], str) for name in fields & {"id", "name"})
    )


def _is_number(value: object) -> bool:
    # What is beyond a double cannot be written again.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) != math.inf


def _texts(value: object) -> list[str] | None:
    if not isinstance(value, list):
        return None
    texts = [text for text in value if isinstance(text, str)]
    return texts if len(texts) == len(value) else None


def _gaps(value: object) -> list[int] | None:
    if not isinstance(value, list):
        return None
    gaps = [gap for gap in map(safe_integer, value) if gap is not None]
    return gaps if len(gaps) == len(value) else None
