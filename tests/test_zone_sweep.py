"""The zone sweep: its algorithm, its files, and the facts it must contain."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from generators.sweep_files import area_text, by_area
from generators.sweep_rows import Entry, sweep
from generators.tz_footer import parse_footer
from generators.tz_history import History, read_history
from generators.tz_releases import Release, installed_release
from generators.zone_sweep import CORPUS, LAST_YEAR

HOUR = 3_600_000

# Area files by name, parsed; the values are JSON.
Files = dict[str, dict[str, Any]]
# The rows of every zone and link, by its name.
Rows = dict[str, list[list[str]]]


@pytest.fixture(scope="module")
def files() -> Files:
    return {path.name: json.loads(path.read_text()) for path in sorted(CORPUS.glob("*.json"))}


@pytest.fixture(scope="module")
def rows(files: Files) -> Rows:
    return {
        name: entry["rows"]
        for file in files.values()
        for zone, entry in file["zones"].items()
        for name in (zone, *entry["links"])
    }


@pytest.fixture(scope="module")
def installed(files: Files) -> Release:
    """The installed tz data, where it is what the sweep states."""
    release = installed_release()
    stated = files["Europe.json"]["release"]
    if release.name != stated:
        pytest.skip(f"the sweep states {stated}; the installed tzdata is {release.name}")
    return release


@pytest.fixture(scope="module")
def regenerated(installed: Release) -> list[Entry]:
    return sweep([installed], LAST_YEAR)


def test_the_committed_answers_follow_from_the_installed_tz_data(
    rows: Rows, regenerated: list[Entry]
) -> None:
    expected = {
        name: [row.texts() for line in entry.lines for row in line]
        for entry in regenerated
        for name in (entry.name, *entry.links)
    }
    assert expected.keys() == rows.keys()
    for name, committed in rows.items():
        assert [row[:2] for row in committed] == expected[name], name


def test_regenerating_an_area_gives_the_same_bytes(
    files: Files, installed: Release, regenerated: list[Entry]
) -> None:
    # No row of these areas depends on the release, so that one release is enough.
    areas = by_area(regenerated)
    for area in ("Etc", "Indian"):
        oldest = files[f"{area}.json"]["oldest_release"]
        text = area_text(areas[area], installed.name, oldest)
        assert (CORPUS / f"{area}.json").read_bytes() == text.encode()


def test_the_release_cases_agree_with_the_raw_tz_data(installed: Release) -> None:
    cases = json.loads((CORPUS.parent / "release.json").read_text())["cases"]
    assert len(cases) >= 12
    for case in cases:
        at, expect = case["args"]["input"]["at"], case["expect"]
        assert at["time_zone"] == case["tz"]["zone"]
        history = read_history(installed.zones[at["time_zone"]], LAST_YEAR)
        instants = history.instants_of(_ms(f"{at['date']}T{at['time']}Z"))
        if "error" in expect:
            assert (expect, instants) == ({"error": "invalid_rule"}, []), case["id"]
        else:
            assert _ms(expect["value"]["scheduledAt"]) == instants[0], case["id"]


def test_a_zone_or_link_stands_in_one_entry(files: Files) -> None:
    names = [
        name
        for file in files.values()
        for zone, entry in file["zones"].items()
        for name in (zone, *entry["links"])
    ]
    assert len(names) == len(set(names))
    assert all("/" in name for name in names)


def test_a_local_time_is_probed_once_in_a_zone(rows: Rows) -> None:
    for name, probes in rows.items():
        assert len({probe[0] for probe in probes}) == len(probes), name


def test_the_readme_counts_what_the_files_hold(files: Files) -> None:
    readme = (CORPUS / "README.md").read_text()
    table = re.findall(r"^\| (\w+\.json) \|(.+)\|$", readme, re.MULTILINE)
    counted = {file: [int(cell) for cell in cells.split("|")] for file, cells in table}
    assert counted.keys() == files.keys()
    for name, (entries, names, gaps, overlaps, rows, dependent) in counted.items():
        zones = files[name]["zones"].values()
        held = [row for entry in zones for row in entry["rows"]]
        assert len(zones) == entries
        assert sum(1 + len(entry["links"]) for entry in zones) == names
        assert len(held) == rows == 6 * (gaps + overlaps) + 2 * entries
        assert sum(len(row) == 3 for row in held) == dependent


@pytest.mark.parametrize(
    ("zone", "local", "answer"),
    [
        ("America/New_York", "2026-03-08T01:59:59.999", "2026-03-08T06:59:59.999Z"),
        ("America/New_York", "2026-03-08T02:00:00", "invalid_rule"),
        ("America/New_York", "2026-03-08T02:59:59.999", "invalid_rule"),
        ("America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00.000Z"),
        ("America/New_York", "2026-11-01T01:00:00", "2026-11-01T05:00:00.000Z"),
        ("America/New_York", "2026-11-01T01:59:59.999", "2026-11-01T05:59:59.999Z"),
        ("America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00.000Z"),
        ("Pacific/Apia", "2011-12-29T23:59:59.999", "2011-12-30T09:59:59.999Z"),
        ("Pacific/Apia", "2011-12-30T00:00:00", "invalid_rule"),
        ("Pacific/Apia", "2011-12-30T23:59:59.999", "invalid_rule"),
        ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-30T10:00:00.000Z"),
        ("Pacific/Kwajalein", "1993-08-21T00:00:00", "invalid_rule"),
        ("Pacific/Kwajalein", "1993-08-21T23:59:59.999", "invalid_rule"),
        ("Australia/Lord_Howe", "2026-10-04T02:00:00", "invalid_rule"),
        ("Australia/Lord_Howe", "2026-10-04T02:30:00", "2026-10-03T15:30:00.000Z"),
        ("Australia/Lord_Howe", "2027-04-04T01:30:00", "2027-04-03T14:30:00.000Z"),
        ("Australia/Lord_Howe", "2027-04-04T02:00:00", "2027-04-03T15:30:00.000Z"),
        ("Antarctica/Troll", "2027-03-28T01:00:00", "invalid_rule"),
        ("Antarctica/Troll", "2027-03-28T02:59:59.999", "invalid_rule"),
        ("Antarctica/Troll", "2026-10-25T01:00:00", "2026-10-24T23:00:00.000Z"),
        ("Antarctica/Troll", "2026-10-25T03:00:00", "2026-10-25T03:00:00.000Z"),
        ("Europe/Dublin", "2026-10-25T01:00:00", "2026-10-25T00:00:00.000Z"),
        ("Europe/Dublin", "2027-03-28T01:00:00", "invalid_rule"),
        ("Africa/Monrovia", "1972-01-07T00:00:00", "invalid_rule"),
        ("Africa/Monrovia", "1972-01-07T00:44:30", "1972-01-07T00:44:30.000Z"),
        ("Etc/GMT+5", "1970-01-01T00:00:00", "1970-01-01T05:00:00.000Z"),
    ],
)
def test_a_known_local_time_has_its_known_answer(
    rows: Rows, zone: str, local: str, answer: str
) -> None:
    assert {row[0]: row[1] for row in rows[zone]}[local] == answer


@pytest.mark.parametrize(
    ("zone", "local", "since"),
    [
        ("America/Vancouver", "2037-12-31T00:00:00", "2026b"),
        ("Africa/Casablanca", "2026-09-20T02:00:00", "2026c"),
        ("Europe/Chisinau", "2026-03-29T03:00:00", "2026a"),
        ("Europe/Kyiv", "1970-01-01T00:00:00", "2022b"),
        ("Europe/Kiev", "1970-01-01T00:00:00", None),
    ],
)
def test_an_answer_that_older_releases_lack_names_its_first(
    rows: Rows, zone: str, local: str, since: str | None
) -> None:
    row = next(row for row in rows[zone] if row[0] == local)
    assert row[2:] == ([] if since is None else [since])


def test_an_answer_holds_since_the_last_release_that_changed_it() -> None:
    london, paris = (installed_release().zones[f"Europe/{city}"] for city in ("London", "Paris"))
    releases = [
        Release("2020a", {"Area/Old": paris}, {}),
        Release("2020b", {"Area/Old": london, "Area/New": paris}, {}),
        Release("2020c", {"Area/Old": paris, "Area/New": paris}, {}),
    ]
    new, old = sweep(releases, LAST_YEAR)
    assert (new.name, old.name) == ("Area/New", "Area/Old")
    assert {row.since for line in new.lines for row in line} == {"2020b"}
    # In 1970 London was an hour ahead of UTC all year, as Paris was.
    assert old.lines[0][0].since is None
    assert old.lines[-1][0].since == "2020c"


@pytest.mark.parametrize(
    ("history", "local", "instants"),
    [
        (History((0,), (0, HOUR)), -1, [-1]),
        (History((0,), (0, HOUR)), 0, []),
        (History((0,), (0, HOUR)), HOUR - 1, []),
        (History((0,), (0, HOUR)), HOUR, [0]),
        (History((0,), (HOUR, 0)), 0, [-HOUR, 0]),
        (History((0,), (HOUR, 0)), HOUR, [HOUR]),
        (History((0,), (-12 * HOUR, 12 * HOUR)), 0, []),
        (History((0,), (12 * HOUR, -12 * HOUR)), 0, [-12 * HOUR, 12 * HOUR]),
        (History((0, HOUR), (2 * HOUR, HOUR, 0)), HOUR, [-HOUR, 0, HOUR]),
        (History((0, HOUR), (0, HOUR, 0)), HOUR, [0, HOUR]),
        (History((0, HOUR), (0, HOUR, 0)), HOUR // 2, []),
    ],
    ids=[
        "before-a-gap",
        "first-of-a-gap",
        "last-of-a-gap",
        "after-a-gap",
        "first-of-an-overlap",
        "after-an-overlap",
        "skipped-day",
        "repeated-day",
        "two-overlaps-give-three-instants",
        "overlap-right-after-a-gap",
        "gap-right-before-an-overlap",
    ],
)
def test_scanning_finds_every_instant_of_a_local_time(
    history: History, local: int, instants: list[int]
) -> None:
    assert history.instants_of(local) == instants


@pytest.mark.parametrize(
    ("footer", "changes"),
    [
        ("UTC0", []),
        ("<-03>3", []),
        ("CET-1CEST,M3.5.0,M10.5.0/3", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
        ("EST5EDT,M3.2.0,M11.1.0", ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"]),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-10-25T01:00:00Z", "2026-03-29T01:00:00Z"]),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", ["2026-03-28T00:00:00Z", "2026-10-23T23:00:00Z"]),
        ("AAA0BBB,J60/0,J365/0", ["2026-03-01T00:00:00Z", "2026-12-30T23:00:00Z"]),
        ("AAA0BBB-0:30,59/0,364/0", ["2026-03-01T00:00:00Z", "2026-12-30T23:30:00Z"]),
    ],
)
def test_a_footer_names_the_changes_of_a_year(footer: str, changes: list[str]) -> None:
    found = [at * 1000 for at, _ in parse_footer(footer).transitions(2026)]
    assert found == [_ms(change) for change in changes]


def test_a_julian_day_of_a_footer_skips_the_leap_day() -> None:
    (start, _), _ = parse_footer("AAA0BBB,J60/0,J365/0").transitions(2028)
    assert start * 1000 == _ms("2028-03-01T00:00:00Z")


@pytest.mark.parametrize("footer", ["CET-1CEST", "A0", "UTC", "CET-1CEST,M3.5.0", "\u0661"])
def test_a_text_that_is_no_footer_is_named(footer: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(footer))):
        parse_footer(footer)


def test_data_that_is_no_tzif_is_refused() -> None:
    with pytest.raises(ValueError, match="not a TZif file"):
        read_history(b"TZif1" + bytes(60), LAST_YEAR)


def _ms(instant: str) -> int:
    moment = datetime.fromisoformat(instant)
    assert moment.tzinfo == UTC
    return round(moment.timestamp() * 1000)
