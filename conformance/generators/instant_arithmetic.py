"""What the usual calls of several languages make of an instant in whole milliseconds.

Each function takes the exact instant and gives the one that a reader or a writer is left with.
``lost_milliseconds`` searches with them, and wrong ports of the tests compute with them, so that a
case that is found here is one that fails there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

Arithmetic: TypeAlias = Callable[[int], int]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_APPLE_EPOCH = 978_307_200
_MILLISECOND = timedelta(milliseconds=1)


def double_seconds_cut_off(instant: int) -> int:
    """``int(aware.timestamp() * 1000)``, and a cast of such a product to an integer anywhere."""
    return int((_EPOCH + instant * _MILLISECOND).timestamp() * 1_000)


def double_seconds_floored(instant: int) -> int:
    """``math.floor(seconds * 1000)``: as cut off, but downward before 1970 as well."""
    return math.floor(instant / 1_000 * 1_000)


def fraction_of_double_seconds_cut_off(instant: int) -> int:
    """Whole seconds, and apart from them the fraction of a double times a thousand, cut off."""
    seconds = instant / 1_000
    whole = math.floor(seconds)
    return whole * 1_000 + int((seconds - whole) * 1_000)


def microseconds_rounded(instant: int) -> int:
    """``datetime.fromtimestamp(ms / 1000)`` rounds to even microseconds; a text cuts off."""
    return (datetime.fromtimestamp(instant / 1_000, UTC) - _EPOCH) // _MILLISECOND


def double_since_2001_floored(instant: int) -> int:
    """Apple's ``Date`` is a double of seconds since 2001; ICU floors its milliseconds."""
    since_2001 = (instant - 1_000 * _APPLE_EPOCH) / 1_000
    return math.floor((since_2001 + _APPLE_EPOCH) * 1_000)
