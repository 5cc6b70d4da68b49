"""Local times whose meaning a port's tz release must know, from the sweeps of all zones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from schedule_conformance.corpus.sweep import Row, SweepFile, ZoneRows
from session_schedule.zones import TZ_RELEASE

_SINCE = 2
_USUAL_STEPS = (timedelta(0), timedelta(hours=1), timedelta(hours=-1))
_MINUTE = timedelta(minutes=1)
# How many rows of a transition come before the first one that has the new offset, and with it.
_BEFORE, _AFTER = 5, 2


class LocalTimes(msgspec.Struct, frozen=True):
    """Which local times may be asked of a port: none, where a release is beyond the sweeps.

    Attributes:
        rows: By zone, the local times at its transitions that mean the same in both releases
            and in between.
        odd: Of these, the ones at transitions that are not by an hour, or where an offset has
            seconds.
        stable: Zones of which every swept time means the same in all releases compared, so that
            any time from 1970 on may be asked.
    """

    rows: dict[str, list[Row]]
    odd: dict[str, list[Row]]
    stable: list[str]

    def since(self, zone: str, wall: str) -> str | None:
        """The release since which a local time means what it does, if it has not always."""
        rows = {name.lower(): rows for name, rows in self.rows.items()}.get(zone.lower(), [])
        return next((row[_SINCE] for row in rows if row[0] == wall and len(row) > _SINCE), None)


def local_times(sweeps: Path, release: str | None, oracle: str = TZ_RELEASE) -> LocalTimes:
    """The local times on which a port and its oracle must agree, by the releases that they have.

    The release of a port may be None, which is an unknown one.
    """
    files = [
        msgspec.json.decode(file.read_bytes(), type=SweepFile)
        for file in sorted(sweeps.glob("*.json"))
    ]
    if not files:
        return LocalTimes({}, {}, [])
    compared = (files[0].oldest_release, files[0].release)
    # Unknown is as old as can be: only what always held is asked.
    older, newer = sorted([release or compared[0], oracle])
    if not compared[0] <= older <= newer <= compared[1]:
        return LocalTimes({}, {}, [])
    zones = {zone: entry for file in files for zone, entry in file.zones.items()}
    rows = {zone: known for zone, known in _known(zones, older) if known}
    stable = [
        zone for zone, entry in zones.items() if all(len(row) == _SINCE for row in entry.rows)
    ]
    odd = {zone: found for zone, known in rows.items() if (found := _odd(known))}
    return LocalTimes(rows, odd, stable)


def _known(zones: dict[str, ZoneRows], release: str) -> Iterable[tuple[str, list[Row]]]:
    """Each zone, and each link with the first row of its zone, with what the release knows."""
    for zone, entry in zones.items():
        for name, rows in ((zone, entry.rows), *((link, entry.rows[:1]) for link in entry.links)):
            yield name, [row for row in rows if len(row) == _SINCE or row[_SINCE] <= release]


def _odd(rows: list[Row]) -> list[Row]:
    places: set[int] = set()
    before: timedelta | None = None
    for place, (wall, answer, *_) in enumerate(rows):
        if not answer.endswith("Z"):
            continue  # the code of an error
        offset = datetime.fromisoformat(wall) - datetime.fromisoformat(answer[:-1])
        if before is not None and offset - before not in _USUAL_STEPS:
            places.update(range(max(0, place - _BEFORE), min(place + _AFTER, len(rows))))
        if offset % _MINUTE:
            places.add(place)
        before = offset
    return [rows[place] for place in sorted(places)]
