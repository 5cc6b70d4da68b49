"""Each case has one conformance class, and a statement says of each class what a run showed."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from runner_kit import case

from schedule_conformance.commands import main as cli
from schedule_conformance.corpus.classes import class_of, conformance_classes
from schedule_conformance.corpus.selection import Selection
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Hello
from schedule_conformance.report.statement import standing, statement
from schedule_conformance.running.run import Result

TODAY = date(2026, 12, 3)
FOLDS = [case("fold/a", rules=["FOLD-1"], op="fold"), case("fold/b", rules=["FOLD-2"], op="fold")]
NEEDED = [
    case("changes/a", rules=["CHG-1"], op="decode"),
    case("every/a", rules=["EVERY-1"], op="occurrence"),
]
ODD = case("values/odd", rules=["VAL-5"], op="decode", tags=["surrogates"])


def result(*outcomes: Outcome, ops: str = "decode fold occurrence") -> Result:
    hello = Hello(protocol=1, name="mine", ops=ops.split(), tz="2026a")
    return Result(hello=hello, again=[], outcomes=outcomes, notes=[], given_up=None, seconds=0.0)


def passes(*cases: Any) -> list[Outcome]:
    return [Outcome(each, Verdict.PASS) for each in cases]


def classes_of(said: dict[str, Any]) -> dict[str, Any]:
    return {each["class"]: each for each in said["classes"]}


@pytest.mark.parametrize(
    ("rules", "op", "name"),
    [
        (["VAL-1"], "decode", "decoder"),
        (["VAL-1"], "fold", "fold"),
        (["FOLD-14"], "allocate", "fold"),
        (["EVERY-1"], "occurrence", "arithmetic"),
        (["ZONE-1"], "create", "input"),
        (["FRAME-1"], "frame", "framing"),
        (["DUE-2"], "due", "owner"),
        (["DUE-2", "TOOL-1"], "session", "owner"),
        (["TOOL-1", "DUE-2"], "session", "tools"),
        (["FOLD-11"], "session", "tools"),
    ],
)
def test_a_case_is_of_the_class_of_its_operation(rules: list[str], op: Any, name: str) -> None:
    assert class_of(case("a/b", rules=rules, op=op)).name == name


def test_a_class_is_selected_by_its_name() -> None:
    chosen = Selection(classes=["fold"]).choose([*NEEDED, *FOLDS])
    assert [found.id for found in chosen] == ["fold/a", "fold/b"]


@pytest.mark.parametrize(
    ("verdicts", "size", "expected"),
    [
        ("", 0, "not tested"),
        ("skipped", 1, "not tested"),
        ("unsupported unsupported", 2, "not claimed"),
        ("pass pass", 2, "passed"),
        ("pass tz may", 3, "passed"),
        ("pass known", 2, "known failures"),
        ("pass", 2, "incomplete"),
        ("pass unsupported", 2, "incomplete"),
        ("pass skipped", 2, "incomplete"),
        ("pass fail", 2, "failed"),
        ("pass errored unsupported", 9, "failed"),
    ],
)
def test_a_standing_is_what_the_verdicts_say(verdicts: str, size: int, expected: str) -> None:
    outcomes = [Outcome(FOLDS[0], Verdict(verdict)) for verdict in verdicts.split()]
    assert standing(outcomes, size) == expected


def test_a_class_may_be_claimed_where_all_that_it_needs_passed() -> None:
    corpus = [*NEEDED, *FOLDS]
    whole = classes_of(statement(result(*passes(*corpus)), corpus, TODAY))
    alone = classes_of(statement(result(*passes(*FOLDS)), corpus, TODAY))
    assert whole["fold"]["may_claim"]
    assert alone["fold"]["standing"] == "passed"
    assert not alone["fold"]["may_claim"]


@pytest.mark.parametrize(
    ("verdict", "holds", "decoder"),
    [(Verdict.PASS, True, "passed"), (Verdict.UNSUPPORTED, False, "passed")],
)
def test_lone_surrogates_are_a_profile_and_hinder_no_claim(
    verdict: Verdict, holds: bool, decoder: str
) -> None:
    corpus = [*NEEDED, ODD]
    said = statement(result(*passes(*NEEDED), Outcome(ODD, verdict)), corpus, TODAY)
    assert said["profiles"] == {"tz": "2026a", "lone_surrogates": holds}
    assert classes_of(said)["decoder"]["standing"] == decoder


def test_known_failures_are_listed_with_their_reasons() -> None:
    known = Outcome(FOLDS[0], Verdict.KNOWN, note="not yet")
    said = statement(result(known), FOLDS, TODAY)
    assert said["known_failures"] == [{"id": "fold/a", "reason": "not yet"}]
    assert said["date"] == "2026-12-03"


def test_a_run_writes_its_statement(tmp_path: Path) -> None:
    file = tmp_path / "statement.json"
    port = Path(__file__).parents[2] / "docs" / "examples" / "my_port.py"
    words = ["run", "--op", "allocate", "--statement", file, "--", sys.executable, port]
    assert cli.main([*map(str, words)]) == 0
    said = json.loads(file.read_text("utf-8"))
    assert said["port"]["name"] == "my-port"
    assert [each["class"] for each in said["classes"]] == [
        each.name for each in conformance_classes()
    ]
    assert classes_of(said)["fold"]["standing"] == "incomplete"


def test_a_statement_is_on_the_whole_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", "--smoke", "--statement", "x.json"]) == 3
    assert "--statement is on the whole corpus" in capsys.readouterr().err
