"""Mistakes about what the trims of other languages remove."""

from __future__ import annotations

import re

from session_schedule.values import trim
from wrong_ports.registry import instead_of, wrong_port

_SPACES = "\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000"
_NO_BREAK = "\u00a0\u2007\u202f"
_SEPARATORS = "\u001c-\u001f"


def _trimmed(characters: str, text: str) -> str:
    return re.sub(rf"\A[{characters}]+|[{characters}]+\Z", "", text)


@wrong_port(
    instead_of(trim),
    mistake="A trim of Unicode's White_Space removes U+0085 and leaves U+FEFF.",
    users="A prompt with a byte order mark before it is corrupt for every other reader.",
)
def white_space_property_trimmed(text: str) -> str:
    return _trimmed(_SPACES + _NO_BREAK + "\u0085", text)


@wrong_port(
    instead_of(trim),
    mistake="A trim of White_Space and the byte order mark removes U+0085 as well.",
    users="A log with such a prompt does not open here.",
)
def next_line_trimmed(text: str) -> str:
    return _trimmed(_SPACES + _NO_BREAK + "\u0085\ufeff", text)


@wrong_port(
    instead_of(trim),
    mistake="A trim of Java's isWhitespace leaves no-break spaces and removes U+001C-U+001F.",
    users="A prompt pasted with a no-break space is corrupt for every other reader.",
)
def java_white_space_trimmed(text: str) -> str:
    return _trimmed(_SPACES + _SEPARATORS, text)


@wrong_port(
    instead_of(trim),
    mistake="A trim of Java's isWhitespace and isSpaceChar removes U+001C-U+001F and leaves"
    " U+FEFF.",
    users="A prompt with a byte order mark before it is corrupt for every other reader.",
)
def java_space_characters_trimmed(text: str) -> str:
    return _trimmed(_SPACES + _NO_BREAK + _SEPARATORS, text)


@wrong_port(
    instead_of(trim),
    mistake="A trim of Foundation's white space and newlines removes U+200B.",
    users="A zero-width space that another port keeps makes a log corrupt here.",
)
def zero_width_space_trimmed(text: str) -> str:
    return _trimmed(_SPACES + _NO_BREAK + "\u0085\u200b", text)
