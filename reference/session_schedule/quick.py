"""The quick path of replay: changes that their types alone show to be right.

What a change means is said by ``decode_change`` and ``Schedules``; this module only arrives there
sooner. Types of msgspec decode a change from its JSON text and hold keys, kinds, versions and
numbers; what they cannot hold, trimmed texts and canonical instants, is looked at after. The module
refuses nothing: where a change is not known to be right at once, ``take`` says so and leaves the
state alone, and the readable path decides whether it is wrong, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules
from session_schedule.records import (
    MAX_EVERY_SECONDS,
    MIN_EVERY_SECONDS,
    After,
    At,
    Every,
    Record,
)
from session_schedule.values import MAX_SAFE_INTEGER, parse_instant, trim

_Text: TypeAlias = Annotated[str, Meta(min_length=1)]
_Delay: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_SAFE_INTEGER)]
_Interval: TypeAlias = Annotated[int, Meta(ge=MIN_EVERY_SECONDS, le=MAX_EVERY_SECONDS)]


class _At(msgspec.Struct, tag="at", tag_field="kind", forbid_unknown_fields=True, gc=False):
    id: _Text
    prompt: _Text
    scheduled_at: str = msgspec.field(name="scheduledAt")


class _After(msgspec.Struct, tag="after", tag_field="kind", forbid_unknown_fields=True, gc=False):
    id: _Text
    prompt: _Text
    after_seconds: _Delay = msgspec.field(name="afterSeconds")
    scheduled_at: str = msgspec.field(name="scheduledAt")


class _Every(msgspec.Struct, tag="every", tag_field="kind", forbid_unknown_fields=True, gc=False):
    id: _Text
    prompt: _Text
    every_seconds: _Interval = msgspec.field(name="everySeconds")
    scheduled_at: str = msgspec.field(name="scheduledAt")


class QuickCreate(
    msgspec.Struct, tag="create", tag_field="operation", forbid_unknown_fields=True, gc=False
):
    """A create whose texts and instant have not been looked at (CHG-3)."""

    version: Literal[1]
    schedule: _At | _After | _Every


class QuickDelete(
    msgspec.Struct, tag="delete", tag_field="operation", forbid_unknown_fields=True, gc=False
):
    """A delete (CHG-4)."""

    version: Literal[1]
    id: _Text


class QuickDispatch(
    msgspec.Struct, tag="dispatch", tag_field="operation", forbid_unknown_fields=True, gc=False
):
    """A dispatch whose instant, if it has one, has not been looked at (CHG-5)."""

    version: Literal[1]
    id: _Text
    accepted_at: str | UnsetType = msgspec.field(name="acceptedAt", default=UNSET)


QuickChange: TypeAlias = QuickCreate | QuickDelete | QuickDispatch

_decode = msgspec.json.Decoder(QuickChange).decode


def take_text(schedules: Schedules, text: bytes | msgspec.Raw) -> bool:
    """Take the change that a JSON text is into the state, as ``take`` does."""
    try:
        change = _decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return take(schedules, change)


def take(schedules: Schedules, change: QuickChange) -> bool:
    """Take a change into the state, and tell whether that was possible.

    If it was not, the state is as it was, and the change may be right all the same.
    """
    try:
        if isinstance(change, QuickCreate):
            schedules.create(_record(change.schedule))
        elif isinstance(change, QuickDispatch):
            at = change.accepted_at
            schedules.dispatch(change.id, None if at is UNSET else _instant(at))
        else:
            schedules.delete(change.id)
    except (CorruptLog, _Unusual):
        return False
    return True


class _Unusual(Exception):
    """Something for the readable path."""


def _record(record: _At | _After | _Every) -> Record:
    id_, prompt = record.id, record.prompt
    if trim(id_) != id_ or trim(prompt) != prompt:
        raise _Unusual
    if isinstance(record, _At):
        return At(id_, prompt, _instant(record.scheduled_at))
    if isinstance(record, _After):
        return After(id_, prompt, record.after_seconds, _instant(record.scheduled_at))
    return Every(id_, prompt, record.every_seconds, _instant(record.scheduled_at))


class _Parts(dict[str, int]):
    """The milliseconds that one part of a canonical instant stands for, each parsed once.

    A canonical instant has four parts of fixed width: the date, hour and minute, the second, the
    millisecond. Any four that are right make an instant, since no part's range depends on another
    part. So it is enough that ``parse_instant`` has accepted each of them beside the zero of the
    others; there are few enough to remember them.
    """

    def __init__(self, whole: Callable[[str], str]) -> None:
        self._whole = whole

    def __missing__(self, part: str) -> int:
        instant = parse_instant(self._whole(part))
        if instant is None:
            raise _Unusual
        if len(self) == _KEPT:
            self.clear()
        self[part] = instant
        return instant


_KEPT = 10_000
_days = _Parts("{}T00:00:00.000Z".format)
_minutes = _Parts("1970-01-01{}:00.000Z".format)
_seconds = _Parts("1970-01-01T00:00{}.000Z".format)
_milliseconds = _Parts("1970-01-01T00:00:00{}".format)


def _instant(text: str) -> int:
    """Return what ``parse_instant`` returns, or raise _Unusual where that is None."""
    return (
        _days[text[:10]] + _minutes[text[10:16]] + _seconds[text[16:19]] + _milliseconds[text[19:]]
    )
