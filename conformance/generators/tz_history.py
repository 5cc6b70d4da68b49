"""The offsets of one zone over time, read from raw TZif data, and wall times resolved by scanning.

Deliberately apart from the reference, which asks ``zoneinfo``: here the bytes are decoded by hand
(RFC 9636), and a wall time is tried against every offset in force within days of it.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime

from generators.tz_footer import parse_footer

# No offset exceeds 26 hours, so an instant lies well within this of its wall time.
_REACH_MS = 4 * 86_400_000
_HEADER = struct.Struct(">4sc15x6I")


@dataclass(frozen=True)
class Transition:
    """A change of offset: ``at`` in ms since the epoch, offsets in ms east of UTC."""

    at: int
    before: int
    after: int

    @property
    def is_gap(self) -> bool:
        """Whether local time jumps forward; otherwise it repeats (an overlap)."""
        return self.after > self.before

    @property
    def ends(self) -> tuple[int, int]:
        """First local time of the gap or overlap and the first one after it, in ms."""
        low, high = sorted((self.before, self.after))
        return self.at + low, self.at + high


@dataclass(frozen=True)
class History:
    """``offsets[i]`` holds from ``starts[i - 1]`` until ``starts[i]``; all in ms."""

    starts: tuple[int, ...]
    offsets: tuple[int, ...]

    def offset_at(self, instant: int) -> int:
        """The offset in force at an instant."""
        return self.offsets[bisect_right(self.starts, instant)]

    def transitions(self, first: int, end: int) -> list[Transition]:
        """The changes of offset at instants from ``first`` until before ``end``."""
        changes = zip(self.starts, self.offsets, self.offsets[1:], strict=False)
        return [Transition(*change) for change in changes if first <= change[0] < end]

    def instants_of(self, wall: int) -> list[int]:
        """Every instant whose local time is ``wall`` (ms as if in UTC), earliest first."""
        low = bisect_right(self.starts, wall - _REACH_MS)
        high = bisect_right(self.starts, wall + _REACH_MS)
        candidates = {wall - offset for offset in self.offsets[low : high + 1]}
        return sorted(i for i in candidates if i + self.offset_at(i) == wall)


def read_history(data: bytes, until: int) -> History:
    """Decode the 64-bit block of a TZif file and follow its footer to the end of year ``until``."""
    counts = _counts(data, 0)
    start = _HEADER.size + _block_size(counts, time_size=4)
    counts = _counts(data, start)
    leaps, times, types = counts[2:5]
    if leaps:
        msg = "a TZif file that counts leap seconds has no POSIX instants"
        raise ValueError(msg)
    body = start + _HEADER.size
    instants = struct.unpack_from(f">{times}q", data, body)
    indices = struct.unpack_from(f">{times}B", data, body + 8 * times)
    offsets = [struct.unpack_from(">i2x", data, body + 9 * times + 6 * i)[0] for i in range(types)]
    changes = [(at, offsets[index]) for at, index in zip(instants, indices, strict=True)]
    footer = data[body + _block_size(counts, time_size=8) :].decode("ascii").strip("\n")
    changes += _after(changes, footer, until)
    return _history(offsets[0], changes)


def _counts(data: bytes, start: int) -> tuple[int, ...]:
    magic, version, *counts = _HEADER.unpack_from(data, start)
    if magic != b"TZif" or version < b"2":
        msg = f"not a TZif file of version 2 or later: {data[start : start + 5]!r}"
        raise ValueError(msg)
    return tuple(counts)


def _block_size(counts: tuple[int, ...], time_size: int) -> int:
    universal, standard, leaps, times, types, characters = counts
    return (
        times * (time_size + 1)
        + types * 6
        + characters
        + leaps * (time_size + 4)
        + standard
        + universal
    )


def _after(changes: list[tuple[int, int]], footer: str, until: int) -> list[tuple[int, int]]:
    """What the footer adds after the last listed transition."""
    if not footer:
        return []
    rule = parse_footer(footer)
    last = changes[-1][0] if changes else 0
    first_year = datetime.fromtimestamp(last, UTC).year - 1
    years = (rule.transitions(year) for year in range(first_year, until + 2))
    return sorted(change for year in years for change in year if change[0] > last)


def _history(initial: int, changes: list[tuple[int, int]]) -> History:
    """Leave out changes of name or daylight flag alone: only the offset counts here."""
    starts: list[int] = []
    offsets = [initial * 1000]
    for at, offset in changes:
        if offset * 1000 != offsets[-1]:
            starts.append(at * 1000)
            offsets.append(offset * 1000)
    return History(tuple(starts), tuple(offsets))
