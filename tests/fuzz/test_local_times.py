"""Which local times a port is asked, by its tz release."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schedule_conformance.fuzz.strategies.zones import LocalTimes, local_times

if TYPE_CHECKING:
    from pathlib import Path

ROWS: dict[str, list[list[str]]] = {
    "Area/Always": [["1980-01-01T00:00:00", "1980-01-01T00:00:00.000Z"]],
    "Area/Changed": [
        ["1980-01-01T00:00:00", "1980-01-01T00:00:00.000Z"],
        ["2026-01-01T00:00:00", "2026-01-01T01:00:00.000Z", "2024a"],
    ],
    "Area/Odd": [
        ["2000-01-01T00:00:00", "2000-01-01T00:00:00.000Z"],
        ["2000-06-01T00:59:59.999", "2000-06-01T00:59:59.999Z"],
        ["2000-06-01T01:00:00", "invalid_rule"],
        ["2000-06-01T02:00:00", "2000-06-01T01:00:00.000Z"],
        ["2000-09-01T00:00:00", "2000-08-31T23:00:00.000Z"],
        ["2000-10-01T00:30:00", "2000-10-01T00:00:00.000Z"],
        ["2000-10-01T00:30:01", "2000-10-01T00:00:01.000Z"],
        ["2000-10-01T00:30:02", "2000-10-01T00:00:02.000Z"],
    ],
    "Area/New": [["1980-01-01T00:00:00", "1980-01-01T00:00:00.000Z", "2025b"]],
}


@pytest.fixture
def sweeps(tmp_path: Path) -> Path:
    content: dict[str, Any] = {
        "format": "zone-sweep",
        "version": 1,
        "rules": ["ZONE-7"],
        "generator": "none",
        "release": "2025c",
        "oldest_release": "2020a",
        "now": "1969-01-01T00:00:00.000Z",
        "gap_why": "Why.",
        "overlap_why": "Why.",
        "zones": {zone: {"rows": rows} for zone, rows in ROWS.items()},
    }
    content["zones"]["Area/Changed"]["links"] = ["Area/Link"]
    (tmp_path / "Area.json").write_text(json.dumps(content))
    return tmp_path


def counts(times: LocalTimes) -> dict[str, int]:
    return {zone: len(rows) for zone, rows in times.rows.items()}


ALL = {"Area/Always": 1, "Area/Changed": 2, "Area/Link": 1, "Area/New": 1, "Area/Odd": 8}
OLD = {"Area/Always": 1, "Area/Changed": 1, "Area/Link": 1, "Area/Odd": 8}


@pytest.mark.parametrize(
    ("release", "oracle", "expected"),
    [
        pytest.param("2025c", "2025c", ALL, id="both-have-the-newest"),
        pytest.param("2024a", "2025c", {**OLD, "Area/Changed": 2}, id="the-port-is-older"),
        pytest.param("2025c", "2020a", OLD, id="the-oracle-is-older"),
        pytest.param(None, "2025c", OLD, id="the-port-does-not-tell"),
        pytest.param("2026a", "2025c", {}, id="the-port-is-beyond-the-sweeps"),
        pytest.param("2025c", "2026a", {}, id="the-oracle-is-beyond-the-sweeps"),
        pytest.param("2019c", "2025c", {}, id="the-port-is-before-the-sweeps"),
    ],
)
def test_only_what_both_releases_know_is_asked(
    sweeps: Path, release: str | None, oracle: str, expected: dict[str, int]
) -> None:
    assert counts(local_times(sweeps, release, oracle)) == expected


def test_a_zone_is_stable_if_none_of_its_rows_depends_on_the_release(sweeps: Path) -> None:
    assert local_times(sweeps, "2025c", "2025c").stable == ["Area/Always", "Area/Odd"]


def test_transitions_that_are_not_by_an_hour_are_odd(sweeps: Path) -> None:
    odd = local_times(sweeps, "2025c", "2025c").odd
    assert [wall[:10] for wall, *_ in odd["Area/Odd"]] == [
        *("2000-01-01", "2000-06-01", "2000-06-01", "2000-06-01", "2000-09-01"),
        *("2000-10-01", "2000-10-01"),
    ]
    assert list(odd) == ["Area/Odd"]


def test_a_local_time_tells_since_when_it_means_what_it_does(sweeps: Path) -> None:
    times = local_times(sweeps, "2025c", "2025c")
    assert times.since("area/changed", "2026-01-01T00:00:00") == "2024a"
    assert times.since("Area/Changed", "1980-01-01T00:00:00") is None
    assert times.since("Area/Nowhere", "1980-01-01T00:00:00") is None


def test_without_sweeps_no_zone_is_asked(tmp_path: Path) -> None:
    assert local_times(tmp_path, "2025c", "2025c") == LocalTimes({}, {}, [])
