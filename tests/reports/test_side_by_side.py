"""Runs side by side: what is better, what is worse, and what is not comparable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from report_kit import HOSTILE, case, failed, passed, result, written

from schedule_conformance.commands.main import main
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Hello
from schedule_conformance.running.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable

    Record = Callable[..., Path]

BETTER = [("fail", "pass"), ("known", "pass"), ("errored", "unsupported"), ("skipped", "stale")]
ALIKE = [("pass", "tz"), ("may", "pass"), ("fail", "known"), ("unsupported", "skipped")]


@pytest.fixture
def record(tmp_path: Path) -> Record:
    def record(name: str, *outcomes: Outcome, **members: Any) -> Path:
        file = tmp_path / f"{name}.jsonl"
        file.write_text(written("jsonl", result(outcomes, **members)), "utf-8")
        return file

    return record


def judged(id_: str, verdict: str) -> Outcome:
    """A case with a verdict."""
    return Outcome(case(id_), Verdict(verdict))


def compare(*words: object) -> int:
    """The exit code of the command."""
    return main(["compare", *map(str, words)])


@pytest.mark.parametrize(("before", "after"), BETTER)
def test_better_is_no_fault_and_the_other_way_round_it_is(
    record: Record, capsys: pytest.CaptureFixture[str], before: str, after: str
) -> None:
    first, second = record("a", judged("x/1", before)), record("b", judged("x/1", after))
    assert compare(first, second) == 0
    assert f"better x/1 ({before} → {after})" in capsys.readouterr().out
    assert compare(second, first) == 1
    assert f"worse  x/1 ({after} → {before})" in capsys.readouterr().out


@pytest.mark.parametrize(("before", "after"), ALIKE)
def test_what_stands_as_before_is_neither(
    record: Record, capsys: pytest.CaptureFixture[str], before: str, after: str
) -> None:
    for pair in ((before, after), (after, before)):
        files = [record(f"{n}", judged("x/1", each)) for n, each in enumerate(pair)]
        assert compare(*files) == 0
        assert "B: 0 worse than A, 0 better" in capsys.readouterr().out


def test_one_that_is_worse_among_many_is_told(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    first = record("a", passed("x/1"), failed("x/2"), passed("y/1"))
    better = record("b", passed("x/1"), passed("x/2"), passed("y/1"))
    mixed = record("c", passed("x/1"), passed("x/2"), failed("y/1"))
    assert compare(first, better) == 0
    assert compare(first, better, mixed) == 1
    rows = capsys.readouterr().out.splitlines()
    assert "x       1/2  2/2 +1  2/2 +1" in rows
    assert "y       1/1  1/1     0/1 -1" in rows
    assert "in all  2/3  3/3 +1  2/3 +1 -1" in rows


def test_leaving_a_case_out_is_worse_unless_the_corpora_differ(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    first = record("a", passed("x/1"), passed("x/2"))
    shorter = record("b", passed("x/1"), provenance=Provenance("0.1.0", "0123456789ab", ["x/1"]))
    other = record("c", passed("x/1"), provenance=Provenance("0.2.0", "abcdef012345", []))
    assert compare(first, shorter) == 1
    told = capsys.readouterr().out
    assert "note: B was asked another selection than A" in told
    assert "worse  x/2 (pass → not asked)" in told
    assert compare(first, other) == 0
    told = capsys.readouterr().out
    assert "note: B was asked another corpus than A: 1 cases that are in one" in told
    assert "note: B was judged by another version of the suite than A" in told


def test_what_cannot_be_compared_is_refused_in_one_sentence(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = record("a", passed("x/1"), passed("x/2"))
    lines = whole.read_text("utf-8").splitlines()
    bad = {
        "empty": ("", "bad.jsonl: it is empty"),
        "cut": ("\n".join(lines[:2]), "bad.jsonl: line 2: the line of the run is missing"),
        "no report": ('{"a": 1}\n' + lines[-1], "bad.jsonl: line 1: no line of a report"),
        "twice": ("\n".join([lines[0], *lines]), "line 2: case x/1 was there before"),
    }
    file = tmp_path / "bad.jsonl"
    for content, said in bad.values():
        file.write_text(content, "utf-8")
        assert compare(whole, file) == 3
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    assert compare(whole, tmp_path / "nothing") == 3
    assert compare(whole) == 3
    assert compare(whole, record("b", passed("z/1"))) == 4
    assert "no case in common" in capsys.readouterr().err


def test_hostile_names_are_shown_and_not_obeyed(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hello = Hello(1, HOSTILE[0], [], version=HOSTILE[5], tz=HOSTILE[6])
    first = record("a", passed("x/<b>1</b>|`"), hello=hello)
    lines = first.read_text("utf-8").splitlines()
    second = tmp_path / "b.jsonl"
    second.write_text("\n".join([lines[0].replace('"pass"', '"fail"'), lines[1]]), "utf-8")
    html, markdown = tmp_path / "c.html", tmp_path / "c.md"
    reports = ["--report", f"html={html}", "--report", f"markdown={markdown}"]
    assert compare(first, second, *reports) == 1
    assert "\x1b" not in capsys.readouterr().out
    page = html.read_text("utf-8")
    assert "<script" not in page
    assert "&lt;b&gt;1&lt;/b&gt;" in page
    assert "\n::error" not in markdown.read_text("utf-8")
    assert "\n# heading" not in markdown.read_text("utf-8")


def test_an_older_report_without_what_it_was_of_is_read(record: Record) -> None:
    first = record("a", passed("x/1"))
    *cases, last = first.read_text("utf-8").splitlines()
    run = json.loads(last)["run"]
    for member in ("suite", "corpus", "selection", "chapter_seconds"):
        del run[member]
    first.write_text("\n".join([*cases, json.dumps({"run": run})]), "utf-8")
    assert compare(first, first) == 0
