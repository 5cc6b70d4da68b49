"""A line of a session log decoded by its type alone, as long as nothing about it is unusual.

The readable path is in ``event``; here one call decodes a line, the data of a change included
(``session_schedule.quick``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Protocol

import msgspec

from session_schedule.embedded.log.lines.event_types import KNOWN_TYPES
from session_schedule.fold import EVENT_TYPE
from session_schedule.quick import QuickChange
from session_schedule.values import MAX_SAFE_INTEGER

_Safe = Annotated[int, msgspec.Meta(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER)]
_Optional = msgspec.Raw | msgspec.UnsetType


class OtherLine(Protocol):
    """The line of an event of another known type."""

    @property
    def seq(self) -> int:
        """Its place in the log."""


class ChangeLine(
    msgspec.Struct, tag=EVENT_TYPE, tag_field="type", forbid_unknown_fields=True, gc=False
):
    """The line of a change."""

    seq: int
    time: _Safe
    data: QuickChange
    sourceEventSeqs: _Optional = msgspec.UNSET  # noqa: N815 - a key of the log
    surfaceOp: _Optional = msgspec.UNSET  # noqa: N815 - a key of the log


def _other_line(number: int, type_: str) -> Any:
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        ("seq", int),
        ("time", _Safe),
        ("data", msgspec.Raw),
        ("sourceEventSeqs", _Optional, msgspec.UNSET),
        ("surfaceOp", _Optional, msgspec.UNSET),
    ]
    return msgspec.defstruct(
        f"OtherLine{number}",
        fields,
        tag=type_,
        tag_field="type",
        forbid_unknown_fields=True,
        gc=False,
    )


def _decoder() -> msgspec.json.Decoder[Any]:
    lines: Any = ChangeLine
    for number, type_ in enumerate(sorted(KNOWN_TYPES - {EVENT_TYPE})):
        lines |= _other_line(number, type_)
    return msgspec.json.Decoder(lines)


decode_quick_line: Callable[[bytes], ChangeLine | OtherLine] = _decoder().decode
"""Decodes the line of an event of a known type; raises UNUSUAL for what ``event`` must judge."""
