"""JSON to and from bytes, lone surrogates included.

msgspec is fast and refuses lone surrogates, which JSON text may hold as escapes and which some
cases are about; the standard library takes them and is slow. So msgspec goes first.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import msgspec

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()


def decode(text: bytes) -> Any:
    """The value of a JSON text in UTF-8.

    Raises:
        ValueError: `text` is not JSON, or nests deeper than can be read.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _decode_slowly(text)


def encode(value: Any) -> bytes:
    """Compact JSON text of `value`; lone surrogates are escaped."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value)
        return json.dumps(plain, separators=(",", ":")).encode()


def _decode_slowly(text: bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the JSON nests too deeply") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
