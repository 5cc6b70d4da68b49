"""What proves nothing is no pass: never exit code 0, and always a sentence that says why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runner_kit import PORTS

SCHEDULE_SPEC = [sys.executable, "-m", "schedule_conformance"]
WRONG = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    v = HELLO if r["op"] == "hello" else 0
    print(json.dumps({"seq": r["seq"], "value": v}), flush=True)
"""


@pytest.fixture
def port(tmp_path: Path) -> Any:
    """Makes the command of a port that says this of itself, and answers 0 to all else."""

    def made(**hello: object) -> list[str]:
        script = tmp_path / "port.py"
        value = {"protocol": 1, "name": "p", "ops": ["fold"], **hello}
        script.write_text(WRONG.replace("HELLO", repr(value)))
        return ["--", sys.executable, str(script)]

    return made


def ran(*words: str, cwd: Path | None = None, **environment: str) -> tuple[int, str]:
    """The exit code of a command line, and all that it printed."""
    done = subprocess.run(
        [*SCHEDULE_SPEC, *words],
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=120,
    )
    return done.returncode, (done.stdout + done.stderr).decode()


def test_nothing_after_the_dashes_is_a_usage_error() -> None:
    for command in ("run", "fuzz"):
        code, out = ran(command, "--")
        assert (code, "nothing follows --" in out) == (3, True)


def test_misspelt_operations_are_named(port: Any) -> None:
    code, out = ran("run", "--no-sweep", *port(ops=["Fold", "alocate"]))
    assert code == 4
    assert "lists 'Fold', which is no operation of the protocol; did you mean fold?" in out
    assert "did you mean allocate?" in out
    assert "not a pass: nothing was judged: of " in out


def test_a_misspelt_operation_beside_right_ones_is_no_pass() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(PORTS)!r}); import echo\n"
        "echo.hello = (lambda old: lambda **c: old(ops=['view', 'creat'], **c))(echo.hello)\n"
        "for r in echo.requests(): echo.say(r, unsupported='')"
    )
    echo = [sys.executable, "-c", script]
    code, out = ran("run", "--no-sweep", "--op", "view", "--", *echo)
    assert code == 4
    assert "lists 'creat', which is no operation of the protocol; did you mean create?" in out


def test_a_run_that_skips_everything_is_no_pass() -> None:
    code, out = ran("run", "--smoke", "--skip", "*")
    assert code == 4
    assert "not a pass: nothing was judged" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["run", "--smok"], "there is no option --smok; did you mean --smoke?"),
        (["run", "--smoke", "--skip", "fodl/allocate/first"], "--skip fodl/allocate/first fits no"),
        (["run", "--no-sweep", "fold/allocate/frist"], "did you mean fold/allocate/first?"),
        (["run", "--no-sweep", "--rule", "fold-14"], "did you mean FOLD-14?"),
        (["run", "--no-sweep", "--op", "fodl"], "no case has the op fodl; did you mean fold?"),
        (["run", "--no-sweep", "--chapter", "zone"], "did you mean zones?"),
        (["run", "--port", "upsteam"], "did you mean upstream?"),
        (["run", "--port", ""], "there is no adapter ''"),
        (["rnu"], "did you mean run?"),
        (["run", "--require-op", "fodl"], "did you mean fold?"),
        (["fuzz", "--op", "fodl", "--", "true"], "did you mean fold?"),
        (["fuzz"], "name a port"),
        (["run", "--no-sweep", sys.executable], "if it is the command of the port, put -- before"),
        (["fuzz", sys.executable], "if it is the command of the port, put -- before it"),
    ],
    ids=lambda given: " ".join(given)[:40] if isinstance(given, list) else "",
)
def test_what_is_misspelt_is_a_usage_error(words: list[str], reason: str) -> None:
    code, out = ran(*words)
    assert code == 3
    assert reason in out
    assert "Traceback" not in out


def test_a_required_operation_must_be_judged(port: Any) -> None:
    words = ["run", "--no-sweep", "--op", "fold", "--require-op"]
    code, out = ran("run", "--no-sweep", "--op", "allocate", "--require-op", "allocate")
    assert code == 0
    code, out = ran(*words, "create", "--skip", "*", *port())
    assert code == 4
    assert "the port does not list create, which is required" in out
    code, out = ran("run", "--no-sweep", "--op", "allocate", "--require-op", "fold")
    assert code == 4
    assert "no case of fold was judged, which is required" in out


def test_a_malformed_tz_is_remarked(port: Any) -> None:
    code, out = ran("run", "--no-sweep", "--op", "fold", *port(tz="latest"))
    assert code == 1
    assert "note: the port tells tz 'latest', which is no release" in out


def test_what_passes_though_known_is_no_mistake_of_the_port(tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    known.write_text(json.dumps({"known": [{"id": "fold/allocate/*", "reason": "once"}]}))
    code, out = ran("run", "--no-sweep", "--op", "allocate", "--known", str(known))
    assert code == 1
    assert "it passes, but is listed as a known failure (once)" in out
    assert "failures by rule" not in out
    assert "likel" not in out
    assert " 0 failed, " in out.splitlines()[-1]


def test_fuzzing_what_the_port_lacks_is_no_pass(port: Any) -> None:
    code, out = ran("fuzz", "--op", "create", "--examples", "5", *port(ops=["fold"]))
    assert code == 4
    assert "this is not a pass: the port does not list create; it lists fold" in out


def test_a_campaign_that_compared_nothing_is_no_pass(tmp_path: Path) -> None:
    script = tmp_path / "unable.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(PORTS)!r})\nimport echo\n"
        "for request in echo.requests():\n    echo.say(request, unsupported='not today')\n"
    )
    code, out = ran("fuzz", "--examples", "5", "--seed", "1", "--", sys.executable, str(script))
    assert code == 4
    assert "questions, no answer could be compared" in out


def piped(line: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    shell = ["bash", "-o", "pipefail", "-c", line.replace("schedule-spec", " ".join(SCHEDULE_SPEC))]
    return subprocess.run(shell, capture_output=True, check=False, cwd=cwd, timeout=120)


def test_a_reader_that_goes_away_changes_no_exit_code(port: Any, tmp_path: Path) -> None:
    _, *command = port(ops=["allocate", "fold"])
    words = " ".join(command)
    cut = "| (read -r first; exec <&-)"
    assert piped(f"schedule-spec run --no-sweep --all -- {words} {cut}", tmp_path).returncode == 1
    fuzzed = f"schedule-spec fuzz --examples 20 --seed 1 -- {words} {cut}"
    assert piped(fuzzed, tmp_path).returncode == 1
    assert json.loads((tmp_path / "divergences.json").read_text())["cases"]
    (tmp_path / "broken.jsonl").write_text("no log\n")
    assert piped(f"schedule-spec audit broken.jsonl {cut}", tmp_path).returncode == 1


@pytest.mark.parametrize("closed", ["1>&-", "2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"])
def test_a_stream_that_is_closed_from_the_start_changes_nothing(
    port: Any, tmp_path: Path, closed: str
) -> None:
    _, *command = port()
    done = piped(f"schedule-spec run --smoke {closed}", tmp_path)
    assert done.returncode == 0
    done = piped(f"schedule-spec run --smoke -- {' '.join(command)} {closed}", tmp_path)
    assert done.returncode == 1
    assert b"Traceback" not in done.stdout + done.stderr


def test_an_unusable_port_leaves_an_earlier_report_as_it_is(tmp_path: Path) -> None:
    report = tmp_path / "r.xml"
    report.write_text("<testsuites/>")
    code, _ = ran("run", "--report", f"junit={report}", "--", "false")
    assert (code, report.read_text()) == (2, "<testsuites/>")
    assert list(tmp_path.iterdir()) == [report]


def test_a_report_that_cannot_be_written_hides_no_summary(port: Any) -> None:
    code, out = ran("run", "--no-sweep", "--report", "jsonl=/dev/full", *port())
    assert code == 3
    assert "p: " in out
    assert " failed, " in out
    assert "cannot write /dev/full: No space left" in out or "No space left on device" in out


def test_a_report_on_standard_output_is_utf_8_in_every_locale(port: Any) -> None:
    done = subprocess.run(
        [*SCHEDULE_SPEC, "run", "framing/surrogates/pair", "--no-sweep", "--report", "jsonl=-",
         *port(ops=["frame"])],
        capture_output=True, check=False, timeout=120,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["verdict"] == "fail"


def test_a_symbolic_link_and_the_mode_of_a_report_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    code, _ = ran("run", "--smoke", "--report", f"jsonl={link}")
    assert code == 0
    assert link.is_symlink()
    assert target.read_text().startswith('{"id"')
    assert target.stat().st_mode & 0o777 == 0o640
