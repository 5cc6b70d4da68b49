"""Bending one JSON value: into another of its kind, or of another kind.

Each function takes a source of chance first, so that the same seed bends in the same way.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from session_schedule.values import (
    MAX_INSTANT,
    MAX_SAFE_INTEGER,
    MIN_INSTANT,
    format_instant,
    parse_instant,
)

_SECOND, _MINUTE, _DAY = 1_000, 60_000, 86_400_000
_NUDGES = (
    1,
    -1,
    _SECOND,
    -_SECOND,
    _MINUTE,
    300 * _SECOND,
    -300 * _SECOND,
    _DAY,
    -_DAY,
    365 * _DAY,
)
_EDGES = (
    *(0, -1, 1, MAX_INSTANT, MAX_INSTANT - 1, MIN_INSTANT, MIN_INSTANT + 1),
    *(2**31 * _SECOND - 1, 2**31 * _SECOND, 2**32 * _SECOND, -(2**31) * _SECOND - 1),
    # Where seconds in a double lose a millisecond, on both sides of the epoch.
    *(2**31 * _SECOND + 1_001, 2_147_484_000_337, 2_160_000_000_123, 1_099_511_627_777),
    *(-62_135_596_799_999, -59_011_459_200_001, -2_208_988_800_001, 253_370_764_800_000),
)
_NUMBERS = (
    *(0, 1, 2, -1, 59, 60, 299, 300, 301, 3_600, 2**31 - 1, 2**31, 2**32, 2**53 // 1_000),
    *(2**53 // 1_000 + 1, MAX_SAFE_INTEGER, MAX_SAFE_INTEGER + 1, -MAX_SAFE_INTEGER, 2**63, 2**64),
    *(0.5, 1.5, 300.5, 1e-7, 1e21, 299.99999999999994, -0.0),
)
_ODDITIES: tuple[Any, ...] = (None, True, False, 0, 1, "", " ", "1", "x", [], {}, [1], {"": 1}, 1.5)
_SPACES = " \t\n\v\f\r\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_NO_SPACES = "\x00\x1c\x1f\x7f\x85\u180e\u200b\u2060"
_CHARACTERS = "\"\\/<>&'aZ0é\u0301\U0001f600ß\u0130\u212a\u2028\b"
_SURROGATES = "\ud800\udbff\udc00\udfff"
_DIGITS = re.compile(r"[0-9]")
_FIELDS = re.compile(r"[0-9]+")
_ALIEN_DIGITS = ("\u0660", "\uff10", "\u0966", "+", "-", " ", "O", "")
_SEPARATORS = (
    *(("T", "t"), ("T", " "), ("Z", "z"), ("Z", ""), ("Z", "+00:00"), ("Z", "-00:00")),
    *((".", ","), (":", ""), ("-", "\u2212"), ("+", " "), ("Z", "Z\n"), ("000Z", "Z")),
)
_MOST_DIGITS = 15
_WORDS = ("create", "delete", "dispatch", "after", "at", "every", "id", "schedule/change", "UTC")


def bent(chance: Random, value: Any, *, surrogates: bool) -> Any:
    """Another value in the place of this one, most often of the same kind."""
    if chance.random() < 0.1:
        return chance.choice(_ODDITIES)
    if isinstance(value, bool) or value is None:
        return chance.choice(_ODDITIES)
    if isinstance(value, int | float):
        return _number(chance, value)
    if isinstance(value, str):
        return _text(chance, value, surrogates=surrogates)
    return _object(chance, value) if isinstance(value, dict) else _list(chance, value)


def _number(chance: Random, value: float) -> float:
    way = chance.randrange(4)
    if way == 0:
        return value + chance.choice((1, -1, 0.5, 1_000))
    if way == 1:
        return float(value)
    return chance.choice(_NUMBERS)


def _text(chance: Random, text: str, *, surrogates: bool) -> str:
    instant = parse_instant(text)
    if instant is not None and chance.random() < 0.8:
        return moved(chance, instant)
    if _DIGITS.search(text) and chance.random() < 0.5:
        return _misspelt(chance, text)
    way = chance.randrange(6)
    if way == 0:
        return chance.choice((f"{_any(chance, _SPACES)}{text}", f"{text}{_any(chance, _SPACES)}"))
    if way == 1:
        return chance.choice(
            (f"{_any(chance, _NO_SPACES)}{text}", f"{text}{_any(chance, _NO_SPACES)}")
        )
    if way == 2:
        return chance.choice(
            (text.lower(), text.upper(), text.title(), text[:-1], text[1:], text * 2)
        )
    if way == 3:
        return chance.choice(_WORDS)
    place = chance.randint(0, len(text))
    inserted = _any(chance, _SURROGATES if surrogates and way == 4 else _CHARACTERS)
    return text[:place] + inserted + text[place:]


def moved(chance: Random, instant: int) -> str:
    """A canonical instant near this one, at an edge or anywhere."""
    way = chance.randrange(8)
    if way < 4:
        other = instant + chance.choice(_NUDGES)
    elif way < 6:
        other = chance.choice(_EDGES) + chance.choice((0, 0, 1, -1))
    elif way == 6:
        other = chance.randint(MIN_INSTANT, MAX_INSTANT)
    else:
        # Seconds just above a power of two: there a double of them is least exact.
        other = chance.choice((1, -1)) * chance.randint(1_000 * 2**31, 1_024 * 2**31)
    return format_instant(max(MIN_INSTANT, min(other, MAX_INSTANT)))


def _misspelt(chance: Random, text: str) -> str:
    """A text with a number or a digit of it changed, or a separator."""
    fields = list(_FIELDS.finditer(text))
    field = chance.choice(fields)
    way = chance.randrange(5)
    if way == 0:
        place = chance.randrange(field.start(), field.end())
        return text[:place] + chance.choice(_ALIEN_DIGITS) + text[place + 1 :]
    if way == 1:
        width = field.end() - field.start()
        number = chance.choice((0, 1, 9, 12, 13, 23, 24, 29, 30, 31, 32, 59, 60, 99, 9_999))
        return text[: field.start()] + str(number).zfill(width)[-width:] + text[field.end() :]
    if way == 2:
        number = max(0, int(field.group()[-_MOST_DIGITS:]) + chance.choice((1, -1)))
        return (
            text[: field.start()]
            + str(number).zfill(field.end() - field.start())
            + text[field.end() :]
        )
    if way == 3:
        place = chance.randrange(len(text))
        return text[:place] + text[place + 1 :]
    return text.replace(*chance.choice(_SEPARATORS), 1)


def _object(chance: Random, value: dict[str, Any]) -> dict[str, Any]:
    members = list(value.items())
    way = chance.randrange(5)
    if way == 0 or not members:
        name = chance.choice(
            ("extra", "", "id", "acceptedAt", "after_seconds", "every_seconds", "at")
        )
        return {**value, name: chance.choice(_ODDITIES)}
    place = chance.randrange(len(members))
    name, member = members[place]
    if way == 1:
        del members[place]
    elif way == 2:
        members[place] = (
            chance.choice((name.title(), name.upper(), f"{name} ", name[:-1])),
            member,
        )
    elif way == 3:
        members[place] = (name, chance.choice(members)[1])
    else:
        members.reverse()
    return dict(members)


def _list(chance: Random, value: list[Any]) -> list[Any]:
    if not value:
        return [chance.choice(_ODDITIES)]
    items, place = list(value), chance.randrange(len(value))
    way = chance.randrange(4)
    if way == 0:
        del items[place]
    elif way == 1:
        items.insert(chance.randint(0, len(items)), items[place])
    elif way == 2:
        other = chance.randrange(len(items))
        items[place], items[other] = items[other], items[place]
    else:
        del items[place + 1 :]
    return items


def _any(chance: Random, characters: str) -> str:
    return chance.choice(characters)
