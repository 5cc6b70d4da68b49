"""Mistakes about JSON that libraries make."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from session_schedule.errors import CorruptLog
from session_schedule.values import parse_json
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import on_escapes, on_objects

_KEYS = "version operation schedule id kind prompt afterSeconds everySeconds scheduledAt acceptedAt"
_IN_ANY_CASE = {key.lower(): key for key in _KEYS.split()}
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def _refuse_nesting_beyond(limit: int, text: str) -> None:
    depth = 0
    for char in _STRING.sub("", text):
        depth += (char in "[{") - (char in "]}")
        if depth > limit:
            raise CorruptLog("VAL-9", "the recursion limit is exceeded")


def _loads(text: str, **hooks: Any) -> Any:
    parse_json(text)
    return json.loads(text, **hooks)


@wrong_port(
    instead_of(parse_json),
    mistake="A recursion limit of 128 refuses a nesting that others read.",
    users="A log with one deep event does not open here.",
)
def nesting_limited_to_128(text: str) -> Any:
    _refuse_nesting_beyond(128, text)
    return parse_json(text)


@wrong_port(
    instead_of(parse_json),
    mistake="A greatest depth of 64 refuses a nesting that others read.",
    users="A log with one deep event does not open here.",
)
def nesting_limited_to_64(text: str) -> Any:
    _refuse_nesting_beyond(64, text)
    return parse_json(text)


@wrong_port(
    instead_of(parse_json),
    mistake="A parser that knows NaN and Infinity accepts what is no JSON.",
    users="A log that works here is corrupt in every other port.",
)
def not_a_number_accepted(text: str) -> Any:
    return parse_json(re.sub(r"(?<=:)\s*(?:-?Infinity|NaN)\b", "0.5", text))


@wrong_port(
    instead_of(parse_json),
    mistake="A reader that skips a byte order mark accepts what is no JSON.",
    users="A log that works here is corrupt in every other port.",
)
def byte_order_mark_skipped(text: str) -> Any:
    return parse_json(text.removeprefix("\ufeff"))


@wrong_port(
    on_objects,
    mistake="A decoder that matches keys in any case accepts a change that others refuse.",
    users="A log that works here is corrupt in every other port.",
)
def keys_in_any_case(value: dict[str, Any]) -> dict[str, Any]:
    return {_IN_ANY_CASE.get(key.lower(), key): value[key] for key in value}


def _exact(spelling: str) -> float:
    exact = Decimal(spelling)
    is_integral = exact == exact.to_integral_value()
    return float(spelling) if is_integral or not float(spelling).is_integer() else 0.5


@wrong_port(
    instead_of(parse_json),
    mistake="Reading decimal spellings exactly refuses what readers with doubles take for an"
    " integer.",
    users="A log that every other port reads does not open here.",
)
def decimals_read_exactly(text: str) -> Any:
    return _loads(text, parse_float=_exact)


def _finite(spelling: str) -> float:
    if float(spelling) in {float("inf"), float("-inf")}:
        raise CorruptLog("VAL-9", "number out of range")
    return float(spelling)


@wrong_port(
    instead_of(parse_json),
    mistake="Refusing JSON for a number beyond the doubles makes a whole log unreadable that"
    " JSON.parse reads.",
    users="One line that does not matter takes the session away.",
)
def numbers_beyond_doubles_refused(text: str) -> Any:
    return _loads(
        text,
        parse_float=_finite,
        parse_int=lambda digits: int(digits) if len(digits) < 400 else _finite(digits),
    )


@wrong_port(
    on_escapes(r"\\[\\bf]"),
    mistake="An encoder without \\b and \\f writes \\u0008 and \\u000c.",
    users="Transcripts of two ports differ for these characters.",
)
def short_escapes_unknown(match: re.Match[str]) -> str:
    return {"\\b": "\\u0008", "\\f": "\\u000c"}.get(match.group(), match.group())


@wrong_port(
    on_escapes("[<>&\u2028\u2029]"),
    mistake="An encoder that escapes <, > and & for HTML changes bytes that are protocol.",
    users="The model reads \\u003c where the user wrote <, and transcripts differ.",
)
def angle_brackets_escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
