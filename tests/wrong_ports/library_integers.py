"""Mistakes about the integers of other languages."""

from __future__ import annotations

from session_schedule.values import safe_integer
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import wrapped

_LARGEST = 2**31 - 1


@wrong_port(
    instead_of(safe_integer),
    mistake="A field of 32 bits refuses a delay or interval that others hold.",
    users="A log with a reminder in seventy years does not open here.",
)
def integers_beyond_32_bits_refused(value: object) -> int | None:
    integer = safe_integer(value)
    return integer if integer is not None and -_LARGEST - 1 <= integer <= _LARGEST else None


@wrong_port(
    instead_of(safe_integer),
    mistake="A conversion to 32 bits that wraps round makes another number of a large one.",
    users="A delay of a century becomes one of minutes.",
)
def integers_wrapped_to_32_bits(value: object) -> int | None:
    integer = safe_integer(value)
    return None if integer is None else wrapped(integer, 32)


@wrong_port(
    instead_of(safe_integer),
    mistake="A conversion that saturates makes the greatest number of every larger one.",
    users="Two ports read two different delays from one log.",
)
def integers_saturated(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer() and abs(value) < 2**63:
        return None
    return safe_integer(max(-(2**53) + 1, min(2**53 - 1, value)))
