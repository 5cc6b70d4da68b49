"""JSON texts of a value in other spellings, and texts that are nearly JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

_BLANKS = ("", "", "", " ", "\n", "\t", "\r\n")
_BREAKS: tuple[tuple[str, str], ...] = (
    *(("}", ",}"), ("]", ",]"), (":", ""), ('"', "'"), ("{", "{{"), ("1", "01"), ("1", "+1")),
    *(("1", "NaN"), ("1", "Infinity"), (",", ";"), ("1", ".5"), ("1", "1."), (" ", "\f")),
)
_TAILS = (" ", "{}", ",", "\ufeff", "//", "\x00")


def spelt(chance: Random, value: Any) -> str:
    """A JSON text of the value, sometimes with one break."""
    text = _value(chance, value)
    way = chance.randrange(12)
    if way == 0:
        return text.replace(*chance.choice(_BREAKS), 1)
    if way == 1:
        return text[: chance.randrange(len(text))]
    if way == 2:
        return text + chance.choice(_TAILS)
    return f"\ufeff{text}" if way == 3 else text


def _value(chance: Random, value: Any) -> str:
    if isinstance(value, dict):
        return _object(chance, value)
    if isinstance(value, list):
        return "[" + ",".join(_value(chance, item) for item in value) + "]"
    if isinstance(value, str):
        return _string(chance, value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(chance, value)
    return json.dumps(value)


def _object(chance: Random, value: dict[str, Any]) -> str:
    members = [(_string(chance, name), _value(chance, member)) for name, member in value.items()]
    if members and chance.random() < 0.15:
        # A key twice: the last one counts.
        name, _ = chance.choice(members)
        members.insert(chance.randint(0, len(members)), (name, chance.choice(members)[1]))
    blank = chance.choice(_BLANKS)
    inside = f",{blank}".join(f"{name}{blank}:{blank}{member}" for name, member in members)
    return f"{blank}{{{inside}{blank}}}"


def _string(chance: Random, text: str) -> str:
    written = json.dumps(text, ensure_ascii=chance.random() < 0.3)
    if text and chance.random() < 0.15:
        place = chance.randrange(len(text))
        units = text[place].encode("utf-16-be", "surrogatepass").hex()
        escapes = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
        before, after = json.dumps(text[:place])[1:-1], json.dumps(text[place + 1 :])[1:-1]
        return f'"{before}{escapes}{after}"'
    return written


def _number(chance: Random, value: float) -> str:
    plain = json.dumps(value)
    if chance.random() < 0.7 or not float(value).is_integer() or abs(value) >= 2**53:
        return plain
    number = int(value)
    spellings = [f"{number}.0", f"{number}e0", f"{number}E+0", f"{number}00e-2", f"{number}.000"]
    if number == 0:
        spellings.append("-0")
    return chance.choice(spellings)
