"""Sentences of the spec that are put to the test.

A sentence has a pattern that takes the claims out of the text, and a check that compares them with
what the reference does. A pattern is the words that matter, with a hole ``{name}`` or
``{name:kind}`` in place of each claim; any white space matches any other. The claims are read from
the text itself, so that a text that claims something else is compared with the same behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from binding.data import characters
from binding.facts import COUNTS, MINUS

_ITEM = r"(?:,\s+and\s+|,\s+or\s+|,\s+|\s+and\s+|\s+or\s+|:\s+)"
_QUOTE = r"`[^`]+`"
_CHARACTER = r"U\+[0-9A-F]{4}(?:–U\+[0-9A-F]{4})?"
_KINDS = {
    "must": r"MUST NOT|MUST",
    "verdict": r"corrupt|valid",
    "code": _QUOTE,
    "quote": _QUOTE,
    "quotes": rf"{_QUOTE}(?:{_ITEM}{_QUOTE})*",
    "characters": rf"{_CHARACTER}(?:{_ITEM}{_CHARACTER})*",
    "int": rf"{MINUS}?[0-9]+",
    "digits": r"[0-9]+",
    "power": r"[0-9]+\^[0-9]+",
    "time": r"[0-9T:.+Z-]*[0-9Z]",
    "count": "|".join((*COUNTS, *(count.capitalize() for count in COUNTS))),
}
_HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a rule and the check of what it claims.

    Attributes:
        owner: The rule; of a text that is no rule, the chapter.
        pattern: The words, with holes.
        check: Whether the claims, given by the names of the holes, agree with the reference.
    """

    owner: str
    pattern: str
    check: Callable[..., bool]

    def read(self, text: str) -> Reading | None:
        """What the sentence claims where it stands in a text; None where it does not."""
        regex, kinds = _compiled(self.pattern)
        found = regex.search(text)
        if found is None:
            return None
        claims = {name: _value(kind, found[name]) for name, kind in kinds.items()}
        return Reading(claims, [found.span(name) for name in kinds])


class Reading(msgspec.Struct, frozen=True):
    """Claims by name, and the places of the text that they were read from."""

    claims: dict[str, Any]
    places: list[tuple[int, int]]


_cache: dict[str, tuple[re.Pattern[str], dict[str, str]]] = {}


def _compiled(pattern: str) -> tuple[re.Pattern[str], dict[str, str]]:
    if pattern not in _cache:
        kinds: dict[str, str] = {}
        parts = []
        position = 0
        for hole in _HOLE.finditer(pattern):
            name, kind = hole[1], hole[2] or hole[1].rstrip("0123456789")
            kinds[name] = kind
            parts += [_literal(pattern[position : hole.start()]), f"(?P<{name}>{_KINDS[kind]})"]
            position = hole.end()
        parts.append(_literal(pattern[position:]))
        _cache[pattern] = re.compile("".join(parts)), kinds
    return _cache[pattern]


def _literal(text: str) -> str:
    return re.sub(r"\s+", r"\\s+", re.escape(text).replace(r"\ ", " "))


def _value(kind: str, text: str) -> Any:
    match kind:
        case "must":
            return text == "MUST"
        case "code" | "quote":
            return text[1:-1]
        case "quotes":
            return re.findall(r"`([^`]+)`", text)
        case "characters":
            return characters(
                [each.replace("–", "-").replace("U+", "") for each in re.findall(_CHARACTER, text)]
            )
        case "int":
            return int(text.replace(MINUS, "-"))
        case "count":
            return COUNTS.index(text.lower()) + 2
        case _:
            return text
