"""How a report at a terminal looks: colours, width, and how much of it is shown."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schedule_conformance.corpus.rules import Rule

RED, GREEN, BOLD, FAINT = "31", "32", "1", "2"
_INDENT = 12
_NARROWEST = 3 * _INDENT
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_COPIED = "  rerun "


class Look(msgspec.Struct, frozen=True):
    """How a report looks.

    Attributes:
        rules: The rules that it cites.
        colour: Whether it is in colour.
        everything: Whether it leaves nothing out, and cuts nothing.
        width: How many characters a line may have; None where lines do not wrap.
    """

    rules: Mapping[str, Rule]
    colour: bool = False
    everything: bool = False
    width: int | None = None

    def paint(self, words: str, *colours: str) -> str:
        """The words in colours, if there are to be any."""
        return f"\x1b[{';'.join(colours)}m{words}\x1b[0m" if self.colour else words

    def rule(self, rule_id: str) -> str:
        """A rule by id and title."""
        rule = self.rules.get(rule_id)
        return f"{rule_id} — {rule.title}" if rule else rule_id

    def longest(self, longest: int) -> int | None:
        """How many characters of a value are shown."""
        return None if self.everything else longest

    def wrap(self, line: str) -> str:
        """The line, broken where it is too long; what is meant to be copied stays whole."""
        if self.width is None or self.width < _NARROWEST or line.startswith(_COPIED):
            return line
        if len(_PAINT.sub("", line)) <= self.width:
            return line
        return textwrap.fill(
            line,
            self.width,
            subsequent_indent=" " * _INDENT,
            break_on_hyphens=False,
            replace_whitespace=False,
        )


def field(name: str, content: str) -> str:
    """A line of a report that has a name."""
    return f"  {name:<9} {content}"
