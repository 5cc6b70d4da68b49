"""`schedule-spec merge`: reports of shares make the report of the whole, and gaps are told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedule_conformance.commands import main as cli

WRONG = ["--", sys.executable, "-m", "wrong_ports", "gap-shifted"]
TESTS = Path(__file__).parents[1]


class Shares:
    """Reports of shares of a chapter, in a folder."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capfd = capfd

    def run(self, shard: str | None, *words: str, name: str = "", chapter: str = "fold") -> str:
        """Run a share; the name of its report."""
        file = self.folder / (name or f"{(shard or 'all').replace('/', '-')}.jsonl")
        chosen = ["--chapter", chapter, "--no-sweep", *(["--shard", shard] if shard else [])]
        cli.main(["run", *chosen, "--report", f"jsonl={file}", *words])
        self._capfd.readouterr()
        return str(file)

    def merge(self, *words: str) -> tuple[int, str]:
        """Merge reports; the exit code and what was printed."""
        code = cli.main(["merge", *words])
        printed = self._capfd.readouterr()
        return code, printed.out + printed.err


@pytest.fixture
def shares(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Shares:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    return Shares(tmp_path, capfd)


def report(file: Path | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]


def test_all_shares_make_the_report_of_the_whole(shares: Shares) -> None:
    whole = report(shares.run(None))
    files = [shares.run(f"{share}/3") for share in (3, 1, 2)]
    code, out = shares.merge(*files, "--report", f"jsonl={shares.folder / 'merged'}")
    together = report(shares.folder / "merged")
    assert code == 0
    assert " 0 failed" in out
    assert together[:-1] == whole[:-1]
    for member in ("counts", "port", "corpus", "selection", "exit", "notes", "doubts"):
        assert together[-1]["run"][member] == whole[-1]["run"][member]


def test_a_failure_in_one_share_fails_the_whole(shares: Shares) -> None:
    files = [shares.run(f"{share}/2", *WRONG, chapter="zones") for share in (1, 2)]
    codes = [report(file)[-1]["run"]["exit"] for file in files]
    code, out = shares.merge(*files)
    assert (1 in codes, code) == (True, 1)
    assert "FAILED zones/gaps/" in out
    assert "rerun     schedule-spec run zones/gaps/" in out
    assert "-m wrong_ports gap-shifted" in out


def test_a_missing_share_is_no_pass(shares: Shares) -> None:
    code, out = shares.merge(shares.run("1/3"))
    assert code == 4
    assert "not a pass: 2/3, 3/3 of --chapter fold --no-sweep are missing" in out


def test_shares_of_other_numbers_do_not_fill_gaps(shares: Shares) -> None:
    code, out = shares.merge(shares.run("1/2"), shares.run("2/3"))
    assert code == 4
    assert "2/2 of --chapter fold --no-sweep is missing" in out
    assert "1/3, 3/3 of --chapter fold --no-sweep are missing" in out


def test_a_share_that_is_there_twice_counts_once(shares: Shares) -> None:
    first, second = shares.run("1/2"), shares.run("2/2")
    _, once = shares.merge(first, second)
    code, twice = shares.merge(first, second, first)
    overlap = len(report(first)) - 1
    assert code == 0
    assert f"note: cases that are in several reports, and count once: {overlap}" in twice
    assert "another verdict" not in twice
    assert once.split(" passed")[0].split()[-1] == twice.split(" passed")[0].split()[-1]


def test_of_two_verdicts_on_a_case_the_one_against_the_port_counts(shares: Shares) -> None:
    good = Path(shares.run(None))
    lines = report(good)
    lines[0]["verdict"] = "fail"
    bad = shares.folder / "bad.jsonl"
    bad.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for order in ([good, bad], [bad, good]):
        code, out = shares.merge(*map(str, order))
        assert code == 1
        assert f"cases with another verdict in another report: 1 ({lines[0]['id']})" in out


def test_a_port_that_was_given_up_in_one_share_was_given_up(shares: Shares) -> None:
    first, second = shares.run("1/2"), shares.run("2/2")
    lines = report(second)
    lines[-1]["run"]["given_up"] = "it died 10 times"
    Path(second).write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, out = shares.merge(first, second)
    assert code == 2
    assert f"given up: {second}: it died 10 times" in out


def test_an_operation_that_no_share_has_judged_is_missed(shares: Shares) -> None:
    files = [shares.run(f"{share}/2") for share in (1, 2)]
    assert shares.merge(*files, "--require-op", "fold")[0] == 0
    code, out = shares.merge(*files, "--require-op", "session")
    assert code == 4
    assert "no case of session was judged, which is required" in out


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda lines: lines[:-1], "the report has no end"),
        (lambda lines: ["{", *lines[1:]], "line 1: this is no line of a report"),
        (lambda lines: ['{"id":"no/such","verdict":"pass"}', *lines[1:]], "no case no/such"),
        (lambda lines: [lines[0].replace('"pass"', '"fine"'), *lines[1:]], "line 1: Invalid enum"),
        (lambda _: [], "line 1: this is no line of a report"),
        (lambda lines: [*lines[:-1], '{"run":{}}'], "missing required field `port`"),
    ],
)
def test_what_is_no_whole_report_is_a_usage_error(
    shares: Shares, spoil: Callable[[list[str]], list[str]], reason: str
) -> None:
    file = Path(shares.run("1/2"))
    file.write_text("".join(f"{line}\n" for line in spoil(file.read_text().splitlines())))
    code, out = shares.merge(str(file))
    assert code == 3
    assert reason in out
    assert str(file) in out


def test_reports_on_two_ports_are_not_merged(shares: Shares) -> None:
    reference, wrong = shares.run("1/2"), shares.run("2/2", *WRONG)
    code, out = shares.merge(reference, wrong)
    assert code == 3
    assert f"the port of {wrong} is not that of {reference}" in out


def test_a_file_that_is_not_there_is_a_usage_error(shares: Shares) -> None:
    code, out = shares.merge(str(shares.folder / "none.jsonl"))
    assert code == 3
    assert "No such file" in out
