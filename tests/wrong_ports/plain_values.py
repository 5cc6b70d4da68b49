"""Mistakes about numbers and white space."""

from __future__ import annotations

import math

from session_schedule.values import safe_integer, trim
from wrong_ports.registry import instead_of, wrong_port


@wrong_port(
    instead_of(trim),
    mistake="A trim that also removes U+0085 or U+001C-U+001F, as Python's strip does, alters the"
    " text or refuses a valid log.",
    users="A log that another port wrote does not open, or a prompt of such characters is refused.",
)
def strip_instead_of_trim(text: str) -> str:
    return text.strip()


@wrong_port(
    instead_of(trim),
    mistake="A trim of everything up to U+0020, as Java's trim does, alters the text or refuses a"
    " valid log.",
    users="A log that another port wrote does not open; no-break spaces stay around prompts.",
)
def control_characters_trimmed(text: str) -> str:
    return text.strip("".join(map(chr, range(0x21))))


@wrong_port(
    instead_of(trim),
    mistake="A trim of ASCII white space alone stores prompts that other readers refuse.",
    users="A prompt pasted with a no-break or ideographic space makes a log that is corrupt for"
    " every other reader.",
)
def ascii_alone_trimmed(text: str) -> str:
    return text.strip("\t\n\v\f\r ")


@wrong_port(
    instead_of(safe_integer),
    mistake="Languages in which booleans are integers take true for 1.",
    users="`after_seconds: true` is a reminder in a second, and a corrupt log opens.",
)
def booleans_as_integers(value: object) -> int | None:
    return safe_integer(int(value) if isinstance(value, bool) else value)


@wrong_port(
    instead_of(safe_integer),
    mistake="Telling 300.0 from 300 refuses what other implementations write and accept.",
    users="A model that writes 300.0 is told that its interval is malformed, and the log of a"
    " writer with one number type does not open.",
)
def integral_floats_refused(value: object) -> int | None:
    return None if isinstance(value, float) else safe_integer(value)


@wrong_port(
    instead_of(safe_integer),
    mistake="Turning text into a number accepts what other implementations refuse.",
    users="A session that works here is corrupt in every other port.",
)
def numbers_in_strings(value: object) -> int | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    return safe_integer(value)


@wrong_port(
    instead_of(safe_integer),
    mistake="Rounding a fraction accepts a number that nobody wrote.",
    users="A delay of one and a half seconds becomes one of two, and nobody is told.",
)
def fractions_rounded(value: object) -> int | None:
    if isinstance(value, float) and abs(value) < 2**53:
        return safe_integer(math.floor(value + 0.5))
    return safe_integer(value)


@wrong_port(
    instead_of(safe_integer),
    mistake="Holding integers beyond 2^53 - 1 accepts what readers with doubles refuse.",
    users="Two ports read two different delays from one log.",
)
def unsafe_integers_accepted(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
