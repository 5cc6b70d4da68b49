"""A rule is shown by its id, with what is known of it."""

from __future__ import annotations

import pytest

from schedule_conformance.commands import main as cli


def test_a_rule_is_shown_with_class_history_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "FOLD-18", "VAL-3"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("FOLD-18 — A refused change leaves the kept state (spec/fold.md, this")
    assert "\nclass: fold\nrevision 2026-12-03: new: split off FOLD-16\ncases: none\n" in shown
    assert "\nclass: decoder\nrevision 2026-12-01: new\ncases: " in shown
    assert "values/integers/true-for-one" in shown.splitlines()[-2]


def test_a_rule_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "FOLD-99"]) == 3
    assert "there is no rule FOLD-99" in capsys.readouterr().err


def test_rules_and_cases_are_shown_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "--no-sweep", "VIEW-1", "fold/allocate/*"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("VIEW-1 — ")
    assert "\nfold/allocate/" in shown
