"""Each format of a report says what the run was of, and obeys no text of others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from report_kit import case, failed, hostile_result, passed, result, written

from schedule_conformance.commands.main import main
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report.causes import Cause, examples
from schedule_conformance.report.formats import FORMATS
from schedule_conformance.running.provenance import corpus_hash

MIXED = [
    passed("x/1"),
    failed("x/2", {"n": 2}),
    Outcome(case("x/3"), Verdict.KNOWN, note="for now"),
    Outcome(case("y/1"), Verdict.UNSUPPORTED, note="no view"),
]


@pytest.mark.parametrize("form", FORMATS)
def test_every_report_tells_suite_corpus_port_tz_and_selection(form: str) -> None:
    text = written(form, result(MIXED)).replace("\\", "").replace("'", "").replace('"', "")
    for fact in ("0.1.0", "0123456789ab", "mine", "2.1", "2026a", "x/*", "--smoke"):
        assert fact in text, fact


@pytest.mark.parametrize("form", FORMATS)
def test_no_text_of_others_is_left_with_what_rules_a_terminal(form: str) -> None:
    text = written(form, hostile_result())
    if form == "jsonl":
        assert all(json.loads(line) for line in text.splitlines())
    else:
        assert re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e\ud800]", text) == []


def test_junit_suites_carry_their_time_and_what_the_run_was_of() -> None:
    root = ET.fromstring(written("junit", result(MIXED)))  # noqa: S314 - it is our own
    assert [suite.get("time") for suite in root] == ["1.250", "0.000"]
    told = {each.get("name"): each.get("value") for each in root.iter("property")}
    assert told["suite"] == "0.1.0"
    assert told["tz"] == "2026a"


def test_tap_has_a_line_for_each_case() -> None:
    lines = written("tap", result(MIXED)).splitlines()
    assert lines[0] == "TAP version 14"
    assert "1..4" in lines
    points = [line for line in lines if re.match("(not )?ok ", line)]
    assert points == [
        "ok 1 - x/1",
        "not ok 2 - x/2",
        "not ok 3 - x/3 # TODO for now",
        "ok 4 - y/1 # SKIP no view",
    ]
    assert not any(line.startswith("Bail out!") for line in lines)
    unjudged = result([passed("x/1")], doubts=["nothing was judged"])
    assert written("tap", unjudged).endswith("Bail out! not a pass\n")


def test_tap_takes_no_line_from_a_text_of_others() -> None:
    lines = written("tap", hostile_result()).splitlines()
    count = len(hostile_result().outcomes)
    assert sum(bool(re.match("(not )?ok ", line)) for line in lines) == count


def test_annotations_are_one_line_each_and_at_most_ten_of_a_kind() -> None:
    many = result([failed(f"x/{n}", mistake=f"Mistake {n}.") for n in range(30)])
    for lines in (written("github", each).splitlines() for each in (many, hostile_result())):
        kinds = [line.split(" ")[0] for line in lines]
        assert set(kinds) <= {"::error", "::warning", "::notice"}
        assert kinds.count("::error") <= 10
        assert kinds.count("::warning") <= 10
        assert all(re.match("::[a-z]+ title=[^:,]*::", line) for line in lines)
    assert "20 more causes are not shown" in written("github", many)


def test_a_badge_is_what_the_service_reads() -> None:
    members = {"schemaVersion", "label", "message", "color", "isError"}
    badges = {
        "brightgreen": result([passed("x/1")]),
        "red": result(MIXED),
        "lightgrey": result([passed("x/1")], doubts=["nothing was judged"]),
    }
    for colour, of in badges.items():
        badge = json.loads(written("badge", of))
        assert set(badge) == members
        assert badge["color"] == colour
        assert badge["isError"] is (colour != "brightgreen")


def test_markdown_is_short_and_ends_no_code_early() -> None:
    many = result([failed(f"x/{n}", mistake=f"Mistake {n}.") for n in range(3000)])
    text = written("markdown", many)
    assert len(text) < 100_000
    assert "… and 2980 more causes" in text
    hostile = written("markdown", hostile_result())
    outside = re.sub(r"(`+) .*? \1(?!`)", "", hostile)
    assert not re.search(r"(?<!\\)<(?!/?(details|summary)>)", outside)
    assert not re.search(r"(?<!\\)\[link", outside)
    assert "\n# heading" not in hostile


def test_markdown_alone_adds_to_the_summary_of_a_job(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("# Before\n", "utf-8")
    words = ["run", "fold/allocate/*", "--no-sweep", "--report", "markdown"]
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert main(words) == 0
    assert main(words) == 0
    text = summary.read_text("utf-8")
    assert text.startswith("# Before\n## session")
    assert text.count("passed, 0 failed") == 2
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 3
    assert "GITHUB_STEP_SUMMARY says, which is not set" in capsys.readouterr().err


def test_a_misspelt_format_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", "--report", "markdwon=x"])
    assert ended.value.code == 3
    assert "did you mean markdown?" in capsys.readouterr().err


def test_the_hash_of_a_corpus_follows_its_content(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'{"cases":\n[]}')
    first = corpus_hash(tmp_path)
    file.write_bytes(b'{"cases":\r\n[]}')
    assert corpus_hash(tmp_path) == first
    file.write_bytes(b'{"cases":\n[1]}')
    assert corpus_hash(tmp_path) != first
    assert corpus_hash(None) == corpus_hash(None) != first


def test_a_run_tells_its_selection_and_the_time_of_each_chapter(tmp_path: Path) -> None:
    file = tmp_path / "report.jsonl"
    words = ["--op", "allocate", "--no-sweep", "--skip", "fold/allocate/first"]
    assert main(["run", *words, "--report", f"jsonl={file}"]) == 0
    run: dict[str, Any] = json.loads(file.read_text("utf-8").splitlines()[-1])["run"]
    assert run["selection"] == words
    assert run["corpus"] == corpus_hash(None)
    assert run["chapter_seconds"].keys() == {"fold", "spec"}


def test_examples_of_a_cause_are_of_each_rule_and_from_all_over() -> None:
    many = [failed(f"x/{n}") for n in range(100)] + [failed("y/1", rules=["FOLD-2"])]
    ids = [each.case.id for each in examples(Cause("One.", "", many), 6)]
    assert ids == ["x/0", "y/1", "x/1", "x/25", "x/50", "x/75"]
    assert [each.case.id for each in examples(Cause("One.", "", many), 1)] == ["x/0"]
    assert len(examples(Cause("One.", "", many), 500)) == 101
