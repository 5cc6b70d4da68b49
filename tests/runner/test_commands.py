"""The command line from end to end: exit codes, what is printed, and reports that parse."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from runner_kit import PORTS

from schedule_conformance.commands import main as cli
from schedule_conformance.reference_port.objections import Objections

if TYPE_CHECKING:
    from pathlib import Path

MISBEHAVING = [sys.executable, str(PORTS / "misbehaving.py")]


def written(name: str, args: dict[str, Any], **members: Any) -> dict[str, Any]:
    """A case as it stands in a file, which the echo port passes but for the members given."""
    shared = {"rules": ["FOLD-3"], "op": "view", "why": f"Why {name}.", "expect": {"value": args}}
    return {"id": f"fold/{name}", "args": args, **shared, **members}


@pytest.fixture(autouse=True)
def no_objections(monkeypatch: pytest.MonkeyPatch) -> None:
    """The requests made up here mean something to the ports of these tests alone."""
    monkeypatch.setattr(Objections, "to", lambda _self, _case: None)


REQUEST = {
    "record": {"id": "a", "kind": "at", "prompt": "p", "scheduledAt": "2030-01-01T00:00:00.000Z"},
    "now": "2027-01-01T00:00:00.000Z",
}
"""Arguments of `view` that mean something to every port, for commands in a process of their own."""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus with a case for each verdict that a port can earn."""
    cases = [
        written("good", {"n": 1}),
        written("wrong", {"do": "be wrong"}, mistake="It was not thought through.", tags=["bad"]),
        written("dead", {"do": "die"}, tags=["bad"]),
        written("unable", {"do": "be unable"}),
        written("open", {"do": "be wrong"}, level="may"),
        written("odd", {"invisible": "\ufeff\x00\ud800"}),
    ]
    file = tmp_path / "corpus.json"
    file.write_text(json.dumps({"cases": cases}))
    return file


class Ran:
    """What a command line printed, and its exit code."""

    def __init__(self, capfd: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = cli.main(words)
        self.out, self.err = capfd.readouterr()


@pytest.fixture
def schedule_spec(capfd: pytest.CaptureFixture[str]) -> Any:
    """Runs a command line of `schedule-spec`."""
    return lambda *words: Ran(capfd, *map(str, words))


def test_a_run_without_failures_ends_with_0(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "fold/good", "--corpus", corpus, "--", *MISBEHAVING)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("echo: 1 passed, 0 failed in ")


def test_a_run_with_failures_ends_with_1(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "--corpus", corpus, "--", *MISBEHAVING)
    assert ran.code == 1
    summary = "2 passed, 1 failed, 1 errored, 1 differ where they may, 1 unsupported in"
    assert summary in ran.out.splitlines()[-1]


def test_a_port_that_cannot_be_run_ends_with_2(schedule_spec: Any, corpus: Path) -> None:
    unwelcoming = [sys.executable, str(PORTS / "unwelcoming.py"), "dies"]
    ran = schedule_spec("run", "--corpus", corpus, "--", *unwelcoming)
    assert (ran.code, ran.out) == (2, "")
    assert "before it answered hello: it ended with status 3\n" in ran.err
    assert ran.err.endswith("the end of its stderr:\n  no database\n")


def test_a_port_that_is_given_up_ends_with_2(
    schedule_spec: Any, corpus: Path, tmp_path: Path
) -> None:
    mortal = [sys.executable, str(PORTS / "mortal.py"), str(tmp_path / "grave")]
    ran = schedule_spec("run", "--corpus", corpus, "--", *mortal)
    assert ran.code == 2
    assert "given up: the port could not be started again" in ran.out
    assert "0 passed, 0 failed, 6 errored" in ran.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "required: COMMAND"),
        (["walk"], "invalid choice: 'walk'"),
        (["run", "--no-such-option"], "there is no option --no-such-option"),
        (["run", "--shard", "3/2"], "'3/2' is not a share"),
        (["run", "--jobs", "0"], "'0' is not a whole number above zero"),
        (["run", "--report", "yaml=x"], "'yaml=x' is not FORMAT=FILE"),
        (["run", "--port", "nobody"], "there is no adapter nobody"),
        (["run", "--port", "nobody", "--", "cmd"], "either --port or a command"),
        (["run", "no/such/case"], "no case has the id no/such/case"),
        (["run", "--corpus", "/nowhere"], "/nowhere: no such file or folder"),
        (["run", "--known", "/nowhere"], "/nowhere: "),
        (["run", "--report", "jsonl=/nowhere/x"], "cannot write /nowhere/x: No such file"),
        (["list", "--", "cmd"], "list runs no port"),
        (["show", "no/such/case"], "no case has the id no/such/case"),
    ],
)
def test_wrong_usage_ends_with_3(
    capfd: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    try:
        code: Any = cli.main(words)
    except SystemExit as ended:
        code = ended.code
    out, err = capfd.readouterr()
    assert (code, out) == (3, "")
    assert complaint in err


def test_a_failure_is_told_in_full(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "fold/wrong", "--corpus", corpus, "--", *MISBEHAVING)
    failure, _, _ = ran.out.partition("\n\n")
    rerun = ["schedule-spec", "run", "fold/wrong", "--corpus", str(corpus), "--", *MISBEHAVING]
    assert failure.splitlines() == [
        "1x It was not thought through.",
        "FAILED fold/wrong",
        "  rule      FOLD-3 — A reused id is corrupt",
        "  why       Why wrong.",
        '  given     view {"do":"be wrong"}',
        '  expected  {"do":"be wrong"}',
        '  got       "wrong"',
        f"  rerun     {shlex.join(rerun)}",
    ]


def test_the_rerun_command_runs_the_failure_alone(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "--corpus", corpus, "--", *MISBEHAVING)
    line = next(line for line in ran.out.splitlines() if line.startswith("  rerun"))
    again = schedule_spec(*shlex.split(line)[2:])
    assert again.code == 1
    assert "0 passed, 1 failed in" in again.out


def test_an_errored_case_shows_the_last_words_of_the_port(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "fold/dead", "--corpus", corpus, "--", *MISBEHAVING)
    assert "ERRORED fold/dead\n" in ran.out
    assert "  error     the port closed its output: it ended with status 7; " in ran.out
    assert "  error     oh no\n" in ran.out


def test_many_failures_are_cut_and_counted(schedule_spec: Any, tmp_path: Path) -> None:
    likely = {"mistake": "Careless."}
    cases = [written(f"wrong-{n}", {"do": "be wrong"}, **likely) for n in range(25)]
    corpus = tmp_path / "corpus.json"
    corpus.write_text(json.dumps({"cases": cases}))
    ran = schedule_spec("run", "--corpus", corpus, "--", *MISBEHAVING)
    assert ran.out.count("FAILED") == 1
    assert "and 21 more; --all shows them" in ran.out
    assert "25x FOLD-3 — A reused id is corrupt" in ran.out
    assert "25x Careless." in ran.out
    assert (
        schedule_spec("run", "--all", "--corpus", corpus, "--", *MISBEHAVING).out.count("FAILED")
        == 25
    )


def test_an_interrupted_run_takes_its_port_along(corpus: Path, tmp_path: Path) -> None:
    hang = tmp_path / "hang.json"
    hang.write_text(json.dumps({"cases": [written("hang", {"do": "hang", **REQUEST})]}))
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    held = ["sh", "-c", 'exec 9>"$0"; exec "$@"', str(alive), *MISBEHAVING]
    words = ["run", "--timeout", "600", "--corpus", str(hang), "--", *held]
    command = [sys.executable, "-m", "schedule_conformance", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as run:
        with alive.open("rb") as end_of_port:
            run.send_signal(signal.SIGINT)
            assert end_of_port.read() == b""
        assert run.communicate()[1] == b"schedule-spec: interrupted\n"
    assert run.returncode == 130


def test_skipped_cases_are_reported_and_not_asked(schedule_spec: Any, corpus: Path) -> None:
    skip = ["--skip", "fold/dead", "--skip", "fold/w*"]
    ran = schedule_spec("run", "--corpus", corpus, *skip, "--", *MISBEHAVING)
    assert ran.code == 0
    assert "2 passed, 0 failed, 1 differ where they may, 1 unsupported, 2 skipped" in ran.out


def test_several_processes_share_the_cases(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("run", "--jobs", 3, "--corpus", corpus, "--", *MISBEHAVING)
    assert ran.code == 1
    assert "2 passed, 1 failed, 1 errored" in ran.out


def test_known_failures_do_not_fail_the_run(
    schedule_spec: Any, corpus: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.json"
    entries = [{"id": "fold/wrong", "reason": "for now"}, {"id": "fold/d*", "reason": "it dies"}]
    known.write_text(json.dumps({"known": entries}))
    words = ["run", "--known", known, "--corpus", corpus, "--", *MISBEHAVING]
    ran = schedule_spec(*words)
    assert ran.code == 0
    assert "2 known failures" in ran.out
    known.write_text(json.dumps({"known": [*entries, {"id": "fold/good", "reason": "once"}]}))
    stale = schedule_spec(*words)
    assert stale.code == 1
    assert "it passes, but is listed as a known failure (once)" in stale.out
    known.write_text(json.dumps({"known": [*entries, {"id": "fold/gone", "reason": "once"}]}))
    assert schedule_spec(*words).code == 3


def test_json_lines_tell_each_case_and_the_run(
    schedule_spec: Any, corpus: Path, tmp_path: Path
) -> None:
    file = tmp_path / "report.jsonl"
    schedule_spec("run", "--corpus", corpus, "--report", f"jsonl={file}", "--", *MISBEHAVING)
    *cases, run = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(case["id"], case["verdict"]) for case in cases] == [
        ("fold/good", "pass"),
        ("fold/wrong", "fail"),
        ("fold/dead", "errored"),
        ("fold/unable", "unsupported"),
        ("fold/open", "may"),
        ("fold/odd", "pass"),
    ]
    assert cases[1] == {
        "id": "fold/wrong",
        "verdict": "fail",
        "rules": ["FOLD-3"],
        "op": "view",
        "expected": {"value": {"do": "be wrong"}},
        "got": {"value": "wrong"},
        "mistake": "It was not thought through.",
    }
    assert run["run"]["port"]["name"] == "echo"
    assert run["run"]["exit"] == 1


def test_junit_counts_are_those_of_its_elements(
    schedule_spec: Any, corpus: Path, tmp_path: Path
) -> None:
    file = tmp_path / "report.xml"
    schedule_spec("run", "--corpus", corpus, "--report", f"junit={file}", "--", *MISBEHAVING)
    (suite,) = ET.parse(file).getroot()  # noqa: S314 - it is our own
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": 6, "failures": 1, "errors": 1, "skipped": 2}
    for name, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert len(suite.findall(f"testcase/{element}")) == counts[name]


def test_what_xml_cannot_hold_is_escaped(schedule_spec: Any, tmp_path: Path) -> None:
    corpus, file = tmp_path / "corpus.json", tmp_path / "report.xml"
    odd = {"do": "be unable", "text": "\x00\ud800\ufffe"}
    corpus.write_text(json.dumps({"cases": [written("odd", odd)]}))
    schedule_spec("run", "--corpus", corpus, "--report", f"junit={file}", "--", *MISBEHAVING)
    skipped = ET.parse(file).find("testsuite/testcase/skipped")  # noqa: S314 - it is our own
    assert skipped is not None
    assert "\\u0000\\ud800\\ufffe" in (skipped.text or "")


def test_a_report_to_stdout_moves_the_readers_report_to_stderr(
    schedule_spec: Any, corpus: Path
) -> None:
    ran = schedule_spec("run", "--corpus", corpus, "--report", "jsonl=-", "--", *MISBEHAVING)
    assert all(json.loads(line) for line in ran.out.splitlines())
    assert "2 passed, 1 failed" in ran.err


def test_the_tz_release_of_a_port_that_does_not_tell_is_inferred_and_reported(
    schedule_spec: Any, tmp_path: Path
) -> None:
    def zone_case(since: str, number: int) -> dict[str, Any]:
        args = {"do": "need a tz release", "since": since}
        tz = {"zone": "Area/Place", "since": since}
        return written(f"{since}-{number}", args, tags=["tz"], tz=tz)

    releases = ("2025c", "2026a", "2026b")
    cases = [zone_case(since, number) for since in releases for number in range(3)]
    corpus = tmp_path / "corpus.json"
    corpus.write_text(json.dumps({"cases": cases}))
    port = ["--corpus", corpus, "--", *MISBEHAVING, "2025c"]
    whole = schedule_spec("run", *port)
    assert whole.code == 0
    assert "3 passed, 0 failed, 6 tz" in whole.out
    assert "note: the port does not tell its tz release; " in whole.out
    assert "2025c or newer, without 2026a" in whole.out
    alone = schedule_spec("run", "fold/2026b-1", *port)
    assert alone.code == 0
    assert "0 passed, 0 failed, 1 tz" in alone.out


def test_list_prints_an_id_a_line(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("list", "--tag", "bad", "--corpus", corpus)
    assert (ran.code, ran.out) == (0, "fold/wrong\nfold/dead\n")


def test_list_bears_a_reader_that_goes_away(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.json"
    cases = [written(f"case-{number}", {**REQUEST}) for number in range(1_000)]
    corpus.write_text(json.dumps({"cases": cases}))
    words = [sys.executable, "-m", "schedule_conformance", "list", "--corpus", str(corpus)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_show_tells_a_case_with_its_rules(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("show", "fold/wrong", "--corpus", corpus)
    assert ran.code == 0
    assert ran.out.startswith("fold/wrong\n==========\nWhy wrong.\nLikely mistake: It was not")
    assert "FOLD-3 — A reused id is corrupt (spec/fold.md, document)" in ran.out
    assert 'given: view\n{\n  "do": "be wrong"\n}\n' in ran.out


def test_show_escapes_what_does_not_print(schedule_spec: Any, corpus: Path) -> None:
    ran = schedule_spec("show", "fold/odd", "--corpus", corpus)
    assert '"invisible": "\\ufeff\\u0000\\ud800"' in ran.out


def test_the_reference_is_the_port_where_none_is_named(schedule_spec: Any) -> None:
    ran = schedule_spec("run", "--smoke")
    assert ran.code == 0
    assert ran.out.startswith("session-schedule-spec reference ")
