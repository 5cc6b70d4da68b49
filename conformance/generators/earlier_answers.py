"""Writes what the cases that depend on the tz release answer under the other releases.

A run excuses a port of another release by it: only an answer that is right under some release.
To rerun, with wheels as ``zone_sweep`` wants them::

    python conformance/generators/earlier_answers.py --wheels WHEELS
"""

from __future__ import annotations

import argparse
import json
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generators.sweep_rows import _EPOCH, _first_instant, _history, _text
from generators.tz_releases import Release, releases_in
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.tz import EARLIER

if TYPE_CHECKING:
    from collections.abc import Sequence

_LAST_YEAR = 2037


def answers(releases: Sequence[Release]) -> dict[str, list[str]]:
    """By the id of a case, the instants and codes that are right under some other release."""
    found = {}
    for case in load_shipped():
        if case.tz is None or not (case.tz.since or case.tz.until):
            continue
        match case.args:
            case {"input": {"at": {"date": str(date), "time": str(time), "time_zone": str(zone)}}}:
                given = {_answer(release, zone, f"{date}T{time}") for release in releases}
                found[case.id] = sorted(given - {_expected(case.expect)})
    return found


def _expected(expect: Any) -> str:
    return str(expect.value["scheduledAt"] if expect.accepts else expect.error)


def _answer(release: Release, zone: str, wall: str) -> str:
    data = release.zones.get(zone)
    if data is None:
        return "invalid_time_zone"
    return _instant(data, wall)


@cache
def _instant(data: bytes, wall: str) -> str:
    moment = datetime.fromisoformat(f"{wall}+00:00")
    last_year = max(_LAST_YEAR, moment.year + 1)
    milliseconds = (moment - _EPOCH) // timedelta(milliseconds=1)
    instant = _first_instant(_history(data, last_year), milliseconds)
    return "invalid_rule" if instant is None else _text(instant, fraction=True) + "Z"


def main() -> None:
    """Write the file beside the judge."""
    parser = argparse.ArgumentParser(description="Write the answers under other tz releases.")
    parser.add_argument("--wheels", type=Path, required=True, help="folder of tzdata wheels")
    options = parser.parse_args()
    lines = (
        f"{json.dumps(id_)}:{json.dumps(given, separators=(',', ':'))}"
        for id_, given in answers(releases_in(options.wheels)).items()
    )
    EARLIER.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
