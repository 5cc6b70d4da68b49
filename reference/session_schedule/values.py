"""The JSON value model: integers, trimming, instants and JSON text (chapters VAL and FRAME)."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from json.encoder import encode_basestring
from typing import Any, NoReturn

import msgspec

from session_schedule.errors import CorruptLog

MAX_SAFE_INTEGER = 2**53 - 1

_ECMASCRIPT_WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

EPOCH = datetime(1970, 1, 1)
"""The origin of wall times and, read as UTC, of instants."""
MILLISECOND = timedelta(milliseconds=1)

MIN_INSTANT = (datetime.min - EPOCH) // MILLISECOND
MAX_INSTANT = (datetime.max - EPOCH) // MILLISECOND

_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
)
_SURROGATES = re.compile(r"[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")


def trim(text: str) -> str:
    """Return the text without ECMAScript white space at its ends, else as it is (VAL-4, VAL-5)."""
    return text.strip(_ECMASCRIPT_WHITE_SPACE)


def safe_integer(value: object) -> int | None:
    """Return the integer that a JSON value is, or None if it is not a safe one.

    Implements VAL-1, VAL-2, VAL-3, VAL-10 and VAL-11.
    """
    if isinstance(value, float):
        if not value.is_integer():
            return None
        value = int(value)
    elif not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER else None


def parse_instant(value: object) -> int | None:
    """Return the milliseconds since the epoch of a canonical instant (VAL-7, VAL-8).

    None if the value is not one.
    """
    if not isinstance(value, str) or _INSTANT.fullmatch(value) is None:
        return None
    try:
        return (datetime.fromisoformat(value[:-1]) - EPOCH) // MILLISECOND
    except ValueError:
        return None


def format_instant(instant: int) -> str:
    """Return the canonical text of an instant in milliseconds since the epoch (VAL-7).

    Raises:
        OverflowError: The instant lies outside the years 0001 to 9999.
    """
    return (EPOCH + instant * MILLISECOND).isoformat(timespec="milliseconds") + "Z"


def parse_json(text: str | bytes) -> Any:
    """Return the value of one JSON text; the last of duplicate keys wins (VAL-6).

    Raises:
        CorruptLog: It is not one complete JSON value (VAL-9), or is nested too deeply, which
            256 levels are not (VAL-12, VAL-13).
    """
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise CorruptLog("VAL-12", "the JSON text is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeError):
        # msgspec refuses unpaired surrogates and numbers beyond a double, which are JSON.
        return _parse_any_json(text)


def _parse_any_json(text: str | bytes) -> Any:
    try:
        source = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(source, parse_int=_parse_integer, parse_constant=_refuse_constant)
    except RecursionError:
        raise CorruptLog("VAL-12", "the JSON text is nested too deeply") from None
    except ValueError as error:
        raise CorruptLog("VAL-9", f"the text is not a JSON value: {error}") from None


def _parse_integer(digits: str) -> int | float:
    # Python limits the digits of an int; beyond any double the exact value no longer matters.
    return int(digits) if len(digits) < 400 else float(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _escape_surrogates(match: re.Match[str]) -> str:
    found = match.group()
    if len(found) == 2:
        return found.encode("utf-16", "surrogatepass").decode("utf-16")
    return f"\\u{ord(found):04x}"


def json_text(value: object) -> str:
    """Return the JSON text that ECMAScript's ``JSON.stringify`` gives.

    Implements FRAME-3, FRAME-4 and FRAME-5.
    """
    if isinstance(value, str):
        text = encode_basestring(value)
    else:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _SURROGATES.sub(_escape_surrogates, text)
