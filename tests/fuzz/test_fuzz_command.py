"""`schedule-spec fuzz`: exit codes, what it prints, and the file that it writes."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schedule_conformance.commands import main as cli
from schedule_conformance.commands.ports import fuzz
from schedule_conformance.ports.process import REFERENCE

if TYPE_CHECKING:
    from collections.abc import Callable

FRAGILE = [sys.executable, str(Path(__file__).with_name("fragile.py"))]
WRONG = ["--", *FRAGILE, "wrong"]
QUICK = ["--op", "allocate", "--examples", "60", "--seed", "7"]


class Ran:
    """What a command line printed, and its exit code."""

    def __init__(self, capfd: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = cli.main(words)
        self.out, self.err = capfd.readouterr()


@pytest.fixture
def schedule_spec(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Runs a command line of `schedule-spec` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return lambda *words: Ran(capfd, *words)


def written(folder: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((folder / "divergences.json").read_text())["cases"]
    return cases


def test_the_reference_has_no_divergence(schedule_spec: Callable[..., Ran], tmp_path: Path) -> None:
    ran = schedule_spec("fuzz", "--examples", "20", "--seed", "7", "--", *REFERENCE.arguments)
    assert ran.code == 0
    assert "no divergence" in ran.out
    assert "--seed 7" in ran.out
    assert not (tmp_path / "divergences.json").exists()
    assert not (tmp_path / ".hypothesis").exists()


def test_a_divergence_is_printed_with_its_rules(schedule_spec: Callable[..., Ran]) -> None:
    ran = schedule_spec("fuzz", *QUICK, *WRONG)
    assert ran.code == 1
    assert "DIVERGENCE fuzz/allocate/" in ran.out
    assert "FOLD-14 — The next id is the count of seen ids plus one" in ran.out
    assert 'reference "schedule-' in ran.out
    assert 'port      "schedule-0"' in ran.out
    assert "1 divergence in" in ran.out


def test_a_divergence_is_written_as_a_case_for_a_person_to_confirm(
    schedule_spec: Callable[..., Ran], tmp_path: Path
) -> None:
    schedule_spec("fuzz", *QUICK, *WRONG)
    (case,) = written(tmp_path)
    assert case["tags"] == ["unconfirmed"]
    assert "confirm it from the rules" in case["why"]
    assert case["mistake"] == 'A port answered "schedule-0".'


def test_the_file_replays(schedule_spec: Callable[..., Ran]) -> None:
    schedule_spec("fuzz", *QUICK, *WRONG)
    assert schedule_spec("run", "--corpus", "divergences.json", *WRONG).code == 1
    assert schedule_spec("run", "--corpus", "divergences.json").code == 0


def test_the_printed_command_shows_the_divergence_again(
    schedule_spec: Callable[..., Ran],
) -> None:
    out = schedule_spec("fuzz", *QUICK, *WRONG).out
    (rerun,) = [line for line in out.splitlines() if line.startswith("  rerun ")]
    program, *words = shlex.split(rerun.removeprefix("  rerun"))
    assert program == "schedule-spec"
    assert schedule_spec(*words).code == 1


def test_a_known_divergence_is_not_reported(
    schedule_spec: Callable[..., Ran], tmp_path: Path
) -> None:
    known = {"known": [{"id": "fuzz/allocate/*", "reason": "It is known."}]}
    (tmp_path / "known.json").write_text(json.dumps(known))
    ran = schedule_spec("fuzz", *QUICK, "--known", "known.json", *WRONG)
    assert (ran.code, "no divergence" in ran.out) == (0, True)


def test_a_divergence_of_a_known_failure_is_not_reported(
    schedule_spec: Callable[..., Ran], tmp_path: Path
) -> None:
    known = {"known": [{"id": "fold/*", "reason": "It is known."}]}
    (tmp_path / "known.json").write_text(json.dumps(known))
    ran = schedule_spec("fuzz", *QUICK, "--known", "known.json", *WRONG)
    assert (ran.code, "no divergence" in ran.out) == (0, True)


def test_a_port_that_cannot_be_run_is_exit_code_2(schedule_spec: Callable[..., Ran]) -> None:
    assert schedule_spec("fuzz", "--", "no-such-port").code == 2


def test_without_hypothesis_the_command_tells_how_to_install_it(
    schedule_spec: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "find_spec", lambda _name: None)
    ran = schedule_spec("fuzz")
    assert ran.code == 3
    assert "-m pip install 'hypothesis>=" in ran.err
    assert "'redis>=" in ran.err
    assert "session-schedule-spec[" not in ran.err  # which is on no index


def test_without_redis_the_command_tells_how_to_install_it(
    schedule_spec: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.delitem(sys.modules, "hypothesis.extra.redis", raising=False)
    ran = schedule_spec("fuzz", "--database", "redis://127.0.0.1:1/0", *WRONG)
    assert ran.code == 3
    assert "needs the package redis" in ran.err


@pytest.mark.parametrize(
    "words", [["--op", "nothing"], ["--seconds", "0"], ["--examples", "x"]], ids=" ".join
)
def test_a_wrong_option_is_exit_code_3(schedule_spec: Callable[..., Ran], words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        schedule_spec("fuzz", *words)
    assert ended.value.code == 3


def test_a_file_that_cannot_be_written_is_a_usage_error(
    schedule_spec: Callable[..., Ran],
) -> None:
    ran = schedule_spec("fuzz", *QUICK, "--write", "no/such/folder.json", *WRONG)
    assert ran.code == 3
    assert "cannot write no/such/folder.json" in ran.err


def test_a_scenario_is_printed_step_by_step(schedule_spec: Callable[..., Ran]) -> None:
    words = ["--op", "session", "--examples", "40", "--seed", "1"]
    ran = schedule_spec("fuzz", *words, "--", *FRAGILE, "forgetful")
    assert ran.code == 1
    assert '  step 1    {"call":"schedule_list","args":{}}' in ran.out
    assert '  reference [{"result":[],"call":1}]' in ran.out
    assert "  port      []" in ran.out
