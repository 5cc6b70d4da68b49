"""The failures of a run in groups, each with what most likely lies behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.judging.likeliest import likeliest, mistakes
from schedule_conformance.report.about import failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.running.run import Result


class Cause(msgspec.Struct, frozen=True):
    """What lies behind some failures: a sentence, what users meet, and the failures.

    `users` is empty where no classic mistake is known that explains them.
    """

    sentence: str
    users: str
    outcomes: Sequence[Outcome]


def causes(result: Result) -> list[Cause]:
    """The causes, the most frequent first; each failure belongs to one of them.

    Failures that no classic mistake explains are grouped by what their cases say, or else by the
    first rule they show.
    """
    left = {outcome.case.id: outcome for outcome in failures(result)}
    found: dict[str, Cause] = {}
    for each in likeliest(result.outcomes, mistakes()):
        mine = [left.pop(id_) for id_ in list(left) if id_ in each.mistake.cases]
        if mine:
            found[each.mistake.mistake] = Cause(each.mistake.mistake, each.mistake.users, mine)
    groups: dict[str, list[Outcome]] = {}
    for outcome in left.values():
        groups.setdefault(_says(outcome), []).append(outcome)
    for sentence, outcomes in groups.items():
        earlier = found.get(sentence, Cause(sentence, "", ()))
        found[sentence] = Cause(sentence, earlier.users, [*earlier.outcomes, *outcomes])
    return sorted(found.values(), key=lambda cause: -len(cause.outcomes))


def examples(cause: Cause, most: int) -> list[Outcome]:
    """A few of its failures: the first of each operation and rule come first."""
    seen: set[tuple[str, str]] = set()
    first: list[Outcome] = []
    later: list[Outcome] = []
    for outcome in cause.outcomes:
        key = outcome.case.op, outcome.case.rules[0]
        (later if key in seen else first).append(outcome)
        seen.add(key)
    return [*first, *later][:most]


def _says(outcome: Outcome) -> str:
    if not outcome.verdict.shows_mistake:
        return "Entries on the list of known failures are out of date."
    if outcome.answer is None:
        return "The port failed as a process, or gave no answer."
    return outcome.case.mistake or f"{outcome.case.rules[0]} is not followed."
