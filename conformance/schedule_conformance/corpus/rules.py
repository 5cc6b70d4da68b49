"""The rules of the spec, read from its chapters, for reports that cite them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

_RULE = re.compile(
    r"^### (?P<id>[A-Z]+-[1-9][0-9]*) — (?P<title>[^\n]+)\n(?P<body>.*?)(?=^#{1,3} |\Z)",
    re.MULTILINE | re.DOTALL,
)
_SOURCE = re.compile(r"^Source: (.+)$", re.MULTILINE)
_EXAMPLE = re.compile(r"^```json example\n.*?^```\n+", re.MULTILINE | re.DOTALL)


class Rule(msgspec.Struct, frozen=True):
    """A rule: its permanent id, title, text in Markdown, where it comes from, and its chapter."""

    id: str
    title: str
    text: str
    source: str
    chapter: str

    @property
    def prose(self) -> str:
        """The text without its examples, which are cases too."""
        return _EXAMPLE.sub("", f"{self.text}\n").strip()


def load_rules(folder: Path) -> dict[str, Rule]:
    """Every rule of the chapters in a folder, by id, in the order of files and then of text."""
    found: dict[str, Rule] = {}
    for chapter in sorted(folder.glob("*.md")):
        for match in _RULE.finditer(chapter.read_text("utf-8")):
            source = _SOURCE.search(match["body"])
            found[match["id"]] = Rule(
                id=match["id"],
                title=match["title"].strip(),
                text=_SOURCE.sub("", match["body"]).strip(),
                source=source[1].strip() if source else "",
                chapter=chapter.stem,
            )
    return found
