"""Mistakes about the records and changes in a log."""

from __future__ import annotations

import json
import re
from typing import Any

from session_schedule.changes import Change, _require_keys, decode_change
from session_schedule.errors import CorruptLog
from session_schedule.records import (
    _KEYS,
    Record,
    _decode_interval,
    decode_id,
    decode_record,
    is_trimmed,
)
from session_schedule.values import parse_json, safe_integer, trim
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import on_objects


def _extra_keys_passed(rule: str, value: dict[str, Any], keys: set[str]) -> None:
    _require_keys(rule, {key: value[key] for key in value if key in {*keys, "operation"}}, keys)


@wrong_port(
    instead_of(decode_record, together_with={_require_keys: _extra_keys_passed}),
    mistake="Ignoring a key that the shape does not have replays a change whose meaning is"
    " unknown.",
    users="What a later version adds is dropped, and the session goes on without it.",
)
def extra_keys_accepted(value: object) -> Record:
    if isinstance(value, dict) and isinstance(value.get("kind"), str):
        known = _KEYS.get(value["kind"], value.keys())
        value = {key: value[key] for key in value if key in known}
    return decode_record(value)


@wrong_port(
    on_objects,
    mistake="Taking null for absence accepts a change that other implementations refuse.",
    users="One port reads the end of a reminder where another finds a corrupt log.",
)
def null_as_absent(value: dict[str, Any]) -> dict[str, Any]:
    return {key: member for key, member in value.items() if member is not None}


@wrong_port(
    instead_of(decode_change),
    mistake="Reading a change of another version as if it were version 1 guesses at its meaning.",
    users="A log of a later version is read wrongly instead of being refused.",
)
def any_version_accepted(value: object) -> Change:
    if isinstance(value, dict) and safe_integer(value.get("version")) is not None:
        value = value | {"version": 1}
    return decode_change(value)


@wrong_port(
    on_objects,
    mistake="Trimming while replaying hides a log that no conforming writer made.",
    users="One log means two things, depending on who reads it.",
)
def texts_trimmed_in_replay(value: dict[str, Any]) -> dict[str, Any]:
    return {
        key: trim(member) if isinstance(member, str) and key != "scheduledAt" else member
        for key, member in value.items()
    }


@wrong_port(
    instead_of(is_trimmed),
    mistake="A reader that does not check trimming accepts an id or prompt that no user can name or"
    " see.",
    users="A reminder shows up that cannot be deleted.",
)
def any_text_accepted(value: object) -> bool:
    return isinstance(value, str)


@wrong_port(
    instead_of(decode_id),
    mistake="Demanding schedule-N refuses ids that a valid log may hold.",
    users="A log whose ids another writer chose does not open.",
)
def only_allocated_ids_accepted(value: object) -> str:
    id_ = decode_id(value)
    if re.fullmatch(r"schedule-[1-9][0-9]*", id_) is None:
        raise CorruptLog("REC-3", "the id was not allocated")
    return id_


@wrong_port(
    instead_of(_decode_interval),
    mistake="Limiting the seconds but not the milliseconds makes the arithmetic inexact.",
    users="An interval of this size is counted wrongly by readers with doubles.",
)
def intervals_limited_in_seconds(value: object) -> int:
    seconds = safe_integer(value)
    return _decode_interval(value) if seconds is None or seconds < 300 else seconds


def _first_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(reversed(pairs))


@wrong_port(
    instead_of(parse_json),
    mistake="Taking the first of duplicate keys, or refusing them, reads another log than"
    " JSON.parse does.",
    users="Two ports read two different reminders from one line.",
)
def first_of_duplicate_keys_taken(text: str) -> Any:
    parse_json(text)
    return json.loads(text, object_pairs_hook=_first_pairs)


@wrong_port(
    instead_of(parse_json),
    mistake="Passing on the exception of a JSON parser ends the session in place of reporting the"
    " log.",
    users="A torn line makes the whole session unusable.",
)
def parser_errors_passed_on(text: str) -> Any:
    try:
        return parse_json(text)
    except CorruptLog:
        return json.loads(text)
