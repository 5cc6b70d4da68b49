"""The committed evidence of the whole zone sweep: what it counts, and that it is fresh."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from generators.sweep_files import by_area, counts
from generators.sweep_rows import sweep
from generators.tz_releases import installed_release
from generators.whole_sweep import COLUMNS, EVIDENCE, LAST_YEAR, PORTS, page
from generators.zone_sweep import CORPUS

SWEPT: dict[str, Any] = json.loads((EVIDENCE / "zone-sweep.json").read_text("utf-8"))
AREAS: dict[str, dict[str, int]] = SWEPT["areas"]
RERUN = "the evidence is stale: run conformance/generators/whole_sweep.py and commit docs/evidence"


def test_it_sweeps_the_releases_of_the_corpus_and_further() -> None:
    committed = json.loads((CORPUS / "Europe.json").read_text("utf-8"))
    assert SWEPT["release"] == committed["release"], RERUN
    assert SWEPT["oldest_release"] == committed["oldest_release"], RERUN
    assert SWEPT["until"] == LAST_YEAR


def test_it_holds_all_that_the_corpus_counts() -> None:
    readme = (CORPUS / "README.md").read_text("utf-8")
    table = re.findall(r"^\| (\w+)\.json \|(.+)\|$", readme, re.MULTILINE)
    counted = {
        area: dict(zip(COLUMNS, map(int, row.split("|")), strict=True)) for area, row in table
    }
    assert counted.keys() == AREAS.keys()
    for area, row in counted.items():
        assert row["names"] == AREAS[area]["names"], RERUN
        assert all(row[column] <= AREAS[area][column] for column in COLUMNS), RERUN


@pytest.mark.parametrize("area", AREAS)
def test_six_rows_probe_a_transition_and_two_the_ends_of_the_range(area: str) -> None:
    row = AREAS[area]
    assert row["rows"] == 6 * (row["gaps"] + row["overlaps"]) + 2 * row["entries"]


def test_the_installed_tz_data_gives_the_same_counts() -> None:
    release = installed_release()
    if release.name != SWEPT["release"]:
        pytest.skip(
            f"the evidence is of {SWEPT['release']}; the installed tzdata is {release.name}"
        )
    scanned = {
        area: dict(zip(COLUMNS, counts(entries), strict=True))
        for area, entries in by_area(sweep([release], LAST_YEAR)).items()
    }
    assert scanned.keys() == AREAS.keys()
    for area, row in scanned.items():
        # What older releases told apart stands in entries of its own, where they are compared.
        assert row["entries"] <= AREAS[area]["entries"]
        assert row["names"] == AREAS[area]["names"]
        if row["entries"] == AREAS[area]["entries"]:
            assert row | {"dependent": 0} == AREAS[area] | {"dependent": 0}, RERUN
        else:
            assert row["rows"] < AREAS[area]["rows"], RERUN


@pytest.mark.parametrize("port", PORTS)
def test_a_port_answers_as_the_raw_data_or_as_its_older_release(port: str) -> None:
    answers = SWEPT["ports"][port]
    links = sum(row["names"] - row["entries"] for row in AREAS.values())
    assert answers["cases"] == sum(row["rows"] for row in AREAS.values()) + links
    explained = [answer for zone in answers["explained"].values() for answer in zone.items()]
    assert answers["right"] + sum(count for _, count in explained) == answers["cases"]
    # Releases are named so that later ones sort after earlier ones.
    assert all(answers["tz"] < since <= SWEPT["release"] for since, _ in explained)


def test_the_reference_has_nothing_to_explain() -> None:
    assert SWEPT["ports"]["reference"]["tz"] == SWEPT["release"], RERUN
    assert SWEPT["ports"]["reference"]["explained"] == {}


def test_the_page_is_made_from_the_numbers() -> None:
    assert (EVIDENCE / "zone-sweep.md").read_text("utf-8") == page(SWEPT), RERUN
