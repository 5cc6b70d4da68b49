"""The files of the zone sweep: one for each area, and the README that counts them."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generators.sweep_rows import Entry

_HEADER = {
    "format": "zone-sweep",
    "version": 1,
    "rules": ["ZONE-7", "ZONE-8"],
    "generator": "conformance/generators/zone_sweep.py",
}
_REASONS = {
    "now": "1969-01-01T00:00:00.000Z",
    "gap_why": "The zone's clocks skip this local time: no instant has it.",
    "overlap_why": "A local time is the instant that has it, or the earlier where two have it.",
}
_README = """\
# The zone sweep

Every zone of tz release {release} whose name has a slash, and every change of its offset from
1970 through {last_year}. A change makes a gap or an overlap of local time, and six local times
probe it: at, a millisecond before and a millisecond after both its ends. Each zone also has the
first and the last midnight of the range, so that zones that never change are seen too.

An entry of `zones` stands for one zone and its `links`, which have the same data. A row is a local
time, its answer (an instant, or `invalid_rule` in a gap) and, where it did not hold in all releases
from {oldest} on, the release since which it does.

The files are generated; `zone_sweep.py` in `conformance/generators` tells how.
Releases compared: {releases}.

| file | entries | names | gaps | overlaps | rows | rows that depend on the release |
|---|---:|---:|---:|---:|---:|---:|
"""


def by_area(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries under the part of their name before the slash."""
    areas: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        areas[entry.name.partition("/")[0]].append(entry)
    return dict(areas)


def area_text(entries: Sequence[Entry], release: str, oldest: str) -> str:
    """One file: JSON with the rows of one transition on a line."""
    header = _HEADER | {"release": release, "oldest_release": oldest} | _REASONS
    opening = json.dumps(header, indent=1).removesuffix("\n}")
    zones = ",\n".join(_entry_text(entry) for entry in entries)
    return f'{opening},\n "zones": {{\n{zones}\n }}\n}}\n'


def _entry_text(entry: Entry) -> str:
    lines = (",".join(_compact(row.texts()) for row in line) for line in entry.lines)
    rows = ",\n".join(f"   {line}" for line in lines)
    links = _compact(entry.links)
    return f'  {_compact(entry.name)}: {{"links": {links}, "rows": [\n{rows}\n  ]}}'


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def readme_text(areas: dict[str, list[Entry]], releases: Sequence[str], last_year: int) -> str:
    """The README: what the sweep is, and what each file counts."""
    opening = _README.format(
        release=releases[-1], oldest=releases[0], releases=", ".join(releases), last_year=last_year
    )
    rows = {f"{area}.json": counts(entries) for area, entries in areas.items()}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    return opening + "".join(
        f"| {file} | {' | '.join(map(str, row))} |\n" for file, row in rows.items()
    )


def counts(entries: Sequence[Entry]) -> list[int]:
    """Entries, names, gaps, overlaps, rows, and rows that depend on the release."""
    transitions = [transition for entry in entries for transition in entry.transitions]
    rows = [row for entry in entries for line in entry.lines for row in line]
    gaps = sum(transition.is_gap for transition in transitions)
    return [
        len(entries),
        sum(1 + len(entry.links) for entry in entries),
        gaps,
        len(transitions) - gaps,
        len(rows),
        sum(row.since is not None for row in rows),
    ]
