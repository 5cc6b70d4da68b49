"""Mistakes about zone names."""

from __future__ import annotations

import posixpath
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

import tzdata

from session_schedule.create import _local_target
from session_schedule.errors import InvalidInput
from session_schedule.zones import _load, find_zone
from wrong_ports.registry import instead_of, wrong_port


@wrong_port(
    instead_of(find_zone),
    mistake="Comparing names exactly refuses a spelling that other implementations accept.",
    users="`europe/paris` works elsewhere and is unknown here.",
)
def zone_names_compared_exactly(name: str) -> ZoneInfo:
    zone = find_zone(name)
    if zone.key != name:
        raise InvalidInput("invalid_time_zone", "ZONE-5", "the case differs")
    return zone


@wrong_port(
    instead_of(find_zone),
    mistake="Folding the case of UTC as well accepts a spelling that other implementations refuse.",
    users="`utc` works here and is unknown elsewhere.",
)
def utc_in_any_case(name: str) -> ZoneInfo:
    return find_zone("UTC" if name.upper() == "UTC" else name)


@wrong_port(
    instead_of(find_zone),
    mistake="Folding case beyond ASCII accepts names with letters that only look alike.",
    users="A name that no table holds is a zone here.",
)
def zone_names_folded_beyond_ascii(name: str) -> ZoneInfo:
    return find_zone(name if name.isascii() else unicodedata.normalize("NFKC", name).upper())


@wrong_port(
    instead_of(find_zone),
    mistake="Trimming the name, or ending it at a line end or U+0000, accepts what others refuse.",
    users="A call that works with this port fails with others.",
)
def zone_names_trimmed(name: str) -> ZoneInfo:
    return find_zone(name.strip(" \t\n\r\0\ufeff"))


@wrong_port(
    instead_of(find_zone),
    mistake="Passing any name on to the tz library accepts abbreviations, ambiguous or not"
    " portable.",
    users="CST is Chicago to one library, Shanghai or Havana to others.",
)
def abbreviations_accepted(name: str) -> ZoneInfo:
    if not name.replace("-", "").isalnum():
        return find_zone(name)
    try:
        return _load(name)
    except FileNotFoundError:
        # Libraries differ in what an abbreviation means; any zone shows that it was accepted.
        return _load("UTC")


@cache
def _links() -> frozenset[str]:
    source = files(tzdata).joinpath("zoneinfo", "tzdata.zi").read_text(encoding="utf-8")
    return frozenset(line.split()[2] for line in source.splitlines() if line.startswith("L "))


@wrong_port(
    instead_of(find_zone),
    mistake="A table of canonical zones alone refuses link names that users' systems report.",
    users="A browser in India says Asia/Calcutta, and no local time can be given.",
)
def link_names_refused(name: str) -> ZoneInfo:
    zone = find_zone(name)
    if zone.key in _links() - {"UTC"}:
        raise InvalidInput("invalid_time_zone", "ZONE-6", "the name is a link")
    return zone


@wrong_port(
    instead_of(find_zone),
    mistake="Opening the name as a file accepts what a machine happens to have on disk.",
    users="posix/ and right/ zones work on one machine and not on the next, and a name can reach"
    " files that are none of its business.",
)
def system_tz_database(name: str) -> ZoneInfo:
    path = posixpath.normpath(name)
    return find_zone(path.removeprefix("posix/").removeprefix("right/"))


@wrong_port(
    instead_of(_local_target),
    mistake="Ignoring a key of the local form accepts a call whose meaning is unknown.",
    users="A wish for the second pass through an hour is dropped without a word.",
)
def extra_keys_of_at_ignored(at: dict[str, Any]) -> int:
    return _local_target({key: at[key] for key in ("date", "time", "time_zone") if key in at})


@wrong_port(
    instead_of(_local_target),
    mistake="Looking up the zone before reading date and time gives another code, and the caller"
    " mends the wrong thing.",
    users="A model corrects the zone when the date was wrong, and is refused again.",
)
def zone_looked_up_first(at: dict[str, Any]) -> int:
    if isinstance(at.get("time_zone"), str):
        find_zone(at["time_zone"])
    return _local_target(at)
