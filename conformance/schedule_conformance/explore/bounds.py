"""The bounds of an exploration: where it starts, what may happen, and how often."""

from __future__ import annotations

from typing import Any

import msgspec

from session_schedule.changes import Change, Create
from session_schedule.delivery import MAX_WAIT
from session_schedule.records import After, Every
from session_schedule.values import parse_instant


class Bounds(msgspec.Struct, frozen=True):
    """How much may happen on one path; what is free is in no bound.

    Attributes:
        actions: Tool calls, clock steps and turns that a user starts.
        faults: Effects that fail.
        crashes: Crashes, each at whatever point and losing whatever it can.
    """

    actions: int = 3
    faults: int = 1
    crashes: int = 1


class Start(msgspec.Struct, frozen=True):
    """A session that was closed with all its changes durable.

    Attributes:
        name: A short name.
        words: What is in its log.
        now: The clock at its opening, in milliseconds since the epoch.
        changes: Its log.
    """

    name: str
    words: str
    now: int
    changes: tuple[Change, ...]


EVERY_SECONDS = 300

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("schedule_create", {"prompt": "one-shot", "after_seconds": 60}),
    ("schedule_create", {"prompt": "every", "every_seconds": EVERY_SECONDS}),
    ("schedule_list", {}),
)
"""Besides a delete of each active record."""


def _instant(text: str) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise ValueError(f"not a canonical instant: {text}")
    return instant


_NOON = _instant("2026-08-05T12:00:00.000Z")
_LATE = _instant("9999-12-31T23:50:00.000Z")


def _one_shot(number: int, target: int) -> Create:
    return Create(After(f"schedule-{number}", "one-shot", 60, target))


def _every(number: int, target: int) -> Create:
    return Create(Every(f"schedule-{number}", "every", EVERY_SECONDS, target))


STARTS = (
    Start("empty", "an empty log", _NOON, ()),
    Start(
        "one-shots",
        "two one-shots of one target, and an every",
        _NOON,
        (
            _every(1, _NOON + 60_000),
            _one_shot(2, _NOON + 60_000),
            _one_shot(3, _NOON + 60_000),
        ),
    ),
    Start(
        "everies",
        "two everies of different targets",
        _NOON,
        (
            _every(1, _NOON + 60_000),
            _every(2, _NOON + 30_000),
        ),
    ),
    Start(
        "far",
        "a one-shot further ahead than one wait can be",
        _NOON,
        (_one_shot(1, _NOON + MAX_WAIT + 1),),
    ),
    Start(
        "calendar",
        "an every at the end of the calendar",
        _LATE,
        (_every(1, _LATE + 299_999),),
    ),
)
