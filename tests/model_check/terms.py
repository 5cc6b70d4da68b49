"""The model's terms for what a scenario says: small integers for instants, ids and prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from math import gcd
from typing import Any

from session_schedule.changes import Change, Create, Delete, decode_change
from session_schedule.errors import CorruptLog
from session_schedule.records import After, Every, Record
from session_schedule.values import MAX_INSTANT, MIN_INSTANT

Term = dict[str, Any]

EDGE = 1 << 30
"""The end of the model's calendar; TLC has integers of 32 bits."""

_ALLOCATED = re.compile(r"schedule-([1-9][0-9]{0,8})")


class Outside(Exception):
    """The model does not speak of this; the text says why."""


class Time:
    """A scale on which all instants and intervals of one scenario are small whole numbers.

    Where the scenario comes near an end of the calendar, that end lies at the model's. Elsewhere
    neither end can be reached, whatever is computed.
    """

    def __init__(self, instants: Iterable[int], spans: Iterable[int]) -> None:
        """Find the scale.

        Args:
            instants: All that occur, in milliseconds since the epoch.
            spans: All intervals and delays, in milliseconds.

        Raises:
            Outside: There is none.
        """
        points, lengths = sorted(set(instants)), [*spans, 1]
        reach = max(lengths)
        origin, place = points[0], 0
        if points[-1] + 2 * reach > MAX_INSTANT:
            origin, place = MAX_INSTANT, EDGE
        elif points[0] == MIN_INSTANT:
            origin, place = MIN_INSTANT, -EDGE
        self._origin, self._place = origin, place
        self._unit = gcd(*(point - origin for point in points), *lengths[:-1]) or 1
        width = (points[-1] - points[0] + 2 * reach) // self._unit
        if width >= EDGE:
            raise Outside("instants or intervals too far apart")

    def instant(self, milliseconds: int) -> int:
        """The number of an instant.

        Raises:
            Outside: It is not on the scale.
        """
        return self._place + self.span(milliseconds - self._origin)

    def span(self, milliseconds: int) -> int:
        """The number of a distance."""
        if milliseconds % self._unit:
            raise Outside("an instant off the scale of the scenario")
        return milliseconds // self._unit


class Terms:
    """Terms for one scenario; the same thing always has the same term."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self._numbers: dict[str, dict[str, int]] = {}

    def id(self, text: str) -> int:
        """``schedule-N`` is N; any other text is a number below zero."""
        allocated = _ALLOCATED.fullmatch(text)
        return int(allocated[1]) if allocated else -1 - self._number("id", text)

    def prompt(self, text: str) -> int:
        """A number; nothing is computed with it."""
        return self._number("prompt", text)

    def record(self, record: Record) -> Term:
        """A record, with its delay or interval as `span`."""
        kind, span = "at", 0
        if isinstance(record, After):
            kind, span = "after", record.after_seconds
        elif isinstance(record, Every):
            kind, span = "every", record.every_seconds
        return {
            "id": self.id(record.id),
            "kind": kind,
            "prompt": self.prompt(record.prompt),
            "span": self.time.span(span * 1_000),
            "target": self.time.instant(record.scheduled_at),
        }

    def change(self, data: object) -> Term:
        """A change as it stands in a log; one that cannot be decoded has a number."""
        change = decoded(data)
        if change is None:
            return {"op": "corrupt", "tag": self._number("corrupt", json.dumps(data))}
        if isinstance(change, Create):
            return {"op": "create", "record": self.record(change.schedule)}
        if isinstance(change, Delete):
            return {"op": "delete", "id": self.id(change.id)}
        at = change.accepted_at
        accepted = [] if at is None else [self.time.instant(at)]
        return {"op": "dispatch", "id": self.id(change.id), "accepted": accepted}

    def _number(self, sort: str, text: str) -> int:
        numbers = self._numbers.setdefault(sort, {})
        return numbers.setdefault(text, len(numbers))


def decoded(data: object) -> Change | None:
    """A change, or nothing where it is corrupt."""
    try:
        return decode_change(data)
    except CorruptLog:
        return None
