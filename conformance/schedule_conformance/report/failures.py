"""Failures grouped by their likeliest cause, and one of them in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base.printable import printable_lines
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report import scenario, text
from schedule_conformance.report.look import BOLD, FAINT, RED, Look, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.judging.likeliest import Explanation
    from schedule_conformance.running.run import Result

_LONGEST = 240
_LABELS = {Verdict.FAIL: "FAILED", Verdict.ERRORED: "ERRORED"}
_IDS_SHOWN = 3


class Group(msgspec.Struct, frozen=True):
    """Failures of one cause, or of one rule where no cause is known; the telling one first."""

    outcomes: Sequence[Outcome]
    explanation: Explanation | None = None


def groups(result: Result) -> list[Group]:
    """The failures of a run, those of the most frequent cause first, and those of none last."""
    left = {each.case.id: each for each in result.outcomes if each.verdict.counts_against}
    found = []
    for explanation in result.explanations:
        outcomes = [left.pop(id_) for id_ in explanation.failures if id_ in left]
        if outcomes:
            sentence = explanation.mistake.mistake
            outcomes.sort(key=lambda outcome, said=sentence: _telling(outcome, said))
            found.append(Group(outcomes, explanation))
    alike: dict[tuple[Verdict, str], list[Outcome]] = {}
    for outcome in left.values():
        what = outcome.case.rules[0] if outcome.verdict is Verdict.FAIL else outcome.note or ""
        alike.setdefault((outcome.verdict, what), []).append(outcome)
    rest = [Group(sorted(outcomes, key=_telling)) for outcomes in alike.values()]
    return [*found, *sorted(rest, key=lambda group: -len(group.outcomes))]


def _telling(outcome: Outcome, sentence: str | None = None) -> tuple[bool, bool, bool]:
    """Orders failures: those that name the mistake, those by hand, and short ones come first."""
    case = outcome.case
    named = sentence is not None and case.mistake == sentence
    return not named, "sweep" in case.tags, case.op == "session"


def heading(group: Group, look: Look) -> str:
    """The cause of a group, and how many failures it has."""
    first = group.outcomes[0]
    count = look.paint(f"{len(group.outcomes)}x", BOLD)
    if group.explanation is not None:
        return f"{count} {look.paint(group.explanation.mistake.mistake, BOLD)}"
    if first.verdict is Verdict.STALE:
        return f"{count} passed though known to fail"
    if first.verdict is Verdict.ERRORED:
        return f"{count} no answer"
    return f"{count} {look.rule(first.case.rules[0])}"


def lines(group: Group, result: Result, look: Look) -> Iterator[str]:
    """The heading of a group, its telling failure in full, and the ids of the others."""
    explanation, others = group.explanation, group.outcomes[1:]
    if explanation is not None or others:
        yield heading(group, look)
    if explanation is not None:
        yield field("users", explanation.mistake.users)
        yield field("matched", _matched(explanation))
    yield from failure(group.outcomes[0], result, look, explained=explanation is not None)
    if look.everything:
        for outcome in others:
            yield from failure(outcome, result, look, explained=explanation is not None)
    elif others:
        yield field("and", _ids(others))


def _matched(explanation: Explanation) -> str:
    matching, failures = explanation.matching, len(explanation.failures)
    others = f"; {failures - matching} more fit it" if matching < failures else ""
    count = f"{matching} answers are those" if matching > 1 else "the answer is that"
    return f"{count} of a port that makes this mistake{others}"


def _ids(outcomes: Sequence[Outcome]) -> str:
    shown = ", ".join(outcome.case.id for outcome in outcomes[:_IDS_SHOWN])
    left = len(outcomes) - _IDS_SHOWN
    return f"{shown}, and {left} more; --all shows them" if left > 0 else f"{shown}; --all"


def failure(outcome: Outcome, result: Result, look: Look, *, explained: bool) -> Iterator[str]:
    """One failure; its case's own word on the cause, if none was found."""
    case, longest = outcome.case, look.longest(_LONGEST)
    word = _LABELS.get(outcome.verdict, "PASSED THOUGH KNOWN TO FAIL")
    yield f"{look.paint(word, RED, BOLD)} {look.paint(case.id, BOLD)}"
    for rule in case.rules:
        yield field("rule", look.rule(rule))
    yield from details(outcome, longest)
    if not explained and case.id in result.guesses:
        yield field("perhaps", result.guesses[case.id])
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
