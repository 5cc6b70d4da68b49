"""Zone data comes from the bundled database alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from session_schedule.create import create_record
from session_schedule.errors import InvalidInput
from session_schedule.zones import Gap, Overlap, Unique, find_zone, lookup

PROBE = """
from session_schedule.create import create_record
at = {"date": "2027-07-01", "time": "12:00:00", "time_zone": "Europe/Paris"}
print(create_record({"prompt": "p", "at": at}, "a", 0).scheduled_at)
"""


@pytest.mark.parametrize(
    "surroundings",
    [{"TZ": "Pacific/Apia"}, {"PYTHONTZPATH": "{forged}"}, {"LC_ALL": "tr_TR.UTF-8"}],
    ids=["TZ", "PYTHONTZPATH", "locale"],
)
def test_nothing_ambient_decides(surroundings: dict[str, str], tmp_path: Path) -> None:
    """ZONE-12: a forged database, another local zone or locale changes nothing."""
    forged = tmp_path / "Europe"
    forged.mkdir()
    forged.joinpath("Paris").write_bytes(b"TZif2" + bytes(39))
    values = {key: value.format(forged=tmp_path) for key, value in surroundings.items()}
    result = subprocess.run(
        [sys.executable, "-c", PROBE],
        env={**os.environ, **values},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "1814436000000\n"


def test_loading_a_zone_leaves_the_global_zone_path_alone() -> None:
    probe = """
import zoneinfo
from session_schedule.zones import find_zone
zoneinfo.reset_tzpath([])
find_zone("Europe/Paris")
assert zoneinfo.TZPATH == ()
"""
    subprocess.run([sys.executable, "-c", probe], check=True)


def test_a_local_time_is_unique_twice_or_never() -> None:
    new_york = find_zone("America/New_York")
    hour = 3_600_000
    gap = 1_772_935_200_000  # 2026-03-08T02:00:00 local
    overlap = 1_793_494_800_000  # 2026-11-01T01:00:00 local
    assert lookup(new_york, gap - 1) == Unique(gap - 1 + 5 * hour)
    assert lookup(new_york, gap) == Gap()
    assert lookup(new_york, gap + hour) == Unique(gap + hour + 4 * hour)
    assert lookup(new_york, overlap) == Overlap(overlap + 4 * hour, overlap + 5 * hour)
    assert lookup(new_york, overlap + hour) == Unique(overlap + hour + 5 * hour)


@pytest.mark.parametrize(
    "name",
    ["", "utc", "America", "../../etc/passwd", "Europe/../Europe/Paris", "Europe/Paris\n", "/",
     "posix/Europe/Paris", "Europe//Paris", "C:/Windows", "A/" * 100_000],
    ids=lambda name: repr(name[:30]),
)  # fmt: skip
def test_a_name_that_is_not_in_the_database_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        find_zone(name)
    assert (refusal.value.code, refusal.value.rule) == ("invalid_time_zone", "ZONE-5")


def test_a_refusal_names_its_rule() -> None:
    at = {"date": "2026-03-08", "time": "02:30:00", "time_zone": "America/New_York"}
    with pytest.raises(InvalidInput, match=r"does not occur.*ZONE-7"):
        create_record({"prompt": "p", "at": at}, "a", 0)
