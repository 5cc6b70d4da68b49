"""A cause of failures with a telling one, and one failure in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.base.printable import printable_lines
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report import scenario, text
from schedule_conformance.report.look import BOLD, FAINT, RED, Look, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.report.causes import Cause
    from schedule_conformance.running.run import Result

_LONGEST = 240
_LABELS = {Verdict.FAIL: "FAILED", Verdict.ERRORED: "ERRORED"}
_IDS_SHOWN = 3


def heading(cause: Cause, look: Look) -> str:
    """A cause, and how many failures it has."""
    return f"{look.paint(f'{len(cause.outcomes)}x', BOLD)} {look.paint(cause.sentence, BOLD)}"


def lines(cause: Cause, result: Result, look: Look) -> Iterator[str]:
    """A cause, its telling failure in full, and the ids of the others."""
    first, *others = cause.outcomes
    yield heading(cause, look)
    if cause.matching:
        yield field("users", cause.users)
        yield field("matched", cause.matched)
    yield from failure(first, result, look)
    if look.everything:
        for outcome in others:
            yield from failure(outcome, result, look)
    elif others:
        yield field("and", _ids(others))


def _ids(outcomes: Sequence[Outcome]) -> str:
    shown = ", ".join(outcome.case.id for outcome in outcomes[:_IDS_SHOWN])
    left = len(outcomes) - _IDS_SHOWN
    return f"{shown}, and {left} more; --all shows them" if left > 0 else f"{shown}; --all"


def failure(outcome: Outcome, result: Result, look: Look) -> Iterator[str]:
    """One failure."""
    case, longest = outcome.case, look.longest(_LONGEST)
    word = _LABELS.get(outcome.verdict, "PASSED THOUGH KNOWN TO FAIL")
    yield f"{look.paint(word, RED, BOLD)} {look.paint(case.id, BOLD)}"
    for rule in case.rules:
        yield field("rule", look.rule(rule))
    yield from details(outcome, longest)
    yield field("rerun", look.paint(text.rerun(case, result.again), FAINT))


def details(outcome: Outcome, longest: int | None) -> Iterator[str]:
    """Why the expectation of a failed case is right, and what was given, expected and got."""
    case, answer = outcome.case, outcome.answer
    yield field("why", case.why)
    if case.op == "session" and case.expect.accepts:
        yield from scenario.steps(case.args, case.expect, answer, longest=longest)
    else:
        yield field("given", f"{case.op} {text.value(case.args, longest)}")
        yield field("expected", text.result(case.expect, longest))
        if answer is not None:
            yield field("got", text.result(answer, longest))
            yield from (field("differs", place) for place in text.places(case, answer))
    if outcome.note is not None:
        yield from (field("error", line) for line in printable_lines(outcome.note))
