"""Ways to make a wrong port that several mistakes share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from session_schedule.changes import decode_change
from session_schedule.create import (
    _future,
    _local_target,
    _offset_target,
    _wall,
    check_arguments,
    create_record,
)
from session_schedule.errors import InvalidInput
from session_schedule.every import Occurrence, resolve
from session_schedule.fold import Schedules, fold
from session_schedule.records import At, Every, Record, decode_record
from session_schedule.values import MAX_INSTANT, json_text, parse_instant
from wrong_ports.registry import Replacements
from wrong_ports.replacing import Function

Arguments: TypeAlias = Mapping[str, Any]

Calendar: TypeAlias = Callable[[int, int, int, int], int | None]
"""Year, month, day and the milliseconds of the day make a wall time, or are not real."""

_FIELDS = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z"
)
_SIGNED_OFFSET = re.compile(r"(.*)([+-])([0-9]{2}):([0-9]{2})", re.DOTALL)


def on_instants(prepare: Callable[[str], str]) -> Replacements:
    """Durable instants, and the dates and times of `at`, are read after `prepare` changed them."""

    def parse(value: object) -> int | None:
        return parse_instant(prepare(value) if isinstance(value, str) else value)

    return {parse_instant: parse, **on_dates(prepare)}


def on_dates(prepare: Callable[[str], str]) -> Replacements:
    """The dates and times of `at` are read after `prepare` changed them."""

    def offset_target(text: str) -> int:
        return _offset_target(prepare(text))

    def local_target(at: dict[str, Any]) -> int:
        texts = {key: at[key] for key in ("date", "time") if isinstance(at.get(key), str)}
        return _local_target(at | {key: prepare(text) for key, text in texts.items()})

    return {_offset_target: offset_target, _local_target: local_target}


def on_calendar(calendar: Calendar) -> Replacements:
    """Dates are read by another calendar, in durable instants and in `at`."""

    def parse(value: object) -> int | None:
        match = _FIELDS.fullmatch(value) if isinstance(value, str) else None
        return None if match is None else wall_of(map(int, match.groups()))

    def wall(fields: list[Any], rule: str) -> int:
        *whole, fraction = fields
        found = wall_of(map(int, [*whole, (fraction or "").ljust(3, "0")]))
        if found is None:
            raise InvalidInput("invalid_rule", rule, "the date or time is not real")
        return found

    def wall_of(fields: Iterable[int]) -> int | None:
        year, month, day, hour, minute, second, millisecond = fields
        return calendar(
            year, month, day, ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
        )

    return {parse_instant: parse, _wall: wall}


def on_arguments(prepare: Callable[[Arguments], Arguments]) -> Replacements:
    """The arguments of a create are taken for what `prepare` makes of them."""

    def check(arguments: Arguments) -> None:
        check_arguments(prepare(arguments))

    def create(arguments: Arguments, id_: str, now: int) -> Record:
        return create_record(prepare(arguments), id_, now)

    return {check_arguments: check, create_record: create}


def on_signed_offsets(offset: Callable[[str, int, int], int]) -> Replacements:
    """A signed offset of `at` counts as many milliseconds as `offset` makes of its parts."""

    def offset_target(text: str) -> int:
        match = _SIGNED_OFFSET.fullmatch(text)
        if match is None:
            return _offset_target(text)
        wall, sign, hours, minutes = match.groups()
        return _offset_target(f"{wall}Z") - offset(sign, int(hours), int(minutes))

    return {_offset_target: offset_target}


def on_distances(narrow: Callable[[int], int]) -> Replacements:
    """Delays, intervals and the distance to a decision pass through a type that is too narrow."""

    def create(arguments: Arguments, id_: str, now: int) -> Record:
        record = create_record(arguments, id_, now)
        if isinstance(record, At):
            return record
        target = _future(now + narrow(record.scheduled_at - now), now)
        return msgspec.structs.replace(record, scheduled_at=target)

    def occurrence(record: Every, accepted_at: int) -> Occurrence:
        resolve(record, accepted_at)
        interval = narrow(record.every_seconds * 1_000)
        distance = narrow(accepted_at - record.scheduled_at)
        latest = record.scheduled_at + distance // interval * interval
        following = latest + interval
        return Occurrence(latest, following if following <= MAX_INSTANT else None)

    return {create_record: create, resolve: occurrence}


def on_escapes(pattern: str) -> Callable[[Callable[[re.Match[str]], str]], Replacements]:
    """What matches in a JSON text is written as the function writes it."""

    def rewriting(rewrite: Callable[[re.Match[str]], str]) -> Replacements:
        def text(value: object) -> str:
            return re.sub(pattern, rewrite, json_text(value))

        return {json_text: text}

    return rewriting


def on_objects(prepare: Function) -> Replacements:
    """Changes and records are decoded after `prepare` changed their members."""

    def decoding(decode: Function) -> Function:
        def decoded(value: object) -> Any:
            return decode(prepare(value) if isinstance(value, dict) else value)

        return decoded

    return {decode: decoding(decode) for decode in (decode_change, decode_record)}


def on_states(alter: Callable[[Schedules], Schedules]) -> Replacements:
    """What replay leaves is altered."""
    return {fold: lambda events, seed_length=0: alter(fold(events, seed_length))}


def on_reading(compute: Callable[[int], int]) -> Replacements:
    """What is read of an instant, durable or in `at`, is what the arithmetic leaves of it."""

    def instant(value: object) -> int | None:
        exact = parse_instant(value)
        return None if exact is None else compute(exact)

    def target(read: Function) -> Function:
        return lambda at: compute(read(at))

    targets = {read: target(read) for read in (_offset_target, _local_target)}
    return {parse_instant: instant, **targets}


def wrapped(value: int, bits: int) -> int:
    """The value that an integer type of so many bits holds."""
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half
