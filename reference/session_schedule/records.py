"""The three durable records and their strict decoding (chapter REC)."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from session_schedule.errors import CorruptLog
from session_schedule.values import (
    MAX_SAFE_INTEGER,
    format_instant,
    parse_instant,
    safe_integer,
    trim,
)

MIN_EVERY_SECONDS = 300
MAX_EVERY_SECONDS = MAX_SAFE_INTEGER // 1_000


class After(msgspec.Struct, frozen=True, gc=False):
    """A one-shot made from a delay.

    Attributes:
        id: Identity within the session.
        prompt: The trimmed text of the reminder.
        after_seconds: The delay as submitted, in seconds.
        scheduled_at: The target, in milliseconds since the epoch.
    """

    kind: ClassVar[str] = "after"
    id: str
    prompt: str
    after_seconds: int
    scheduled_at: int


class At(msgspec.Struct, frozen=True, gc=False):
    """A one-shot made from an absolute instant; attributes as in ``After``."""

    kind: ClassVar[str] = "at"
    id: str
    prompt: str
    scheduled_at: int


class Every(msgspec.Struct, frozen=True, gc=False):
    """A fixed-rate reminder; attributes as in ``After``.

    Attributes:
        every_seconds: The interval, in seconds.
        scheduled_at: The earliest occurrence not yet dispatched.
    """

    kind: ClassVar[str] = "every"
    id: str
    prompt: str
    every_seconds: int
    scheduled_at: int


OneShot: TypeAlias = After | At
Record: TypeAlias = After | At | Every

_KEYS = {
    "after": {"id", "kind", "prompt", "afterSeconds", "scheduledAt"},
    "at": {"id", "kind", "prompt", "scheduledAt"},
    "every": {"id", "kind", "prompt", "everySeconds", "scheduledAt"},
}


def decode_record(value: object) -> Record:
    """Return the record that a JSON value is.

    Implements REC-1, REC-2, REC-3, REC-4, REC-5, REC-6, REC-7, REC-8 and REC-9.

    Raises:
        CorruptLog: The value is not exactly one of the three records.
    """
    if not isinstance(value, dict):
        raise CorruptLog("REC-1", "a record must be an object")
    kind = value.get("kind")
    keys = _KEYS.get(kind) if isinstance(kind, str) else None
    if keys is None:
        raise CorruptLog("REC-1", "the kind of a record must be after, at or every")
    if value.keys() != keys:
        raise CorruptLog("REC-2", f"a record of kind {kind} must have exactly {sorted(keys)}")
    id_ = decode_id(value["id"])
    prompt = value["prompt"]
    if not is_trimmed(prompt):
        raise CorruptLog("REC-4", "a prompt must be a non-empty, trimmed string")
    scheduled_at = parse_instant(value["scheduledAt"])
    if scheduled_at is None:
        raise CorruptLog("REC-9", "scheduledAt must be a canonical instant")
    if kind == "at":
        return At(id_, prompt, scheduled_at)
    if kind == "after":
        return After(id_, prompt, _decode_delay(value["afterSeconds"]), scheduled_at)
    return Every(id_, prompt, _decode_interval(value["everySeconds"]), scheduled_at)


def encode_record(record: Record) -> dict[str, Any]:
    """Return the JSON object of a record, its instant as canonical text."""
    value: dict[str, Any] = {"id": record.id, "kind": record.kind, "prompt": record.prompt}
    if isinstance(record, After):
        value["afterSeconds"] = record.after_seconds
    elif isinstance(record, Every):
        value["everySeconds"] = record.every_seconds
    value["scheduledAt"] = format_instant(record.scheduled_at)
    return value


def decode_id(value: object) -> str:
    """Return a durable id (REC-3).

    Raises:
        CorruptLog: It is not a non-empty, trimmed string.
    """
    if not is_trimmed(value):
        raise CorruptLog("REC-3", "an id must be a non-empty, trimmed string")
    return str(value)


def is_trimmed(value: object) -> bool:
    """Tell whether a value is a non-empty string that trimming leaves alone (REC-3, REC-4)."""
    return isinstance(value, str) and value != "" and trim(value) == value


def _decode_delay(value: object) -> int:
    seconds = safe_integer(value)
    if seconds is None or seconds < 1:
        raise CorruptLog("REC-5", "afterSeconds must be a positive safe integer")
    return seconds


def _decode_interval(value: object) -> int:
    seconds = safe_integer(value)
    if seconds is None or seconds < MIN_EVERY_SECONDS:
        raise CorruptLog("REC-7", f"everySeconds must be an integer from {MIN_EVERY_SECONDS}")
    if seconds > MAX_EVERY_SECONDS:
        raise CorruptLog("REC-8", f"everySeconds must be at most {MAX_EVERY_SECONDS}")
    return seconds
