"""Case files are read as `corpus/README.md` says, and refused with file, case and reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import CorpusError, Expect, Tz

if TYPE_CHECKING:
    from pathlib import Path

CASE: dict[str, Any] = {
    "id": "fold/example",
    "rules": ["FOLD-1"],
    "op": "fold",
    "args": {"events": []},
    "expect": {"value": {"active": [], "seenIds": []}},
    "why": "It is an example.",
}
SWEEP: dict[str, Any] = {
    "format": "zone-sweep",
    "version": 1,
    "rules": ["ZONE-7", "ZONE-8"],
    "generator": "by hand",
    "release": "2026f",
    "oldest_release": "2020a",
    "now": "1969-01-01T00:00:00.000Z",
    "gap_why": "A gap.",
    "overlap_why": "No gap.",
    "zones": {
        "Area/Place": {
            "rows": [
                ["1976-03-28T00:59:59.999", "1976-03-27T23:59:59.999Z"],
                ["1976-03-28T01:00:00", "invalid_rule", "2026b"],
            ],
            "links": ["Area/Old_Name", "Old"],
        }
    },
}


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_defaults_are_replaced_by_what_a_case_says(tmp_path: Path) -> None:
    plain = {key: CASE[key] for key in ("id", "args", "expect", "why")}
    defaults = {"op": "fold", "rules": ["FOLD-1"], "tags": ["smoke"], "level": "may"}
    own = CASE | {"id": "fold/own", "rules": ["FOLD-2"], "tags": [], "level": "must"}
    file = write(tmp_path / "cases.json", {"defaults": defaults, "cases": [plain, own]})
    first, second = files.load(file)
    assert (first.op, first.rules, first.tags, first.level) == (
        "fold",
        ["FOLD-1"],
        ["smoke"],
        "may",
    )
    assert (second.rules, second.tags, second.level) == (["FOLD-2"], [], "must")


def test_lone_surrogates_are_read(tmp_path: Path) -> None:
    surrogate = json.dumps({"cases": [CASE | {"args": {"text": "\ud800"}}]})
    (read,) = files.load(write(tmp_path / "cases.json", surrogate))
    assert read.args == {"text": "\ud800"}


def test_a_folder_is_read_in_the_order_of_paths(tmp_path: Path) -> None:
    for case_id in ("view/b", "fold/z", "view/a"):
        chapter, name = case_id.split("/")
        write(tmp_path / chapter / f"{name}.json", {"cases": [CASE | {"id": case_id}]})
    write(tmp_path / "fold" / "README.md", "no cases")
    assert [case.id for case in files.load(tmp_path)] == ["fold/z", "view/a", "view/b"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"expcet": 1}, "unknown field `expcet`"),
        ({"op": "hello"}, "Invalid enum value 'hello' - at `$.op`"),
        ({"rules": []}, "length >= 1 - at `$.rules`"),
        ({"rules": ["fold-1"]}, "regex"),
        ({"expect": {}}, "expect has exactly one of value and error"),
        ({"expect": {"value": 1, "error": "not_future"}}, "exactly one of value and error"),
        ({"expect": {"error": "no_future"}}, "Invalid enum value 'no_future'"),
        ({"expect": {"value": 1, "vaule": 1}}, "unknown field `vaule`"),
        ({"level": "should"}, "Invalid enum value 'should'"),
        ({"why": ""}, "length >= 1 - at `$.why`"),
        ({"tz": {"zone": "UTC", "since": "2026"}}, "`$.tz.since`"),
        ({"tags": ["Smoke"]}, "regex"),
        ({"args": []}, "Expected `object`, got `array`"),
    ],
)
def test_a_malformed_case_is_named(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    file = write(tmp_path / "cases.json", {"cases": [CASE, CASE | {"id": "fold/bad"} | change]})
    with pytest.raises(CorpusError) as caught:
        files.load(file)
    assert str(caught.value).startswith(f"{file}: case fold/bad: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "cases.json: "),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `cases`"),
        ({"cases": [], "deafults": {}}, "unknown field `deafults`"),
        ({"cases": [], "defaults": {"id": "x"}}, "unknown field `id`"),
        ({"cases": [{}]}, "case number 1: "),
        ({"cases": [CASE | {"id": "nochapter"}]}, "case nochapter: "),
        ({"cases": [CASE, CASE]}, "case fold/example: the id is in "),
        (SWEEP | {"format": "zone-swipe"}, "'zone-swipe'"),
        (SWEEP | {"version": 2}, "2"),
        (SWEEP | {"zones": {"A/B": {"rows": []}}}, "length >= 1"),
        (SWEEP | {"zones": {"A/B": {"rows": [["1976-03-28", "x"]]}}}, "zones/sweep/A/B/1976-03-28"),
        (SWEEP | {"zones": {"A/B": {"rows": [["1976-03-28T01:00:00", "x"]]}}}, "neither"),
        (SWEEP | {"zones": {"A/B": {"rows": [["1976-03-28T01:00:00", "not_future", ""]]}}}, "tz"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, content: object, reason: str) -> None:
    file = write(tmp_path / "cases.json", content)
    with pytest.raises(CorpusError) as caught:
        files.load(file)
    assert str(caught.value).startswith(str(file))
    assert reason in str(caught.value)


def test_an_id_must_begin_with_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "views" / "cases.json", {"cases": [CASE]})
    with pytest.raises(CorpusError, match="case fold/example: the id must begin views/"):
        files.load(tmp_path)


def test_an_id_is_unique_across_files(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        write(tmp_path / "fold" / name, {"cases": [CASE]})
    with pytest.raises(
        CorpusError, match=r"b\.json: case fold/example: the id is in .*a\.json too"
    ):
        files.load(tmp_path)


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such file or folder"):
        files.load(tmp_path / "nowhere")


def test_a_sweep_has_a_case_for_each_row_and_link(tmp_path: Path) -> None:
    plain, gap, *links = files.load(write(tmp_path / "sweep.json", SWEEP))
    at = {"date": "1976-03-28", "time": "00:59:59.999", "time_zone": "Area/Place"}
    record = {"id": "schedule-1", "kind": "at", "prompt": "p"}
    assert plain.id == "zones/sweep/Area/Place/1976-03-28T00:59:59.999"
    assert plain.args == {
        "id": "schedule-1",
        "now": "1969-01-01T00:00:00.000Z",
        "input": {"prompt": "p", "at": at},
    }
    assert plain.expect == Expect(value=record | {"scheduledAt": "1976-03-27T23:59:59.999Z"})
    assert (plain.op, plain.why, plain.tags) == ("create", "No gap.", ["tz", "sweep"])
    assert plain.tz == Tz("Area/Place", compared=("2020a", "2026f"))
    assert (gap.expect, gap.why) == (Expect(error="invalid_rule"), "A gap.")
    assert gap.tz == Tz("Area/Place", since="2026b", compared=("2020a", "2026f"))
    assert [link.id for link in links] == [
        "zones/sweep/Area/Old_Name/1976-03-28T00:59:59.999",
        "zones/sweep/Old/1976-03-28T00:59:59.999",
    ]
    assert links[0].args["input"]["at"]["time_zone"] == "Area/Old_Name"
    assert links[0].expect == plain.expect


def test_sweeps_can_be_left_out(tmp_path: Path) -> None:
    write(tmp_path / "zones" / "sweep.json", SWEEP)
    write(tmp_path / "fold" / "cases.json", {"cases": [CASE]})
    assert [case.id for case in files.load(tmp_path, sweeps=False)] == ["fold/example"]


def test_the_shipped_corpus_can_be_read() -> None:
    folder = data.folder("corpus")
    chapters = {file.relative_to(folder).parts[0] for file in folder.rglob("*.json")}
    assert {case.chapter for case in files.load(folder)} == chapters >= {"every", "zones"}
