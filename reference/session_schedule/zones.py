"""Zone names and local times, from the bundled tz database alone (ZONE-12; chapter ZONE)."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

import msgspec
import tzdata

from session_schedule.errors import InvalidInput
from session_schedule.values import EPOCH, MILLISECOND

TZ_RELEASE: str = tzdata.IANA_VERSION


class Unique(msgspec.Struct, frozen=True):
    """A local time that occurs once; the instant in milliseconds since the epoch."""

    instant: int


class Overlap(msgspec.Struct, frozen=True):
    """A local time that occurs twice, as when clocks are set back."""

    earlier: int
    later: int


class Gap(msgspec.Struct, frozen=True):
    """A local time that does not occur, as when clocks are set forward."""


@cache
def zone_names() -> dict[str, str]:
    """Return the names of zones as they are spelled, by the same in lower case (ZONE-5)."""
    names = files(tzdata).joinpath("zones").read_text(encoding="ascii").split()
    return {name.lower(): name for name in names if "/" in name}


@cache
def _load(name: str) -> ZoneInfo:
    # ZoneInfo(name) would consult the system's database first, and PYTHONTZPATH.
    with files(tzdata).joinpath("zoneinfo", *name.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def find_zone(name: str) -> ZoneInfo:
    """Return the zone of this name (ZONE-5, ZONE-6).

    Raises:
        InvalidInput: ``invalid_time_zone``: neither ``UTC`` nor a name with a slash in the
            tz database.
    """
    if name == "UTC":
        return _load("UTC")
    canonical = zone_names().get(name.lower()) if name.isascii() else None
    if canonical is None:
        message = f"{name!r} is neither UTC nor an Area/Location name of the tz database"
        raise InvalidInput("invalid_time_zone", "ZONE-5", message)
    return _load(canonical)


def lookup(zone: ZoneInfo, wall: int) -> Unique | Overlap | Gap:
    """Return the instants that a local time names in a zone (ZONE-7, ZONE-8, ZONE-9, ZONE-14).

    Args:
        zone: As ``find_zone`` gives it.
        wall: The local date and time, in milliseconds since 1970-01-01T00:00:00 local time.
    """
    local = EPOCH + wall * MILLISECOND
    # Around a transition, fold 0 means the offset before it and fold 1 the one after it.
    before = wall - _offset(zone, local)
    after = wall - _offset(zone, local.replace(fold=1))
    if before == after:
        return Unique(before)
    return Overlap(before, after) if before < after else Gap()


def _offset(zone: ZoneInfo, local: datetime) -> int:
    offset = zone.utcoffset(local)
    return 0 if offset is None else offset // MILLISECOND
