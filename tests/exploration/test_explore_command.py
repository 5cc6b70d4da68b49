"""`schedule-spec explore` prints what it visited, and fails with a trace."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from broken_transactions import BROKEN

from schedule_conformance.commands import main as cli
from schedule_conformance.explore import explorer


def test_what_was_visited_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explore", "--actions", "1", "--faults", "0", "--crashes", "0"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("on one path at most: actions 1, faults 0, crashes 0\n")
    assert "from an empty log: " in output
    assert "- No reminder is delivered before its target" in output


def test_only_the_starts_named_are_explored_and_written(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    words = ["--actions", "1", "--start", "everies", "--write", str(file)]
    assert cli.main(["explore", *words]) == 0
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["bounds"] == {"actions": 1, "faults": 1, "crashes": 1}
    assert list(written["starts"]) == ["everies"]


def test_a_broken_property_fails_with_its_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, transactions = BROKEN["the dispatch comes first"]
    broken = partial(explorer.explore, transactions=transactions)
    monkeypatch.setattr(explorer, "explore", broken)
    assert cli.main(["explore"]) == 1
    output = capsys.readouterr().out
    assert "broken: follow-up before dispatch. A dispatch is appended only for" in output
    assert "   1  the session is opened\n" in output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--start", "nowhere"], "there is no start 'nowhere', only empty, one-shots, "),
        (["--write", "/nowhere/counts.json", "--actions", "0"], "cannot write /nowhere/counts"),
    ],
    ids=["an unknown start", "a file that cannot be written"],
)
def test_what_cannot_be_used_is_named(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["explore", *words]) == 3
    assert complaint in capsys.readouterr().err


def test_a_bound_is_a_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["explore", "--faults", "-1"])
    assert "'-1' is not a whole number" in capsys.readouterr().err
