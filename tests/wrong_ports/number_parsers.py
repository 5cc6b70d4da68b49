"""Mistakes about number parsers that read the parts of a date and time."""

from __future__ import annotations

import re
from collections.abc import Callable

from wrong_ports.registry import Replacements, wrong_port
from wrong_ports.ways import on_instants

_BEFORE = r"(?:(?<=[-T:.+])|^)"
_AFTER = r"(?=[-T:.Z+]|$)"


def _on_parts(pattern: str) -> Callable[[Callable[[re.Match[str]], str]], Replacements]:
    """A part of a date or time that matches is read as what the function makes of it."""

    def reading(number: Callable[[re.Match[str]], str]) -> Replacements:
        def digits(match: re.Match[str]) -> str:
            return number(match).rjust(len(match.group()), "0")

        return on_instants(lambda text: re.sub(_BEFORE + pattern + _AFTER, digits, text))

    return reading


@wrong_port(
    _on_parts(r"\+([0-9]{1,3})"),
    mistake="A number parser accepts a plus sign where the shape has a digit.",
    users="A text that is no date to any other port means the year 26 here.",
)
def plus_among_digits(match: re.Match[str]) -> str:
    return match.group(1)


@wrong_port(
    _on_parts(r"-(0{1,3})"),
    mistake="A number parser reads -0 as zero where the shape has two digits.",
    users="A text that is no time to any other port means a full hour here.",
)
def minus_zero_among_digits(match: re.Match[str]) -> str:
    return match.group(1)


@wrong_port(
    _on_parts(r" ?([0-9]{1,3}) ?"),
    mistake="A number parser accepts blanks where the shape has a digit.",
    users="A text that is no date to any other port means another one here.",
)
def blanks_among_digits(match: re.Match[str]) -> str:
    return match.group(1)


@wrong_port(
    _on_parts(r"([0-9]{1,3})x"),
    mistake="A number parser that stops at the first other character takes what it has read so"
    " far.",
    users="A slip of the pen moves the reminder by years, and nobody is told.",
)
def number_read_so_far(match: re.Match[str]) -> str:
    return match.group(1)


@wrong_port(
    _on_parts(r"([0-9])_([0-9]{1,2})"),
    mistake="A number parser accepts an underscore between digits, as in source code.",
    users="A text that is no date to any other port means the year 226 here.",
)
def underscores_among_digits(match: re.Match[str]) -> str:
    return match.expand(r"\1\2")
