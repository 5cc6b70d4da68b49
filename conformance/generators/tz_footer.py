"""The POSIX TZ footer of a TZif file: the rule that holds after its last listed transition.

RFC 9636 section 3.3.1 gives the grammar, with its extension of times to ±167 hours.
"""

from __future__ import annotations

import re
from calendar import isleap
from dataclasses import dataclass
from datetime import date

_EPOCH_DAY = date(1970, 1, 1).toordinal()
_DAY = 86_400

_NAME = r"(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)"
_TIME = r"[+-]?\d{1,3}(?::\d{2}){0,2}"
_DATE = r"(?:M\d{1,2}\.\d\.\d|J\d{1,3}|\d{1,3})"
_FOOTER = re.compile(
    rf"{_NAME}(?P<standard>{_TIME})"
    rf"(?:{_NAME}(?P<daylight>{_TIME})?"
    rf",(?P<start>{_DATE})(?:/(?P<start_time>{_TIME}))?"
    rf",(?P<end>{_DATE})(?:/(?P<end_time>{_TIME}))?)?",
    re.ASCII,
)


@dataclass(frozen=True)
class Footer:
    """Offsets in seconds east of UTC, and the two yearly changes where there are any."""

    standard: int
    daylight: int | None
    start: str
    start_time: int
    end: str
    end_time: int

    def transitions(self, year: int) -> list[tuple[int, int]]:
        """The changes of one year: (seconds since the epoch, the offset from then on)."""
        if self.daylight is None:
            return []
        start = _day_of(self.start, year) * _DAY + self.start_time - self.standard
        end = _day_of(self.end, year) * _DAY + self.end_time - self.daylight
        return [(start, self.daylight), (end, self.standard)]


def parse_footer(text: str) -> Footer:
    """Read a footer such as ``CET-1CEST,M3.5.0,M10.5.0/3``; ValueError names one that is not."""
    match = _FOOTER.fullmatch(text)
    if match is None:
        msg = f"not a POSIX TZ string: {text!r}"
        raise ValueError(msg)
    standard = -_seconds(match["standard"])
    daylight = None
    if match["start"] is not None:
        written = match["daylight"]
        daylight = standard + 3600 if written is None else -_seconds(written)
    return Footer(
        standard=standard,
        daylight=daylight,
        start=match["start"] or "",
        start_time=_seconds(match["start_time"] or "2"),
        end=match["end"] or "",
        end_time=_seconds(match["end_time"] or "2"),
    )


def _seconds(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    hours, minutes, seconds = (*map(int, text.lstrip("+-").split(":")), 0, 0)[:3]
    return sign * (hours * 3600 + minutes * 60 + seconds)


def _day_of(rule: str, year: int) -> int:
    """The day a rule names in a year, in days since the epoch."""
    if not rule.startswith("M"):
        number = int(rule.lstrip("J"))
        if rule.startswith("J"):
            # Jn counts from 1 and never counts 29 February.
            number += -1 + (isleap(year) and number >= 60)
        return date(year, 1, 1).toordinal() - _EPOCH_DAY + number
    month, week, weekday = map(int, rule[1:].split("."))
    first = date(year, month, 1)
    day = first.toordinal() + (weekday - first.isoweekday()) % 7 + 7 * (week - 1)
    next_month = date(year + month // 12, month % 12 + 1, 1)
    if day >= next_month.toordinal():
        # Week 5 means the last one, which a month of four such weekdays has in week 4.
        day -= 7
    return day - _EPOCH_DAY
