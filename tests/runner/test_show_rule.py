"""A rule is shown by its id, with what is known of it."""

from __future__ import annotations

import re

import pytest

from schedule_conformance.base import data
from schedule_conformance.commands import main as cli
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.corpus.telling import telling


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["show", *words]) == 0
    return capsys.readouterr().out


def test_a_rule_is_shown_with_class_history_code_and_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = shown(capsys, "FOLD-18", "VAL-3")
    assert page.startswith("FOLD-18 — A refused change leaves the kept state (spec/fold.md, this")
    assert "\nclass: fold\nrevision 2026-12-03: new: split off FOLD-16\ncode: " in page
    assert "session_schedule/fold.py:Schedules.apply" in page
    assert "\npage: spec/fold.md\ncases: none\n" in page
    assert "\nclass: decoder\nrevision 2026-12-01: new\n" in page


@pytest.mark.parametrize("word", ["ZONE-7", "zone-7", "Zone-7"])
def test_of_a_rule_three_telling_cases_are_shown(
    capsys: pytest.CaptureFixture[str], word: str
) -> None:
    page = shown(capsys, word)
    assert page.startswith("ZONE-7 — A local time in a gap is refused (spec/zones.md, document)")
    assert len(page.splitlines()) < 40
    assert page.count("    given     create ") == 3
    assert "    expected  error invalid_rule" in page
    assert "schedule-spec list --rule ZONE-7" in page


def test_of_each_rule_cases_that_accept_and_reject_are_told() -> None:
    cases = load_shipped(sweeps=False)
    for rule in load_rules(data.folder("spec")):
        having = [case for case in cases if rule in case.rules]
        chosen = telling(cases, rule)
        assert len(chosen) == min(len(having), 3)
        assert {case.expect.accepts for case in chosen} == {case.expect.accepts for case in having}


def test_a_glob_lists_rules_in_the_order_of_their_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = shown(capsys, "zone-*").splitlines()
    numbers = [int(line.split()[0].removeprefix("ZONE-")) for line in lines if line]
    assert numbers == list(range(1, len(numbers) + 1))
    assert re.fullmatch(
        r"ZONE-7   A local time in a gap is refused \(MUST, [0-9]+ cases\)", lines[6]
    )


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("FOLD-99", "there is no rule FOLD-99; did you mean FOLD-9?"),
        ("fodl-3", "there is no rule fodl-3; did you mean FOLD-3?"),
        ("ZON-*", "no rule fits ZON-*; they begin with CHG, DUE, EVERY, "),
        ("fold/allocat/*", "no case has the id fold/allocat/*"),
    ],
)
def test_a_rule_that_there_is_not_is_refused(
    capsys: pytest.CaptureFixture[str], word: str, complaint: str
) -> None:
    assert cli.main(["show", word]) == 3
    assert complaint in capsys.readouterr().err


def test_rules_and_cases_are_shown_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "--no-sweep", "VIEW-1", "fold/allocate/*"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("VIEW-1 — ")
    assert "\nfold/allocate/" in shown
