"""Campaigns that share their work: in several processes, and on several machines."""

import json
import re
import sys
from pathlib import Path

import pytest

from schedule_conformance.commands import main as cli
from schedule_conformance.corpus.case import Expect
from schedule_conformance.fuzz.question.divergence import Divergence
from schedule_conformance.fuzz.question.oracle import Question, Ruling
from schedule_conformance.fuzz.seeds import derived
from schedule_conformance.fuzz.tally import Tally, together

FRAGILE = [sys.executable, str(Path(__file__).with_name("fragile.py"))]
QUICK = ["--op", "allocate", "--examples", "60", "--seed", "7"]


def divergence(kind: str, text: str) -> Divergence:
    return Divergence(Question("allocate", {"text": text}), Ruling(Expect(value=1)), (kind,))


def test_a_campaign_alone_has_the_seed_itself() -> None:
    assert derived(7) == derived(7, (1, 1), (1, 1)) == 7


def test_each_process_of_each_machine_has_another_seed_and_always_the_same() -> None:
    shares = [(machine, 3) for machine in (1, 2, 3)]
    jobs = [(job, 4) for job in (1, 2, 3, 4)]
    seeds = [derived(7, share, job) for share in shares for job in jobs]
    assert len(set(seeds)) == 12
    assert seeds == [derived(7, share, job) for share in shares for job in jobs]
    assert not set(seeds) & {derived(8, share, job) for share in shares for job in jobs}


def test_of_what_several_found_there_is_one_of_each_kind() -> None:
    first = Tally(asked=3, found=[divergence("a", "1"), divergence("b", "2")], notes=["n"])
    second = Tally(asked=4, found=[divergence("b", "3"), divergence("c", "4")], notes=["n"])
    first.coverage.rules["IN-1"] = 1
    second.coverage.rules["IN-1"] = 2
    whole = together([first, second])
    assert (whole.asked, whole.notes) == (7, ["n"])
    assert [each.question.args["text"] for each in whole.found] == ["1", "2", "4"]
    assert whole.coverage.rules == {"IN-1": 3}


def test_processes_find_a_divergence_and_report_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["fuzz", *QUICK, "--jobs", "2", "--shard", "2/3", "--", *FRAGILE, "wrong"]
    assert cli.main(words) == 1
    out = capfd.readouterr().out
    assert out.count("DIVERGENCE") == 1
    assert "1 divergence in" in out
    assert out.endswith("--seed 7 --shard 2/3 --jobs 2\n")
    assert len(json.loads((tmp_path / "divergences.json").read_text())["cases"]) == 1


def test_all_processes_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    port = ["--", sys.executable, "-m", "schedule_conformance", "reference"]
    words = ["fuzz", *QUICK, "--engine", "mutate", "--jobs", "2", *port]
    assert cli.main(words) == 0
    out = capfd.readouterr().out
    assert re.search(r"no divergence in 120 questions, \d+ s", out)


def test_a_port_that_cannot_start_again_ends_all_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    once = tmp_path / "starts"
    script = tmp_path / "port.py"
    script.write_text(
        "import json, os, sys\n"
        f"fd = os.open({str(once)!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)\n"
        "os.write(fd, b'x')\n"
        "if os.fstat(fd).st_size > 1: sys.exit(9)\n"
        "sys.stdin.readline()\n"
        'hello = {"protocol": 1, "name": "p", "ops": ["allocate"]}\n'
        'print(json.dumps({"seq": 0, "value": hello}), flush=True)\n'
        "sys.stdin.readline()\n"
    )
    assert cli.main(["fuzz", *QUICK, "--jobs", "2", "--", sys.executable, str(script)]) == 2
    assert "status 9" in capfd.readouterr().err


def test_a_share_that_is_none_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["fuzz", "--shard", "4/3", "--", *FRAGILE])
    assert ended.value.code == 3
