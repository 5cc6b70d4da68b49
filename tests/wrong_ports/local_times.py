"""Mistakes about gaps, overlaps and offsets of zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from session_schedule.create import create_record
from session_schedule.errors import InvalidInput
from session_schedule.records import Record
from session_schedule.values import EPOCH, MAX_INSTANT, MILLISECOND, parse_instant
from session_schedule.zones import Gap, Overlap, Unique, _offset, lookup
from wrong_ports.registry import Replacements, instead_of, wrong_port

Found: TypeAlias = Unique | Overlap | Gap

_HOUR = 3_600_000
_START_OF_2038 = parse_instant("2038-01-01T00:00:00.000Z") or 0


def _local(wall: int) -> datetime:
    return EPOCH + wall * MILLISECOND


def _on_gaps(resolve: Callable[[ZoneInfo, int], Found]) -> Replacements:
    def found(zone: ZoneInfo, wall: int) -> Found:
        right = lookup(zone, wall)
        return resolve(zone, wall) if isinstance(right, Gap) else right

    return {lookup: found}


def _on_overlaps(choose: Callable[[Overlap, ZoneInfo, int], int]) -> Replacements:
    """Of two instants `choose` takes one; it is given both, the zone and the clock."""
    clock = 0

    def create(arguments: Mapping[str, Any], id_: str, now: int) -> Record:
        nonlocal clock
        clock = now
        return create_record(arguments, id_, now)

    def found(zone: ZoneInfo, wall: int) -> Found:
        right = lookup(zone, wall)
        return Unique(choose(right, zone, clock)) if isinstance(right, Overlap) else right

    return {create_record: create, lookup: found}


@wrong_port(
    _on_gaps,
    mistake="Shifting a local time out of a gap delivers at a time that the user did not ask for.",
    users="A reminder for half past two comes at half past three, or at half past one.",
)
def gap_shifted(zone: ZoneInfo, wall: int) -> Unique:
    return Unique(wall - _offset(zone, _local(wall)))


@wrong_port(
    _on_gaps,
    mistake="Looking for gaps of one hour only accepts a time that does not exist.",
    users="In Lord Howe, Troll or Apia a reminder is made for a moment that never comes.",
)
def gaps_of_an_hour_alone(zone: ZoneInfo, wall: int) -> Unique | Gap:
    before, after = _offset(zone, _local(wall)), _offset(zone, _local(wall).replace(fold=1))
    return Gap() if after - before == _HOUR else Unique(wall - before)


@wrong_port(
    _on_overlaps,
    mistake="Taking the later instant delivers the reminder an hour late.",
    users="On the night in autumn a reminder comes after what it reminds of.",
)
def later_side_of_an_overlap(overlap: Overlap, _zone: ZoneInfo, _now: int) -> int:
    return overlap.later


@wrong_port(
    _on_overlaps,
    mistake="Comparing offsets an hour apart only misses overlaps of another width.",
    users="In Lord Howe the reminder is half an hour late, in Troll two hours.",
)
def overlaps_of_an_hour_alone(overlap: Overlap, _zone: ZoneInfo, _now: int) -> int:
    return overlap.earlier if overlap.later - overlap.earlier == _HOUR else overlap.later


@wrong_port(
    _on_overlaps,
    mistake="Choosing the pass by the clock or the season makes one call mean two instants.",
    users="A reminder made in winter comes an hour later than the same one made in summer.",
)
def overlap_side_by_the_clock(overlap: Overlap, zone: ZoneInfo, now: int) -> int:
    return overlap.earlier if zone.dst(_local(now)) else overlap.later


@wrong_port(
    _on_overlaps,
    mistake="Falling back on the second pass gives an instant that other implementations refuse.",
    users="During the hour that comes twice, one call means what it did not mean before.",
)
def second_pass_as_fallback(overlap: Overlap, _zone: ZoneInfo, now: int) -> int:
    return overlap.earlier if overlap.earlier > now else overlap.later


@wrong_port(
    instead_of(lookup),
    mistake="Stopping at the last listed transition loses summer time from 2038 on.",
    users="A reminder for a summer of the 2040s is an hour off.",
)
def transitions_end_in_2037(zone: ZoneInfo, wall: int) -> Found:
    if wall < _START_OF_2038:
        return lookup(zone, wall)
    summer = (zone.dst(_local(wall)) or timedelta()) // MILLISECOND
    return Unique(wall - _offset(zone, _local(wall)) + summer)


@wrong_port(
    instead_of(_offset),
    mistake="Rounding an offset to minutes moves the instant by some seconds.",
    users="An old local time comes out up to half a minute off.",
)
def offsets_in_minutes(zone: ZoneInfo, local: datetime) -> int:
    return round(_offset(zone, local) / 60_000) * 60_000


@wrong_port(
    instead_of(_offset),
    mistake="Reading Etc/GMT+5 as five hours ahead is off by ten hours; its sign is inverted.",
    users="A reminder comes at night in place of the morning.",
)
def sign_of_etc_zones_kept(zone: ZoneInfo, local: datetime) -> int:
    offset = _offset(zone, local)
    return -offset if zone.key.startswith("Etc/GMT") else offset


@wrong_port(
    instead_of(lookup),
    mistake="Judging the range by the local date refuses valid times or accepts invalid ones.",
    users="The last day of the calendar is another one in each zone.",
)
def range_by_the_local_date(zone: ZoneInfo, wall: int) -> Found:
    if wall > MAX_INSTANT - 24 * _HOUR:
        raise InvalidInput("time_out_of_range", "ZONE-10", "the next day cannot be written")
    return lookup(zone, wall)
