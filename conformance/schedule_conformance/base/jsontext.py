"""JSON to and from bytes, lone surrogates included.

msgspec is fast and refuses lone surrogates, which JSON text may hold as escapes and which some
cases are about; the standard library takes them and is slow. So msgspec goes first.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec
from msgspec import UNSET

from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_UTF_8_MARK = b"\xef\xbb\xbf"


def decode(text: bytes) -> Any:
    """The value of a JSON text in UTF-8.

    Raises:
        ValueError: `text` is not JSON or not UTF-8, nests deeper than can be read, or has a
            number that no double can hold.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _decode_slowly(text)


def read(file: Path) -> Any:
    """The value of a JSON file; it may begin with the byte order mark that some editors write.

    Raises:
        UsageError: it cannot be read, or is not JSON in UTF-8.
    """
    try:
        content = file.read_bytes()
        return decode(content.removeprefix(_UTF_8_MARK))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{file}: {reason}") from None


def encode(value: Any) -> bytes:
    """Compact JSON text of `value`; lone surrogates are escaped."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), default=members).encode()


def encode_strictly(value: Any) -> bytes:
    """As `encode`, for a value that may hold what is no JSON.

    Raises:
        TypeError, ValueError, RecursionError: it does.
    """
    text = encode(value)
    if b"null" in text:  # as msgspec writes a number that is not finite
        json.dumps(value, allow_nan=False, default=msgspec.to_builtins)
    return text


def members(value: Any) -> dict[str, Any]:
    """The members of a struct that are set, for `json.dumps`."""
    set_ = msgspec.structs.asdict(value).items()
    return {name: member for name, member in set_ if member is not UNSET}


def convert(value: Any, described: type[T]) -> T:
    """A struct from its JSON value, whose unknown members are ignored, whatever they are called.

    Raises:
        msgspec.ValidationError: it does not fit.
    """
    if isinstance(value, dict):
        value = {name: value[name] for name in described.__struct_fields__ if name in value}
    return msgspec.convert(value, described)


def depth_exceeds(value: Any, limit: int) -> bool:
    """Whether arrays and objects are nested in each other more than `limit` deep."""
    level = [value]
    for _ in range(limit):
        level = [
            member
            for outer in level
            if isinstance(outer, dict | list)
            for member in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(member, dict | list)
        ]
        if not level:
            return False
    return True


def _decode_slowly(text: bytes) -> Any:
    for mark, encoding in _MARKS.items():
        if text.startswith(mark):
            raise ValueError(f"it is in {encoding}, and not in UTF-8")
    try:
        return json.loads(text.decode(), parse_constant=_refuse_constant, parse_float=_parse_float)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise ValueError("the JSON nests too deeply") from None


def _parse_float(literal: str) -> float:
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {literal[:40]} is beyond a double")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
