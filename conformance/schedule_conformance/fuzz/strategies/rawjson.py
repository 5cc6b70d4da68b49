"""A strategy for JSON texts: one value written in unusual ways, or not quite written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

_SPACES = ("", "", "", " ", "\n", "\t\r\n")
_NO_SPACES = ("\f", "\u00a0")
_NO_SUFFIXES = (",", "}", "{}", "\x00", "x", "//")
_NO_PREFIXES = ("\ufeff", "+")
_NO_VALUES = (
    *("", " ", "null", "true", "1", '"x"', "[]", "{}", "{", "}", "NaN", "Infinity", "undefined"),
    *("[" * 20_000, '{"a":' * 5_000),
)
_NO_NUMBERS = ("01", "+1", "1.", ".1", "0x1", "1e", "1_0", "NaN", "-Infinity", "1n", "")


@st.composite
def json_texts(draw: DrawFn, objects: SearchStrategy[dict[str, Any]]) -> str:
    """Texts of such objects; half of them are JSON, so that what they say counts."""
    if draw(st.integers(0, 9)) == 9:
        return draw(st.sampled_from(_NO_VALUES))
    broken = draw(st.booleans())
    text = _written(draw, draw(objects), broken=broken)
    prefix = _one_of(draw, _SPACES, _NO_PREFIXES, broken=broken)
    return prefix + text + _one_of(draw, _SPACES, _NO_SUFFIXES, broken=broken)


def _one_of(draw: DrawFn, right: Sequence[str], wrong: Sequence[str], *, broken: bool) -> str:
    return draw(st.sampled_from([*right, *wrong] if broken else right))


def _written(draw: DrawFn, value: Any, *, broken: bool) -> str:
    if isinstance(value, dict):
        return _object(draw, value, broken=broken)
    if isinstance(value, str):
        return _text(draw, value, broken=broken)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _one_of(draw, spellings(value), _NO_NUMBERS, broken=broken)
    return json.dumps(value)


def _object(draw: DrawFn, value: dict[str, Any], *, broken: bool) -> str:
    members = [(name, _written(draw, member, broken=broken)) for name, member in value.items()]
    members = draw(st.permutations(members))
    if members and draw(st.integers(0, 4)) == 4:
        name, _ = draw(st.sampled_from(members))
        members.insert(0, (name, draw(st.sampled_from(['"x"', "null", "1", "{}"]))))
    space = _one_of(draw, _SPACES, _NO_SPACES, broken=broken)
    comma = _one_of(draw, [","] * 4, [",,"], broken=broken)
    last = _one_of(draw, [""] * 4, [","], broken=broken)
    body = comma.join(
        f"{space}{_text(draw, name, broken=broken)}{space}:{space}{text}" for name, text in members
    )
    return f"{{{body}{last}{space}}}"


def _text(draw: DrawFn, text: str, *, broken: bool) -> str:
    how = _one_of(draw, ["plain", "plain", "plain", "escaped", "raw"], ["single"], broken=broken)
    plain = json.dumps(text)
    if how == "escaped":
        return '"' + "".join(f"\\u{unit:04x}" for unit in _units(text)) + '"'
    if how == "single":
        return f"'{text}'" if text.isalnum() else plain
    if how == "raw":
        return json.dumps(text, ensure_ascii=False)
    return plain


def _units(text: str) -> list[int]:
    """The UTF-16 code units of a text."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2]) for at in range(0, len(data), 2)]


def spellings(number: float) -> list[str]:
    """Ways to write a number in JSON that all mean it."""
    plain = json.dumps(number)
    if not isinstance(number, int):
        return [plain]
    tenth, digit = divmod(abs(number), 10)
    sign = "-" if number < 0 else ""
    return [
        plain,
        plain,
        f"{plain}.0",
        f"{plain}.000",
        f"{plain}e0",
        f"{plain}E+0",
        f"{plain}0e-1",
        f"{sign}{tenth}.{digit}e1",
        f"{sign}{tenth}.{digit}0E+01",
        f"{plain}.00000000000000000000001",
        f"{plain}" + "0" * 400 + "e-400",
    ]
