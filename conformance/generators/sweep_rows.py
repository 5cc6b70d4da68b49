"""What the zone sweep asks and expects: local times around each transition, and their instants."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from generators.tz_history import History, Transition, read_history

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generators.tz_releases import Release

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_MS = 86_400_000


class Row(NamedTuple):
    """A local time (ms, as if in UTC), its instant (ms; None in a gap), and since which release."""

    wall: int
    instant: int | None
    since: str | None

    def texts(self) -> list[str]:
        """The row as a file holds it; the release only where it matters."""
        value = "invalid_rule" if self.instant is None else _text(self.instant, fraction=True) + "Z"
        texts = [_text(self.wall, fraction=self.wall % 1000 != 0), value]
        return texts if self.since is None else [*texts, self.since]


# The rows of one transition, or of one end of the range; one line of a file.
Line = tuple[Row, ...]


@dataclass(frozen=True)
class Era:
    """A history of offsets (None: no such zone) and the first release of a run that has it."""

    since: str
    history: History | None


@dataclass(frozen=True)
class Entry:
    """Zones of equal data and equal rows, under one of their names."""

    name: str
    links: tuple[str, ...]
    transitions: tuple[Transition, ...]
    lines: tuple[Line, ...]


def sweep(releases: Sequence[Release], last_year: int) -> list[Entry]:
    """The entries of the newest release in order of name; ``releases`` are oldest first."""
    current = releases[-1]
    alike: dict[tuple[bytes, tuple[Line, ...]], list[str]] = defaultdict(list)
    for zone, data in current.zones.items():
        history = _history(data, last_year)
        alike[data, _lines(history, _eras(zone, releases, last_year), last_year)].append(zone)
    entries = []
    for (data, lines), names in alike.items():
        # A name that the database links to another one yields to a name that it does not.
        name, *links = sorted(names, key=lambda zone: (zone in current.targets, zone))
        transitions = _transitions(_history(data, last_year), last_year)
        entries.append(Entry(name, tuple(sorted(links)), transitions, lines))
    return sorted(entries, key=lambda entry: entry.name)


def _eras(zone: str, releases: Sequence[Release], last_year: int) -> tuple[Era, ...]:
    """A zone's histories from the newest release to the oldest."""
    eras: list[Era] = []
    for release in reversed(releases):
        data = release.zones.get(zone)
        history = None if data is None else _history(data, last_year)
        if eras and eras[-1].history == history:
            eras.pop()
        eras.append(Era(release.name, history))
    return tuple(eras)


@cache
def _history(data: bytes, last_year: int) -> History:
    return read_history(data, last_year)


def _transitions(history: History, last_year: int) -> tuple[Transition, ...]:
    return tuple(history.transitions(0, _start_of(last_year + 1)))


@cache
def _lines(history: History, eras: tuple[Era, ...], last_year: int) -> tuple[Line, ...]:
    probes = [
        [0],
        *(
            [end + step for end in transition.ends for step in (-1, 0, 1)]
            for transition in _transitions(history, last_year)
        ),
        [_start_of(last_year + 1) - _DAY_MS],
    ]
    return tuple(tuple(_row(history, eras, wall) for wall in walls) for walls in probes)


def _row(history: History, eras: tuple[Era, ...], wall: int) -> Row:
    """The row of one local time, since the first release of the unbroken run that agrees."""
    instant = _first_instant(history, wall)
    since = eras[0].since
    for era in eras:
        if era.history is None or _first_instant(era.history, wall) != instant:
            return Row(wall, instant, since)
        since = era.since
    return Row(wall, instant, None)


def _first_instant(history: History, wall: int) -> int | None:
    return next(iter(history.instants_of(wall)), None)


def _start_of(year: int) -> int:
    return (datetime(year, 1, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)


def _text(milliseconds: int, *, fraction: bool) -> str:
    moment = _EPOCH + timedelta(milliseconds=milliseconds)
    precision = "milliseconds" if fraction else "seconds"
    return moment.replace(tzinfo=None).isoformat(timespec=precision)
