"""What a text claims word by word: its numbers, codes, quoted texts, characters and MUSTs.

What a rule gives as its reason (``Why:``) and its source are no claims, and the blocks that carry
examples and data are taken for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from binding.data import CODES
from schedule_conformance.corpus.examples import BLOCK as EXAMPLE

Kind = Literal[
    "must", "verdict", "code", "quote", "number", "character", "count", "citation", "line", "cell"
]

MINUS = "\u2212"

COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")

DATA = re.compile(
    r"^<!-- data: (?P<name>[a-z ]+) -->\n\n(?P<body>.*?)\n<!-- end -->$", re.MULTILINE | re.DOTALL
)
_FENCE = re.compile(r"^```[^\n]*\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_INFORMATIVE = re.compile(
    r"^(?:Why|Source|History|Class|Note)[^\n:]*:.*?(?=\n\n|\Z|\nSource:)", re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"\]\([^)]*\)")
_CITATION = re.compile(r"\b(?:VAL|REC|CHG|FOLD|EVERY|IN|ZONE|VIEW|FRAME|TOOL|DUE|LOG)-\d+\b")
_OWN_ID = re.compile(r"\A### (\S+) — ")
_CELL = re.compile(r"(?<=\|)[^|\n]+(?=\|)")
_PATTERNS: dict[Kind, re.Pattern[str]] = {
    "must": re.compile(r"\bMUST(?: NOT)?\b"),
    "verdict": re.compile(r"(?<=\b(?:is|be)\s)(?<!cannot be\s)corrupt\b|(?<=\bare\s)corrupt\b"),
    "quote": re.compile(r"`[^`\n]+(?:\n[^`\n]+)?`"),
    "character": re.compile(r"U\+[0-9A-F]{4}"),
    "number": re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"
        r"|[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?"
        rf"|(?<![\w+.])(?<!UTF-){MINUS}?[0-9]+(?:\^[0-9]+)?"
    ),
    "count": re.compile(rf"\b(?:{'|'.join(COUNTS)})\b", re.IGNORECASE),
}


class Fact(msgspec.Struct, frozen=True):
    """One claim: its sort, and where it stands in the text of its section."""

    kind: Kind
    start: int
    end: int
    text: str


def facts(text: str) -> list[Fact]:
    """The facts of a section, in the order of the text."""
    found = list(_blocks(text))
    prose = _prose(text)
    found += [_fact("citation", match) for match in _CITATION.finditer(prose)]
    prose = _CITATION.sub(_spaces, prose)
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(prose):
            is_code = kind == "quote" and match.group().strip("`") in CODES
            found.append(_fact("code" if is_code else kind, match))
        prose = pattern.sub(_spaces, prose)
    return sorted(found, key=lambda fact: fact.start)


def _blocks(text: str) -> Iterator[Fact]:
    """The cells of tables and the lines of fenced blocks, but for those of examples."""
    rest = EXAMPLE.sub(_spaces, text)
    for fence in _FENCE.finditer(rest):
        for line in re.finditer(r"[^\n]+", fence["body"]):
            start = fence.start("body") + line.start()
            yield Fact("line", start, start + len(line.group()), line.group())
    rest = _FENCE.sub(_spaces, rest)
    rows = list(re.finditer(r"^\|.*\|$", rest, re.MULTILINE))
    for row in rows:
        if set(row.group()) <= set("|- "):
            continue
        for cell in _CELL.finditer(row.group()):
            if cell.group().strip():
                start = row.start() + cell.start()
                yield Fact("cell", start, start + len(cell.group()), cell.group())


def _prose(text: str) -> str:
    """The text with all that is no prose replaced by as many spaces."""
    own = _OWN_ID.match(text)
    if own:
        text = " " * own.end() + text[own.end() :]
    for pattern in (
        EXAMPLE,
        _FENCE,
        re.compile(r"^\|.*\|$", re.MULTILINE),
        re.compile(r"^<!--.*-->$", re.MULTILINE),
    ):
        text = pattern.sub(_spaces, text)
    for pattern in (_INFORMATIVE, _LINK):
        text = pattern.sub(_spaces, text)
    return text


def _spaces(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _fact(kind: Kind, match: re.Match[str]) -> Fact:
    return Fact(kind, match.start(), match.end(), match.group())
