"""Sweeps every transition of every zone from 1970 to 2100, and puts all to upstream and reference.

The two oracles have nothing in common: the raw tz data, whose offsets are scanned (``tz_history``),
and the Intl of Node, which the upstream package asks. Where they differ, it has to be over a local
time whose answer an older release of the tz data did not give, the one that Node is built with.

Needs Node, and a development install of this project::

    python conformance/generators/whole_sweep.py                    # downloads the tz releases
    python conformance/generators/whole_sweep.py --wheels WHEELS    # has them in a folder

It takes some minutes and writes the counts to ``zone-sweep.json`` and ``.md`` in ``docs/evidence``.
Where a difference is not explained it fails, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generators.sweep_files import area_text, by_area, counts
from generators.sweep_rows import sweep
from generators.tz_releases import Release, releases_in
from generators.zone_sweep import CORPUS
from schedule_conformance.corpus import files

LAST_YEAR = 2100
EVIDENCE = Path(__file__).parents[2] / "docs" / "evidence"
PORTS = {"upstream": ["--port", "upstream", "--jobs", "2"], "reference": []}
COLUMNS = ("entries", "names", "gaps", "overlaps", "rows", "dependent")

_COMPARED = re.compile(r"^Releases compared: (.+)\.$", re.MULTILINE)
_PAGE = """\
# The zone sweep, whole

Every zone of tz release {release} whose name has a slash, and every change of its offset from 1970
through {until}: a gap or an overlap of local time, probed at, just before and just after both ends.
The answers come from the raw tz data by scanning offsets. They were put to two ports.

| area | entries | names | gaps | overlaps | rows | rows that depend on the release |
|---|---:|---:|---:|---:|---:|---:|
{areas}

| port | tz | cases | as expected | explained by the release |
|---|---|---:|---:|---:|
{ports}

An answer that differs is explained if it holds only since a release later than that of the port:
releases from {oldest} on were scanned in the same way. Those answers are in

{differences}

`python conformance/generators/whole_sweep.py` runs all this again.
"""


class Unexplained(Exception):
    """A port differs where its tz release is no reason."""


def main() -> int:
    """Sweep, put the sweep to both ports, and write the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wheels", type=Path, help="folder of tzdata wheels; none are downloaded")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="zone-sweep-") as folder:
        work = Path(folder)
        releases = releases_in(options.wheels or _downloaded(work / "wheels"))
        swept = _write_corpus(releases, work / "corpus")
        try:
            ports = {name: _put(work, arguments) for name, arguments in PORTS.items()}
        except Unexplained as error:
            print(error, file=sys.stderr)
            return 1
    evidence = {
        "release": releases[-1].name,
        "oldest_release": releases[0].name,
        "until": LAST_YEAR,
        "areas": swept,
        "ports": ports,
    }
    text = json.dumps(evidence, indent=1) + "\n"
    (EVIDENCE / "zone-sweep.json").write_text(text, encoding="utf-8")
    (EVIDENCE / "zone-sweep.md").write_text(page(evidence), encoding="utf-8")
    return 0


def _downloaded(folder: Path) -> Path:
    """The releases that the committed sweep compares, from the package index."""
    for name in _compared_releases():
        # The package counts what the database letters: 2021b is 2021.2, and mended 2021.2.post0.
        requirement = f"tzdata=={name[:4]}.{ord(name[4]) - ord('a') + 1}.*"
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        target = ["--only-binary", ":all:", "--dest", str(folder), requirement]
        subprocess.run([*pip, *target], check=True)  # noqa: S603
    return folder


def _compared_releases() -> list[str]:
    match = _COMPARED.search((CORPUS / "README.md").read_text(encoding="utf-8"))
    if match is None:
        raise ValueError(f"{CORPUS / 'README.md'} does not list the releases compared")
    return match[1].split(", ")


def _write_corpus(releases: Sequence[Release], folder: Path) -> dict[str, dict[str, int]]:
    """Write the sweep as a corpus; what it counts for each area."""
    target = folder / "zones"
    target.mkdir(parents=True)
    areas = by_area(sweep(releases, LAST_YEAR))
    for area, entries in areas.items():
        text = area_text(entries, releases[-1].name, releases[0].name)
        (target / f"{area}.json").write_text(text, encoding="utf-8")
    return {
        area: dict(zip(COLUMNS, counts(entries), strict=True)) for area, entries in areas.items()
    }


def _put(work: Path, arguments: Sequence[str]) -> dict[str, Any]:
    """Put the sweep to a port; how it answered, differences counted by zone and release."""
    report = work / "report.jsonl"
    command = [sys.executable, "-m", "schedule_conformance", "run"]
    options = ["--corpus", str(work / "corpus"), "--report", f"jsonl={report}"]
    subprocess.run([*command, *options, *arguments], check=False)  # noqa: S603
    *verdicts, last = _lines(report)
    explained = {verdict["id"] for verdict in verdicts if verdict["verdict"] == "tz"}
    right = sum(verdict["verdict"] == "pass" for verdict in verdicts)
    if right + len(explained) != len(verdicts):
        raise Unexplained(f"{len(verdicts) - right - len(explained)} answers have no explanation")
    port = last["run"]["port"]
    return {
        **{key: port[key] for key in ("name", "version", "tz")},
        "cases": len(verdicts),
        "right": right,
        "explained": _by_zone(work / "corpus", explained),
    }


def _lines(report: Path) -> Iterator[Any]:
    with report.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _by_zone(folder: Path, ids: set[str]) -> dict[str, dict[str, int]]:
    """How many of these cases each zone has, by the release since which their answer holds."""
    found: dict[str, Counter[str]] = {}
    for case in files.load(folder):
        if case.id in ids:
            if case.tz is None or case.tz.since is None:
                raise Unexplained(f"{case.id} holds in every release")
            found.setdefault(case.tz.zone, Counter())[case.tz.since] += 1
    return {zone: dict(sorted(releases.items())) for zone, releases in sorted(found.items())}


def page(evidence: Mapping[str, Any]) -> str:
    """The counts for people, in Markdown."""
    areas = {area: [row[name] for name in COLUMNS] for area, row in evidence["areas"].items()}
    areas["all"] = [sum(column) for column in zip(*areas.values(), strict=True)]
    ports = evidence["ports"].values()
    return _PAGE.format(
        release=evidence["release"],
        oldest=evidence["oldest_release"],
        until=evidence["until"],
        areas="\n".join(f"| {area} | {_cells(row)} |" for area, row in areas.items()),
        ports="\n".join(
            f"| {port['name']} {port['version']} | {port['tz']} | "
            f"{_cells([port['cases'], port['right'], port['cases'] - port['right']])} |"
            for port in ports
        ),
        differences="\n".join(
            f"- {zone}: {', '.join(f'{count} since {since}' for since, count in releases.items())}"
            for port in ports
            for zone, releases in port["explained"].items()
        ),
    )


def _cells(numbers: Sequence[int]) -> str:
    return " | ".join(map(str, numbers))


if __name__ == "__main__":
    sys.exit(main())
