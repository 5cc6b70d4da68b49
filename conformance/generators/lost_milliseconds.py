"""Finds instants of which floating point loses a millisecond, and writes cases of them.

A double that is multiplied by a thousand and cut off is wrong only where the seconds lie in
[2^n, 1.024 * 2^n), on both sides of zero, and there for a quarter of the milliseconds: most of them
never meet a test that was not looked for. So each era that begins at such a power is searched for
the first millisecond at which each of the ``instant_arithmetic`` is off, and so are two ordinary
moments. The expected values are the instants themselves. To rerun, in a
development install of this project::

    python conformance/generators/lost_milliseconds.py
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from generators import instant_arithmetic as arithmetic
from generators.case_files import Json, write

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parents[1] / "corpus" / "values" / "lost-milliseconds.json"

_EPOCH = datetime(1970, 1, 1)
_MILLISECOND = timedelta(milliseconds=1)
_SEARCHED = 10_000
_POWERS = range(30, 38)
_FIRST = (datetime.min - _EPOCH) // _MILLISECOND
_INTERVAL = 300_000
_OFFSETS = (("Z", 0), ("+02:00", 120), ("-05:00", -300), ("+05:45", 345), ("-00:30", -30))

_LOSSES = {
    "A double of seconds that is rounded to microseconds is off by a millisecond after 2242 and"
    " before 1698.": arithmetic.microseconds_rounded,
    "Seconds in a double, times a thousand and cut off, lose a millisecond of some instants.": (
        arithmetic.double_seconds_cut_off
    ),
    "Seconds in a double, times a thousand and floored, lose a millisecond of some instants.": (
        arithmetic.double_seconds_floored
    ),
    "A double of seconds since 2001 loses a millisecond of other instants than one since 1970.": (
        arithmetic.double_since_2001_floored
    ),
    "Seconds held in floating point lose a millisecond, and a target comes before the promised"
    " moment.": arithmetic.fraction_of_double_seconds_cut_off,
}
"""The sentence by which cases name each arithmetic, the rarest loss first."""


def eras() -> Iterator[tuple[int, int]]:
    """Yield where a search begins, and whether it goes forward (1) or back (-1) from there."""
    for power in _POWERS:
        for sign in (-1, 1):
            start = sign * 2**power * 1_000
            if start >= _FIRST:
                yield start, sign
    yield _instant("1969-07-20T20:17:40"), 1
    yield _instant("2026-08-05T12:00:00"), 1


def found() -> dict[int, str]:
    """The instants found, each with the sentence of the rarest loss that shows first there."""
    chosen: dict[int, str] = {}
    for start, sign in eras():
        stretch = range(start, start + sign * _SEARCHED, sign)
        for sentence, compute in _LOSSES.items():
            off = next((instant for instant in stretch if compute(instant) != instant), None)
            if off is not None:
                chosen.setdefault(off, sentence)
    return dict(sorted(chosen.items()))


def cases() -> Iterator[Json]:
    """Each instant decoded, created from an offset text, waited for, and as an occurrence."""
    offsets = cycle(_OFFSETS)
    for instant, mistake in found().items():
        text = _text(instant)
        shared = {"why": f"{text} is that millisecond and no other.", "mistake": mistake}
        record = {"id": "schedule-1", "kind": "at", "prompt": "tea", "scheduledAt": text}
        change = {"version": 1, "operation": "create", "schedule": record}
        yield {
            "id": f"values/lost-milliseconds/{text}/decoded",
            "rules": ["VAL-7"],
            "op": "decode",
            "args": {"change": change},
            "expect": {"value": change},
            **shared,
        }
        suffix, minutes = next(offsets)
        local = _text(instant + minutes * 60_000).removesuffix("Z")
        yield {
            "id": f"values/lost-milliseconds/{text}/created",
            "rules": ["IN-14", "IN-13"],
            "op": "create",
            "args": {
                "id": "schedule-1",
                "now": "0001-01-01T00:00:00.000Z",
                "input": {"prompt": "tea", "at": f"{local}{suffix}"},
            },
            "expect": {"value": record},
            **shared,
        }
        yield {
            "id": f"values/lost-milliseconds/{text}/waited-for",
            "rules": ["DUE-2", "DUE-6"],
            "op": "due",
            "args": {"active": [record], "now": _text(instant - 1)},
            "expect": {"value": {"kind": "wait", "until": text}},
            **shared,
        }
        every = {"id": "schedule-1", "kind": "every", "prompt": "tea", "everySeconds": 300}
        yield {
            "id": f"values/lost-milliseconds/{text}/occurring",
            "rules": ["EVERY-5"],
            "op": "occurrence",
            "args": {
                "record": every | {"scheduledAt": text},
                "acceptedAt": _text(instant + _INTERVAL - 1),
            },
            "expect": {
                "value": {"occurrenceAt": text, "nextScheduledAt": _text(instant + _INTERVAL)}
            },
            **shared,
        }


def _instant(text: str) -> int:
    return (datetime.fromisoformat(text) - _EPOCH) // _MILLISECOND


def _text(instant: int) -> str:
    return (_EPOCH + instant * _MILLISECOND).isoformat(timespec="milliseconds") + "Z"


def main() -> None:
    """Write the file."""
    write(FILE, {}, cases())


if __name__ == "__main__":
    main()
