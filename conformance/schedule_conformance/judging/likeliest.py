"""Which classic mistakes explain best what a port failed.

`mistakes.json` says of each classic mistake exactly which cases fail where it is made: they were
put to a port that makes this mistake and no other.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.judging.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schedule_conformance.judging.verdict import Outcome

FILE = Path(__file__).with_name("mistakes.json")

_SHARE = 0.8


class Mistake(msgspec.Struct, frozen=True):
    """A classic mistake: its name, its sentence, what users meet, and the cases that fail."""

    name: str
    mistake: str
    users: str
    cases: frozenset[str]


class Explanation(msgspec.Struct, frozen=True):
    """A mistake that the port seems to make, and how many failures it alone explains."""

    mistake: Mistake
    failures: int


def mistakes() -> list[Mistake]:
    """The classic mistakes, in the order of the catalogue."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Mistake])


def likeliest(outcomes: Iterable[Outcome], known: Sequence[Mistake]) -> list[Explanation]:
    """The mistakes that explain the failures of a run, the best explanation first.

    A mistake comes into question where most of the cases that show it, as far as they were asked,
    failed. Of those the one is taken that explains most of the failures not explained so far, less
    where cases that show it passed.
    """
    failed: set[str] = set()
    asked: set[str] = set()
    for outcome in outcomes:
        if outcome.verdict.shows_mistake:
            failed.add(outcome.case.id)
        if outcome.verdict.shows_mistake or outcome.verdict is Verdict.PASS:
            asked.add(outcome.case.id)
    candidates = [
        (mistake, shown, len(shown & failed) / len(shown))
        for mistake in known
        if (shown := mistake.cases & asked)
    ]
    candidates = [candidate for candidate in candidates if candidate[2] >= _SHARE]
    explanations: list[Explanation] = []
    while candidates:
        mistake, shown, _ = max(candidates, key=lambda one: len(one[1] & failed) * one[2])
        count = len(shown & failed)
        if count == 0:
            break
        explanations.append(Explanation(mistake, count))
        failed -= shown
    return explanations
