"""Whatever a port does, a run ends, each case has a verdict, and only the guilty are charged."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
import pytest
from runner_kit import LIMITS, case, port, verdicts

from schedule_conformance.corpus.case import Expect
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.process import Command, PortUnusable
from schedule_conformance.running.drive import Drive

if TYPE_CHECKING:
    from pathlib import Path

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.ports.messages import ErrorCode

PASS, ERRORED = Verdict.PASS, Verdict.ERRORED


def misbehaving(*deeds: str) -> list[Case]:
    """Two good cases, one for each deed, and two good ones."""
    asked = [case(f"x/{deed}", args={"do": deed}) for deed in deeds]
    return [case("x/1"), case("x/2"), *asked, case("x/8"), case("x/9")]


def drive(cases: list[Case], name: str = "misbehaving", *arguments: str) -> list[Outcome]:
    return Drive(port(name, *arguments), cases, LIMITS).run()


@pytest.mark.parametrize(
    ("deed", "note"),
    [
        ("die", "closed its output: it ended with status 7; the end of its stderr:\noh no"),
        ("kill itself", "it was killed by SIGABRT"),
        ("hang", "gave no answer in 5 s"),
        ("hang with a child", "gave no answer in 5 s"),
        ("print garbage", "printed a line that is no answer (not JSON): 'Listening on port 8080'"),
        ("print much garbage and answer", "printed a line that is no answer (not JSON): 'debug: o"),
        ("print garbage for ever", "printed a line that is no answer (not JSON): 'tick'"),
        ("print a line without end", "printed a line of more than 1048576 bytes"),
        ("answer with two members", "exactly one of value, error, unsupported"),
        ("answer without a member", "exactly one of value, error, unsupported"),
        ("nest too deeply", "printed a line that is no answer (the JSON nests too deeply)"),
        ("answer twice", "answered this request more than once"),
        ("answer what was not asked", "answered a request that was not made"),
        ("answer after the next", "gave no answer before it answered the later request 4"),
        ("forget", "gave no answer before it answered the later request 4"),
        ("close stdout", "closed its output: it did not end by itself and was killed"),
    ],
)
def test_a_fault_is_charged_to_its_case_and_the_others_pass(deed: str, note: str) -> None:
    outcomes = drive(misbehaving(deed))
    assert verdicts(outcomes) == [PASS, PASS, ERRORED, PASS, PASS]
    assert note in (outcomes[2].note or "")


def test_a_port_that_dies_again_and_again_is_started_again_and_again() -> None:
    outcomes = drive(misbehaving("die", "kill itself", "print garbage", "die"))
    assert verdicts(outcomes) == [PASS, PASS, *[ERRORED] * 4, PASS, PASS]


def test_a_fault_of_the_last_case_needs_no_new_process() -> None:
    assert verdicts(drive([case("x/1"), case("x/die", args={"do": "die"})])) == [PASS, ERRORED]


def test_a_flood_on_stderr_does_no_harm() -> None:
    assert verdicts(drive(misbehaving("flood stderr"))) == [PASS] * 5


def test_a_port_that_stops_reading_is_replaced() -> None:
    cases = [case("x/1"), case("x/2", args={"do": "stop reading"})]
    cases += [case(f"x/more-{n}", args={"filler": "x" * 1000}) for n in range(500)]
    assert verdicts(drive(cases)) == [PASS, PASS, ERRORED, *[PASS] * 499]


def test_what_a_port_does_after_its_last_answer_is_noted() -> None:
    driven = Drive(port("misbehaving"), [case("x/1", args={"do": "outstay"})], LIMITS)
    assert verdicts(driven.run()) == [PASS]
    assert driven.complaints == [
        "after its last answer the port printed a line that is no answer (not JSON): 'Bye.'",
        "when its input ended, the port did not end well: it did not end by itself and was killed",
    ]


def test_a_run_can_be_cancelled_while_the_port_hangs() -> None:
    limits = msgspec.structs.replace(LIMITS, answer=600)
    driven = Drive(port("misbehaving"), [case("x/1"), case("x/2", args={"do": "hang"})], limits)
    with ThreadPoolExecutor() as pool:
        running = pool.submit(driven.run)
        while not driven.done:
            time.sleep(0.01)
        driven.cancel()
        assert verdicts(running.result(timeout=60)) == [PASS, ERRORED]


def test_answers_are_told_apart() -> None:
    code: ErrorCode = "not_future"
    cases = [
        case("x/right", args={"do": "fail", "code": code}, expect=Expect(error=code)),
        case("x/code", args={"do": "fail", "code": "invalid_rule"}, expect=Expect(error=code)),
        case("x/error", args={"do": "fail", "code": code}),
        case("x/value", expect=Expect(error=code)),
        case("x/wrong", args={"do": "be wrong"}),
        case("x/may", args={"do": "be wrong"}, level="may"),
        case("x/unable", args={"do": "be unable"}),
        case("x/unlisted", op="fold"),
    ]
    assert verdicts(drive(cases)) == [
        Verdict.PASS,
        Verdict.FAIL,
        Verdict.FAIL,
        Verdict.FAIL,
        Verdict.FAIL,
        Verdict.MAY,
        Verdict.UNSUPPORTED,
        Verdict.UNSUPPORTED,
    ]


def test_a_port_may_read_megabytes_before_it_answers() -> None:
    cases = [case(f"x/{n}", args={"filler": "x" * 4000}) for n in range(1000)]
    assert set(verdicts(drive(cases, "hoarding"))) == {PASS}


def test_a_port_may_answer_megabytes_before_it_reads_on() -> None:
    count = 40_000
    cases = [case(f"x/{n}", args={"n": n}) for n in range(1, count + 1)]
    assert set(verdicts(drive(cases, "eager", str(count)))) == {PASS}


@pytest.mark.parametrize(
    ("greeting", "reason"),
    [
        ("dies", "closed its output before it answered hello: it ended with status 3"),
        ("hangs", "did not answer hello in 2 s"),
        ("errors", "refused hello: .*internal_error"),
        ("does not support it", "refused hello: .*I speak version 2 only"),
        ("speaks another version", "hello needs seq 0 and protocol 1"),
        ("has no name", "missing required field `name`"),
        ("prints a banner", "Welcome!"),
        ("answers another request", "hello needs seq 0 and protocol 1"),
        ("prints a line without end", "a line without end"),
        ("says too much", "several lines: 'Ready.'"),
    ],
)
def test_a_port_that_does_not_greet_cannot_be_run(greeting: str, reason: str) -> None:
    patience = 2 if greeting == "hangs" else 60
    limits = msgspec.structs.replace(LIMITS, start=patience)
    with pytest.raises(PortUnusable, match=reason):
        Drive(port("unwelcoming", greeting), [case("x/1")], limits).run()


def test_what_a_port_said_on_stderr_goes_with_its_failure_to_start() -> None:
    with pytest.raises(PortUnusable) as caught:
        Drive(port("unwelcoming", "dies"), [case("x/1")], LIMITS).run()
    assert caught.value.stderr == "no database"


def test_a_command_that_does_not_exist_cannot_be_run() -> None:
    with pytest.raises(PortUnusable, match="cannot start no-such-port: No such file"):
        Drive(Command(["no-such-port"]), [case("x/1")], LIMITS).run()


def test_a_port_that_cannot_be_started_again_is_given_up(tmp_path: Path) -> None:
    driven = Drive(port("mortal", str(tmp_path / "grave")), misbehaving(), LIMITS)
    outcomes = driven.run()
    assert verdicts(outcomes) == [ERRORED] * 4
    assert "I die" in (outcomes[0].note or "")
    assert "was not asked" in (outcomes[1].note or "")
    assert "could not be started again" in (driven.given_up or "")


def test_a_port_that_always_dies_is_given_up() -> None:
    cases = [case(f"x/{n}", args={"do": "die"}) for n in range(6)]
    driven = Drive(port("misbehaving"), cases, msgspec.structs.replace(LIMITS, restarts=2))
    assert verdicts(driven.run()) == [ERRORED] * 6
    assert driven.given_up == "the port failed 3 times"


def test_a_port_that_is_asked_nothing_sees_its_input_end() -> None:
    asked_nothing = Drive(port("echo"), [case("x/1", op="fold")], LIMITS)
    assert verdicts(asked_nothing.run()) == [Verdict.UNSUPPORTED]
    assert asked_nothing.complaints == []
