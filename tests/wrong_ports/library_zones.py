"""Mistakes about time zones that libraries make."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from session_schedule.errors import InvalidInput
from session_schedule.values import EPOCH, MILLISECOND
from session_schedule.zones import Gap, Overlap, Unique, _offset, find_zone, lookup
from wrong_ports.registry import instead_of, wrong_port

_START_OF_2101 = (datetime(2101, 1, 1) - EPOCH) // MILLISECOND


@wrong_port(
    instead_of(lookup),
    mistake="A table of transitions that ends in 2100 loses summer time from 2101 on.",
    users="A reminder for a summer of the 22nd century is an hour off.",
)
def transitions_end_in_2100(zone: ZoneInfo, wall: int) -> Unique | Overlap | Gap:
    if wall < _START_OF_2101:
        return lookup(zone, wall)
    local = EPOCH + wall * MILLISECOND
    summer = (zone.dst(local) or timedelta()) // MILLISECOND
    return Unique(wall - _offset(zone, local) + summer)


@wrong_port(
    instead_of(find_zone),
    mistake="A lookup that gives GMT for a name that it does not know moves the reminder.",
    users="A slip in the name of a zone moves the reminder by hours, and nobody is told.",
)
def unknown_zones_as_gmt(name: str) -> ZoneInfo:
    try:
        return find_zone(name)
    except InvalidInput:
        return find_zone("UTC")


@wrong_port(
    instead_of(find_zone),
    mistake="A lookup that gives UTC for an empty name accepts what others refuse.",
    users="A zone that the model left empty moves the reminder by hours.",
)
def empty_name_as_utc(name: str) -> ZoneInfo:
    return find_zone(name or "UTC")
