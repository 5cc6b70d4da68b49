"""A runner survives its port: what it prints, how it dies, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from runner_kit import LIMITS, PORTS, case, port, verdicts

from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports import patience as patience_module
from schedule_conformance.ports.last_words import LastWords
from schedule_conformance.ports.patience import Patience
from schedule_conformance.ports.process import Command, PortUnusable
from schedule_conformance.running.drive import Drive
from schedule_conformance.running.exchange import Exchange
from schedule_conformance.running.partners import Broken, InProcessPartner, ProcessPartner

if TYPE_CHECKING:
    from pathlib import Path

    from schedule_conformance.ports.messages import Op

PASS, FAIL, ERRORED = Verdict.PASS, Verdict.FAIL, Verdict.ERRORED
HASTY = msgspec.structs.replace(LIMITS, answer=2)
BRIEF = msgspec.structs.replace(LIMITS, answer=3)


def line(seq: int, value: str) -> bytes:
    return msgspec.json.encode({"seq": seq, "value": value})


@pytest.mark.parametrize(
    ("deed", "note"),
    [
        ("kill itself in real time", "it was killed by signal 39"),
        ("leave a child that holds stdout", "closed its output: it ended with status 1"),
        ("panic", "the end of its stderr:\nthread 'main' panicked at src/main.rs:7\n"),
    ],
)
def test_a_death_is_told_as_it_was(deed: str, note: str) -> None:
    cases = [case("x/1"), case("x/2", args={"do": deed}), case("x/3")]
    outcomes = Drive(port("misbehaving"), cases, msgspec.structs.replace(LIMITS, answer=600)).run()
    assert verdicts(outcomes) == [PASS, ERRORED, PASS]
    assert note in (outcomes[1].note or "")


def test_a_long_backtrace_keeps_its_head_and_its_end() -> None:
    words = LastWords()
    words.add(b"starting\n")
    words.forget()
    words.add(b"panicked at src/main.rs:7\n")
    words.add(b"  0: frame\n" * 1000)
    words.add(b"the end\n")
    head, middle, end = words.shown().split("…")
    assert head.startswith("panicked at")
    assert middle == f" ({26 + 11_000 + 8 - 1400} bytes) "
    assert end.endswith("the end")


def test_short_last_words_are_shown_once_and_whole() -> None:
    words = LastWords()
    for text in (b"a" * 700, b"b" * 300):
        words.add(text)
    assert words.shown() == "a" * 700 + "b" * 300


@pytest.mark.parametrize("deed", ["hang", "die"])
def test_only_the_guilty_case_of_a_batch_is_charged(deed: str) -> None:
    cases = [case(f"x/{n}", args={"n": n}) for n in range(40)]
    cases.insert(30, case("x/guilty", args={"do": "it"}))
    outcomes = Drive(port("batching", deed), cases, BRIEF).run()
    charged = [outcome.case.id for outcome in outcomes if outcome.verdict is not PASS]
    assert charged == ["x/guilty"]


def test_a_fault_that_does_not_show_again_is_charged_all_the_same(tmp_path: Path) -> None:
    once = tmp_path / "once"
    script = tmp_path / "flaky.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(PORTS)!r})\n"
        "import pathlib; from echo import requests, say\n"
        f"once = pathlib.Path({str(once)!r})\n"
        "for request in requests():\n"
        "    if request['seq'] == 3 and not once.exists():\n"
        "        once.touch(); sys.exit(4)\n"
        "    say(request, value=request['args'])\n"
    )
    cases = [case(f"x/{n}") for n in range(6)]
    outcomes = Drive(Command([sys.executable, str(script)]), cases, LIMITS).run()
    assert verdicts(outcomes) == [PASS, PASS, ERRORED, PASS, PASS, PASS]
    assert "asked one by one, it did not fail again" in (outcomes[2].note or "")


def test_a_port_that_answers_at_the_end_of_its_input_is_told_to_flush(tmp_path: Path) -> None:
    partner = ProcessPartner(port("batching", "wait"), BRIEF)
    with pytest.raises(Broken, match="gave no answer in 3 s"):
        partner.ask("view", {"n": 1})
    partner.close()
    script = tmp_path / "unflushed.py"
    script.write_text(
        "import json, sys\nfor line in list(sys.stdin):\n    print(json.dumps({'seq': 0, 'value':"
        " {'protocol': 1, 'name': 'x', 'ops': []}}))\n"
    )
    unflushed = Command([sys.executable, str(script)])
    with pytest.raises(PortUnusable, match="it must flush its output after each answer"):
        Drive(unflushed, [case("x/1")], msgspec.structs.replace(LIMITS, start=1)).run()


def test_a_line_before_the_greeting_is_quoted(tmp_path: Path) -> None:
    script = tmp_path / "banner.py"
    script.write_text(
        "import json, os\ninput()\n"
        # In one write, so that both lines are read at once.
        "os.write(1, b'Listening on 8080\\n' + json.dumps({'seq': 0, 'value':"
        " {'protocol': 1, 'name': 'x', 'ops': []}}).encode() + b'\\n')\ninput()\n"
    )
    with pytest.raises(PortUnusable, match=r"before it answered hello.*'Listening on 8080'"):
        Drive(Command([sys.executable, str(script)]), [case("x/1")], LIMITS).run()


@pytest.mark.parametrize(
    ("member", "reason"),
    [("name", "length <= 200 - at `.*name`"), ("tz", "length <= 200"), ("ops", "length <= 100")],
)
def test_a_greeting_is_bounded(member: str, reason: str) -> None:
    value = {"protocol": 1, "name": "x", "ops": [], member: "x" * 8_000_000}
    if member == "ops":
        value["ops"] = ["x"] * 101
    with pytest.raises(PortUnusable, match=reason):
        InProcessPartner(lambda request: {"seq": request["seq"], "value": value})


def test_a_greeting_may_hold_keys_with_lone_surrogates() -> None:
    value = {"protocol": 1, "name": "x", "ops": [], "\ud800": 1}
    partner = InProcessPartner(lambda request: {"seq": request["seq"], "value": value})
    assert partner.hello.name == "x"


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_function_that_answers_what_is_no_json_is_charged(number: float) -> None:
    partner = InProcessPartner(
        lambda request: {
            "seq": request["seq"],
            "value": {"protocol": 1, "name": "x", "ops": ["view"]}
            if request["op"] == "hello"
            else number,
        }
    )
    with pytest.raises(Broken, match="gave an answer that is no JSON"):
        partner.ask("view", {})


def test_what_a_port_goes_on_to_print_is_noted_a_few_times() -> None:
    driven = Drive(port("misbehaving"), [case("x/1", args={"do": "talk on"})], LIMITS)
    assert verdicts(driven.run()) == [PASS]
    assert 2 <= len(driven.complaints) <= 8
    assert any("more than is shown" in complaint for complaint in driven.complaints)


def test_large_answers_are_judged_and_not_kept() -> None:
    count, size = 40, 4 << 20
    exchange = Exchange([case(f"x/{n}") for n in range(count)])
    exchange.begin()
    for _ in exchange.all_requests():
        pass
    tracemalloc.start()
    try:
        for seq in range(1, count + 1):
            exchange.take(line(seq, "x" * size))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert set(verdicts(exchange.outcomes)) == {FAIL}
    assert "bytes, too many to be shown whole" in (exchange.outcomes[0].note or "")
    assert held < 2 * size


def test_many_middling_answers_are_kept_within_bounds() -> None:
    count, size = 100, 1 << 20
    exchange = Exchange([case(f"x/{n}") for n in range(count)])
    exchange.begin()
    for _ in exchange.all_requests():
        pass
    for seq in range(1, count + 1):
        exchange.take(line(seq, "x" * (size - 100)))
    kept = [outcome for outcome in exchange.outcomes if outcome.answer is not None]
    assert len(kept) == 64


def test_time_in_which_the_runner_slept_is_not_the_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(patience_module, "monotonic", lambda: now)
    patience = Patience(3)
    now += 500
    assert patience.left == 2
    now += 0.5
    assert patience.left == 1.5
    patience.renew()
    assert patience.left == 3
    overs = []
    for _ in range(3):
        now += 1
        overs.append(patience.over)
    assert overs == [False, False, True]


def test_a_partner_that_does_not_read_is_given_up(tmp_path: Path) -> None:
    script = tmp_path / "deaf.py"
    script.write_text(
        "import json, sys, time\nline = sys.stdin.readline()\n"
        "print(json.dumps({'seq': 0, 'value': {'protocol': 1, 'name': 'x', 'ops': ['view']}}),"
        " flush=True)\ntime.sleep(3600)\n"
    )
    partner = ProcessPartner(Command([sys.executable, str(script)]), BRIEF)
    with pytest.raises(Broken, match="gave no answer in 3 s"):
        partner.ask("view", {"filler": "x" * (1 << 22)})


def test_giving_up_takes_no_longer_where_a_stray_child_holds_the_output() -> None:
    cases = [case(f"x/{n}", args={"do": "leave a child that holds stdout"}) for n in range(4)]
    limits = msgspec.structs.replace(LIMITS, answer=600, restarts=2)
    driven = Drive(port("misbehaving"), cases, limits)
    started = time.monotonic()
    assert verdicts(driven.run()) == [ERRORED] * 4
    assert "failed 3 times" in (driven.given_up or "")
    assert time.monotonic() - started < 300, "it waited for what can no longer come"


def test_an_operation_that_hangs_in_a_row_is_asked_no_more() -> None:
    hang = [case(f"x/h{n}", op="create", args={"do": "hang"}) for n in range(60)]
    well = [case(f"x/{n}", args={"n": n}) for n in range(60)]
    cases = [each for pair in zip(hang, well, strict=True) for each in pair]
    outcomes = Drive(port("misbehaving"), cases, HASTY).run()
    assert verdicts(outcomes) == [ERRORED, PASS] * 60
    notes = [outcome.note or "" for outcome in outcomes[::2]]
    assert all("gave no answer in 2 s" in note for note in notes[:3])
    unasked = "the port was not asked: create had hung at 3 cases in a row"
    assert notes[3:] == [unasked] * 57


def test_an_operation_that_hangs_now_and_then_is_asked_to_the_end() -> None:
    deeds = ["hang", "", "hang", "hang", "", "hang"]
    cases = [case(f"x/{n}", args={"do": deed}) for n, deed in enumerate(deeds)]
    outcomes = Drive(port("misbehaving"), cases, HASTY).run()
    assert verdicts(outcomes) == [ERRORED if deed else PASS for deed in deeds]


def test_a_partner_asks_no_more_what_hangs_in_a_row() -> None:
    partner = ProcessPartner(port("misbehaving"), HASTY)
    well: dict[str, Any] = {"n": 1}
    hang: tuple[Op, dict[str, Any]] = ("view", {"do": "hang"})
    questions: list[tuple[Op, dict[str, Any]]] = [("view", well), *[hang] * 9]
    answers = partner.ask_all(questions)
    mishaps = [answer.mishap for answer in answers if isinstance(answer, Broken)]
    assert mishaps == ["hung"] * 3 + ["spared"] * 6
    assert partner.ask("frame", well).value == well
    with pytest.raises(Broken, match="was not asked: view had hung 3 times in a row"):
        partner.ask("view", well)
    partner.close()


@pytest.mark.parametrize(
    ("content", "mode", "reason"),
    [
        ("#!/bin/sh\r\nexec cat\r\n", 0o755, r"interpreter is not there.*'#!/bin/sh\\r'"),
        ("exec cat\n", 0o755, "Exec format error; a script must begin with #!"),
        ("#!/bin/sh\n", 0o644, "Permission denied"),
    ],
    ids=["Windows line ends", "no interpreter", "not executable"],
)
def test_a_script_that_cannot_be_started_is_told_why(
    tmp_path: Path, content: str, mode: int, reason: str
) -> None:
    script = tmp_path / "port.sh"
    script.write_bytes(content.encode())
    script.chmod(mode)
    with pytest.raises(PortUnusable, match=reason):
        Drive(Command([str(script)]), [case("x/1")], LIMITS).run()


@pytest.mark.parametrize("words", [[], [""], ["a\0b"], ["true", "a\0b"]])
def test_a_command_that_no_system_takes_is_refused(words: list[str]) -> None:
    with pytest.raises(PortUnusable, match=r"is empty|cannot start"):
        Drive(Command(words), [case("x/1")], LIMITS).run()


def test_a_port_of_a_runner_that_was_killed_is_killed(tmp_path: Path) -> None:
    """Nothing but the end of the pipe tells the guardian: so it holds for every way to die."""
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    script = (
        "import os, signal, sys\n"
        "from schedule_conformance.ports.process import Command, Port\n"
        f"held = ['sh', '-c', 'exec 9>\"$0\"; sleep 3600', {str(alive)!r}]\n"
        "Port(Command(held), 1 << 20)\n"
        "sys.stdin.readline()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with (
        subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE) as runner,
        alive.open("rb") as end_of_port,
    ):
        assert runner.stdin is not None
        runner.stdin.write(b"go\n")
        runner.stdin.close()
        assert end_of_port.read() == b""
    assert runner.returncode == -9
