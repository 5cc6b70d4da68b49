"""Shapes such as ``YYYY-MM-DD``, as texts that have them, and instants near the given ones."""

from __future__ import annotations

from session_schedule.values import format_instant, parse_instant

_DIGITS = {"YYYY": "2027", "MM": "05", "DD": "06", "HH": "07", "SS": "08", "mmm": "009"}


def example_of(shape: str) -> str:
    """A text of a shape; letters that the shape should not have stay."""
    for letters, digits in _DIGITS.items():
        shape = shape.replace(letters, digits)
    return shape


def shifted(instant: str, milliseconds: int) -> str:
    """A canonical instant so much later or earlier.

    Raises:
        ValueError: The text is no canonical instant.
    """
    parsed = parse_instant(instant)
    if parsed is None:
        raise ValueError(instant)
    return format_instant(parsed + milliseconds)
