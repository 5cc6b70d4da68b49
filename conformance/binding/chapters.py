"""The chapters of the spec as sections: each rule, and what stands before and between rules."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from schedule_conformance.base import data

SPEC = data.folder("spec")

_HEADING = re.compile(r"^(?=#{1,3} )", re.MULTILINE)
_RULE = re.compile(r"### ([A-Z]+-[1-9][0-9]*) — ")


class Section(msgspec.Struct, frozen=True):
    """A part of a chapter under one heading.

    Attributes:
        chapter: The name of the chapter's file, without its suffix.
        owner: The id of the rule; of a part that is no rule, the name of the chapter.
        text: The Markdown, the heading included.
    """

    chapter: str
    owner: str
    text: str

    @property
    def is_rule(self) -> bool:
        """Whether the section is a rule."""
        return self.owner != self.chapter

    def with_text(self, text: str) -> Section:
        """The section with another text."""
        return Section(self.chapter, self.owner, text)


def sections_of(chapter: str, text: str) -> list[Section]:
    """The sections of one chapter, in order; together their texts are the chapter's text."""
    found = []
    for part in _HEADING.split(text):
        rule = _RULE.match(part)
        found.append(Section(chapter, rule[1] if rule else chapter, part))
    return found


def all_sections(folder: Path = SPEC) -> list[Section]:
    """The sections of every chapter, by the names of their files."""
    return [
        section
        for file in sorted(folder.glob("*.md"))
        for section in sections_of(file.stem, file.read_text("utf-8"))
    ]
