"""Text of others, made safe to show on a terminal, in a log of a build, or in XML.

A port, a session log and a file of cases may hold anything: escape sequences, C1 controls, marks
that turn the direction of writing, line ends that begin a line of their own. Whatever of it is
shown goes through here.
"""

from __future__ import annotations

import json


def printable(text: str) -> str:
    """The text on one line, with all that does not print, such as U+FEFF, escaped as JSON does."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def printable_lines(text: str) -> list[str]:
    """Each line of a text that has several, such as a traceback; only U+000A ends one."""
    return [printable(line.expandtabs()) for line in text.removesuffix("\n").split("\n")]


def excerpt(text: str, longest: int) -> str:
    """The text on one line, of which at most `longest` characters are shown."""
    if len(text) <= longest:
        return printable(text)
    return f"{printable(text[:longest])}… ({len(text)} characters)"
