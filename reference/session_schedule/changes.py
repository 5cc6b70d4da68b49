"""The strict version-1 union of durable changes (chapter CHG)."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from session_schedule.errors import CorruptLog
from session_schedule.records import Record, decode_id, decode_record, encode_record
from session_schedule.values import format_instant, parse_instant, safe_integer

VERSION = 1


class Create(msgspec.Struct, frozen=True):
    """A reminder comes into being, complete."""

    schedule: Record


class Delete(msgspec.Struct, frozen=True):
    """An active reminder ends."""

    id: str


class Dispatch(msgspec.Struct, frozen=True):
    """A reminder was admitted as a follow-up.

    Attributes:
        id: The active record.
        accepted_at: For an ``every``, when the decision was made, in milliseconds since the
            epoch; None for a one-shot.
    """

    id: str
    accepted_at: int | None = None


Change: TypeAlias = Create | Delete | Dispatch


def decode_change(value: object) -> Change:
    """Return the change that the data of a ``schedule/change`` event is.

    Implements CHG-1, CHG-2, CHG-3, CHG-4, CHG-5 and CHG-6.

    Raises:
        CorruptLog: The value is not exactly one of the four shapes.
    """
    if not isinstance(value, dict):
        raise CorruptLog("CHG-1", "a change must be an object")
    if safe_integer(value.get("version")) != VERSION:
        raise CorruptLog("CHG-1", f"the version of a change must be {VERSION}")
    match value.get("operation"):
        case "create":
            _require_keys("CHG-3", value, {"version", "operation", "schedule"})
            return Create(decode_record(value["schedule"]))
        case "delete":
            _require_keys("CHG-4", value, {"version", "operation", "id"})
            return Delete(decode_id(value["id"]))
        case "dispatch":
            return _decode_dispatch(value)
        case _:
            raise CorruptLog("CHG-2", "the operation must be create, delete or dispatch")


def encode_change(change: Change) -> dict[str, Any]:
    """Return the JSON object of a change, as it is stored."""
    if isinstance(change, Create):
        schedule = encode_record(change.schedule)
        return {"version": VERSION, "operation": "create", "schedule": schedule}
    if isinstance(change, Delete):
        return {"version": VERSION, "operation": "delete", "id": change.id}
    value: dict[str, Any] = {"version": VERSION, "operation": "dispatch", "id": change.id}
    if change.accepted_at is not None:
        value["acceptedAt"] = format_instant(change.accepted_at)
    return value


def _decode_dispatch(value: dict[str, Any]) -> Dispatch:
    if "acceptedAt" not in value:
        _require_keys("CHG-5", value, {"version", "operation", "id"})
        return Dispatch(decode_id(value["id"]))
    _require_keys("CHG-5", value, {"version", "operation", "id", "acceptedAt"})
    accepted_at = parse_instant(value["acceptedAt"])
    if accepted_at is None:
        raise CorruptLog("CHG-6", "acceptedAt must be a canonical instant")
    return Dispatch(decode_id(value["id"]), accepted_at)


def _require_keys(rule: str, value: dict[str, Any], keys: set[str]) -> None:
    if value.keys() != keys:
        raise CorruptLog(rule, f"a {value['operation']} must have exactly {sorted(keys)}")
