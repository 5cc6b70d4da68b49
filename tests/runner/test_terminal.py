"""What a reader sees at a terminal."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from runner_kit import case

from schedule_conformance.corpus.case import Expect
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure, Hello
from schedule_conformance.report import terminal, text
from schedule_conformance.report.look import Look
from schedule_conformance.report.progress import ProgressLine
from schedule_conformance.running.run import Result

if TYPE_CHECKING:
    from collections.abc import Sequence


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def report(outcomes: Sequence[Outcome], *, colour: bool = False) -> str:
    """The report on a run with these outcomes."""
    stream = StringIO()
    result = Result(
        hello=Hello(1, "my\x1bport", [], version="2", language="go", tz="2026a"),
        again=["--", "my port"],
        outcomes=outcomes,
        notes=["a note\x07"],
        given_up=None,
        seconds=1.23,
    )
    terminal.write(result, stream, Look({}, colour=colour))
    return stream.getvalue()


def test_the_summary_names_the_port_and_escapes_what_it_says() -> None:
    lines = report([Outcome(case("x/1"), Verdict.PASS)]).splitlines()
    assert lines == [
        "note: a note\\u0007",
        "my\\u001bport 2 (go, tz 2026a): 1 passed, 0 failed in 1.2 s",
    ]


def test_what_is_excused_is_told_by_reason() -> None:
    outcomes = [Outcome(case(f"x/{n}"), Verdict.KNOWN, note="for now") for n in range(5)]
    assert "known 5x: for now (x/0, x/1, x/2, …)\n" in report(outcomes)


def test_colour_is_used_only_if_wanted() -> None:
    failed = [Outcome(case("x/1"), Verdict.FAIL, Answer(1, error=Failure("not_future")))]
    assert "\x1b[" not in report(failed)
    assert "\x1b[31;1mFAILED\x1b[0m" in report(failed, colour=True)


@pytest.mark.parametrize(
    ("expected", "got", "places"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, ["$.b: expected 2, got 3"]),
        ({"a": 1}, {}, ["$.a is missing"]),
        ({}, {"a": 1}, ["$.a should not be there"]),
        (1, 2, []),
        (
            list(range(9)),
            [None] * 9,
            [*(f"$[{n}]: expected {n}, got null" for n in range(4)), "and more"],
        ),
        (
            [f"{'x' * 50}one{'y' * 50}"],
            [f"{'x' * 50}two{'y' * 50}"],
            [
                f"$[0] at 50: expected …{'x' * 20}one{'y' * 17}…, got …{'x' * 20}two{'y' * 17}…",
            ],
        ),
    ],
)
def test_differences_are_pointed_at(expected: object, got: object, places: list[str]) -> None:
    assert text.places(case("x/1", expect=Expect(value=expected)), Answer(1, value=got)) == places


def test_what_does_not_print_is_escaped_around_a_difference() -> None:
    expected, got = f"{'x' * 50}\ufeff", "x" * 50
    wrong = case("x/1", expect=Expect(value=expected))
    assert text.places(wrong, Answer(1, value=got)) == [
        f"$ at 50: expected …{'x' * 20}\\ufeff (its end), got …{'x' * 20} (its end)"
    ]


def scenario(steps: int, differing: int) -> str:
    """The report on a scenario of so many steps, of which one is answered otherwise."""
    expected = [[{"seen": n}] for n in range(steps + 1)]
    got = [*expected[:differing], [{"seen": "other"}], *expected[differing + 1 :]]
    asked = [{"do": f"step {n}"} for n in range(1, steps + 1)]
    wrong = case("x/1", op="session", args={"steps": asked}, expect=Expect(value=expected))
    return report([Outcome(wrong, Verdict.FAIL, Answer(1, value=got))])


def test_a_scenario_is_shown_down_to_the_first_observation_that_differs() -> None:
    shown = scenario(9, 2)
    assert '  step 1    {"do":"step 1"}\n  step 2    {"do":"step 2"}\n' in shown
    assert "step 3" not in shown
    assert '  expected  [{"seen":2}]\n  got       [{"seen":"other"}]\n' in shown
    assert '  differs   $[2][0].seen: expected 2, got "other"\n' in shown


def test_steps_long_before_the_difference_are_counted() -> None:
    assert "  steps     1 to 3 as expected; --all shows them\n  step 4 " in scenario(9, 9)


def test_causes_are_told_most_frequent_first_with_one_example_each() -> None:
    answer = Answer(1, error=Failure("not_future"))
    rare = [Outcome(case("x/rare", mistake="Rare."), Verdict.FAIL, answer)]
    often = [Outcome(case(f"x/{n}", mistake="Often."), Verdict.FAIL, answer) for n in range(5)]
    shown = report([*rare, *often])
    assert shown.index("5x Often.") < shown.index("1x Rare.")
    assert shown.count("FAILED") == 2
    assert "  and       x/1, x/2, x/3, and 1 more; --all shows them\n" in shown


def test_a_poor_port_has_a_report_of_two_screens() -> None:
    answer = Answer(1, error=Failure("not_future"))
    failed = [
        Outcome(case(f"x/{n}", mistake=f"Mistake {n % 40}."), Verdict.FAIL, answer)
        for n in range(3000)
    ]
    shown = report(failed)
    assert len(shown.splitlines()) <= 100
    assert "of 25 more causes" in shown


def test_lines_wrap_at_the_width_and_what_is_copied_does_not() -> None:
    look = Look({}, width=40)
    assert look.wrap(f"  why       {'word ' * 10}".rstrip()) == (
        "  why       word word word word word\n            word word word word word"
    )
    assert look.wrap("  rerun     " + "x" * 60) == "  rerun     " + "x" * 60
    assert Look({}).wrap("word " * 50) == "word " * 50


def test_long_values_are_cut() -> None:
    assert text.value("x" * 1000) == f'"{"x" * 399}… (1002 characters)'


def test_progress_is_shown_on_a_terminal_and_taken_away() -> None:
    stream = Terminal()
    progress = ProgressLine(stream)
    progress(3, 10)
    progress.clear()
    assert stream.getvalue() == "\r3 of 10 cases\r\x1b[K"


def test_progress_is_shown_nowhere_else() -> None:
    stream = StringIO()
    progress = ProgressLine(stream)
    progress(3, 10)
    progress.clear()
    assert stream.getvalue() == ""
