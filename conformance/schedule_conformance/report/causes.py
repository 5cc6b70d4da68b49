"""The failures of a run in groups, each with what most likely lies behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.report.about import failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.running.run import Result


class Cause(msgspec.Struct, frozen=True):
    """What lies behind some failures.

    Attributes:
        sentence: What it is, in a sentence.
        users: What users meet; empty where no classic mistake is known that explains them.
        outcomes: The failures, the most telling one first.
        matching: How many of the answers are those of a port that makes this mistake.
    """

    sentence: str
    users: str
    outcomes: Sequence[Outcome]
    matching: int = 0

    @property
    def matched(self) -> str:
        """How it was recognised, in a sentence; empty where no classic mistake is known."""
        if not self.matching:
            return ""
        others = len(self.outcomes) - self.matching
        further = f"; {others} more fail where such a port does" if others else ""
        several = f"{self.matching} answers are those"
        count = several if self.matching > 1 else "the answer is that"
        return f"{count} of a port that makes this mistake{further}"


def causes(result: Result) -> list[Cause]:
    """The causes, the most frequent first; each failure belongs to one of them.

    Failures that no classic mistake explains are grouped by what their cases say, where the
    catalogue is silent on them, or else by the first rule they show.
    """
    left = {outcome.case.id: outcome for outcome in failures(result)}
    found: list[Cause] = []
    for each in result.explanations:
        mine = [left.pop(id_) for id_ in each.failures if id_ in left]
        if mine:
            sentence, users = each.mistake.mistake, each.mistake.users
            found.append(Cause(sentence, users, _telling_first(mine, sentence), each.matching))
    groups: dict[str, list[Outcome]] = {}
    for outcome in left.values():
        groups.setdefault(_says(outcome, result), []).append(outcome)
    found += [Cause(said, "", _telling_first(mine, said)) for said, mine in groups.items()]
    return sorted(found, key=lambda cause: -len(cause.outcomes))


def by_case(result: Result) -> dict[str, str]:
    """By the id of each case that shows a mistake, what it most likely is, where that is known."""
    said = {
        outcome.case.id: outcome.case.mistake
        for outcome in result.outcomes
        if outcome.verdict.shows_mistake
        and outcome.case.mistake is not None
        and outcome.case.id not in result.catalogued
    }
    found = {id_: each.mistake.mistake for each in result.explanations for id_ in each.failures}
    return said | found


def _telling_first(outcomes: list[Outcome], sentence: str) -> list[Outcome]:
    """First those that name the mistake, and of them those by hand; scenarios are long."""

    def order(outcome: Outcome) -> tuple[bool, bool, bool]:
        case = outcome.case
        return case.mistake != sentence, "sweep" in case.tags, case.op == "session"

    return sorted(outcomes, key=order)


def examples(cause: Cause, most: int) -> list[Outcome]:
    """A few of its failures: first one of each operation and rule, then some from all over."""
    seen: set[tuple[str, str]] = set()
    first: list[Outcome] = []
    later: list[Outcome] = []
    for outcome in cause.outcomes:
        key = outcome.case.op, outcome.case.rules[0]
        (later if key in seen else first).append(outcome)
        seen.add(key)
    left = max(0, min(most - len(first), len(later)))
    return [*first[:most], *(later[place * len(later) // left] for place in range(left))]


def _says(outcome: Outcome, result: Result) -> str:
    if not outcome.verdict.shows_mistake:
        return "Entries on the list of known failures are out of date."
    if outcome.answer is None:
        return "The port failed as a process, or gave no answer."
    case = outcome.case
    guess = None if case.id in result.catalogued else case.mistake
    return guess or f"{case.rules[0]} is not followed."
