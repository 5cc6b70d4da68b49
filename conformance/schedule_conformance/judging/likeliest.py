"""Which classic mistakes explain best what a port failed.

`mistakes.json` holds the answers of ports that make one classic mistake each and no other, as
fingerprints. A mistake comes into question where the port's answers match them; where nothing
matches, nothing is said.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.judging.fingerprint import Fingerprint, fingerprint, kind
from schedule_conformance.judging.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FILE = Path(__file__).with_name("mistakes.json")

_LEAST = 0.6
_PARTLY = 0.5


class Mistake(msgspec.Struct, frozen=True):
    """A classic mistake: its name, its sentence, what users meet, and the answers it leads to.

    Attributes:
        cases: The cases by hand that fail, each with the fingerprint of the wrong answer, its
            marks separated by spaces.
        others: The same of the examples of the spec, and of a sample of the sweep.
        kinds: What it does wrong anywhere in the sweep.
    """

    name: str
    mistake: str
    users: str
    cases: dict[str, str]
    others: dict[str, str] = {}
    kinds: list[str] = []


class Explanation(msgspec.Struct, frozen=True):
    """A mistake that the port seems to make, and the failures that it explains.

    Attributes:
        mistake: The mistake.
        failures: The ids of the failed cases, in the order of the run.
        matching: How many answers to them match those of a port that makes this mistake.
    """

    mistake: Mistake
    failures: list[str]
    matching: int


class _Candidate(msgspec.Struct, frozen=True):
    """A mistake, the failed cases whose answers match it, and how much speaks for it.

    A match weighs 1 where the answer differs in nothing else, and less where it does. `share` is
    the weight of all matches, as a part of all cases that were answered and show the mistake.
    """

    mistake: Mistake
    matched: dict[str, float]
    share: float


@cache
def mistakes() -> list[Mistake]:
    """The classic mistakes, in the order of the catalogue."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Mistake])


def likeliest(outcomes: Sequence[Outcome], known: Sequence[Mistake]) -> list[Explanation]:
    """The mistakes that explain the failures of a run, the one that explains most first.

    Of all mistakes the one is taken whose answers match most of the failures not explained so far,
    less where cases that show it passed. Then those are explained, and the rest is looked at. In
    the end, a failure whose own answer matches none is laid to a mistake found before that makes
    the same case fail: what two mistakes do to one answer is the answer of neither.
    """
    failed = {each.case.id: each for each in outcomes_that_fail(outcomes)}
    passed = {each.case.id for each in outcomes if each.verdict is Verdict.PASS}
    marks = {
        id_: fingerprint(each.case, each.answer)
        for id_, each in failed.items()
        if each.answer is not None or each.verdict is Verdict.ERRORED
    }
    candidates = [
        candidate
        for mistake in known
        if (candidate := _candidate(mistake, marks, passed)) is not None
    ]
    chosen: list[_Candidate] = []
    explained: dict[str, int] = {}
    while candidates:
        best = max(candidates, key=lambda each: _weight(each, explained))
        gained = best.matched.keys() - explained.keys()
        if not gained:
            break
        explained |= dict.fromkeys(gained, len(chosen))
        chosen.append(best)
        candidates.remove(best)
    for id_, outcome in failed.items():
        if id_ not in explained:
            found = next((n for n, each in enumerate(chosen) if _concerns(each, outcome)), None)
            if found is not None:
                explained[id_] = found
    explanations = []
    for number, each in enumerate(chosen):
        failures = [id_ for id_ in failed if explained.get(id_) == number]
        explanations.append(
            Explanation(each.mistake, failures, len(each.matched.keys() & set(failures)))
        )
    return sorted(explanations, key=lambda each: -len(each.failures))


def of_one(outcome: Outcome) -> str | None:
    """What most likely lies behind one failure, seen alone.

    Many mistakes may lead to one answer. So it is the mistake that the case names, if its port
    answers so, or else the only one that does; the case's own word, if it is not catalogued.
    """
    case, known = outcome.case, mistakes()
    if case.id not in catalogued([outcome], known):
        return case.mistake if outcome.verdict is Verdict.FAIL else None
    if outcome.verdict is Verdict.FAIL and outcome.answer is None:
        return None
    marks = set(fingerprint(case, outcome.answer))
    shown = [(each.mistake, (each.cases | each.others).get(case.id, "")) for each in known]
    fitting = [sentence for sentence, text in shown if set(text.split()) == marks]
    if case.mistake in fitting:
        return case.mistake
    return fitting[0] if len(fitting) == 1 else None


def catalogued(outcomes: Iterable[Outcome], known: Sequence[Mistake]) -> frozenset[str]:
    """The ids of the failed cases that some known mistake makes fail."""
    shown = {id_ for mistake in known for id_ in (*mistake.cases, *mistake.others)}
    return frozenset(each.case.id for each in outcomes_that_fail(outcomes)) & shown


def outcomes_that_fail(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes that show a mistake of the port."""
    return [outcome for outcome in outcomes if outcome.verdict.shows_mistake]


def _candidate(
    mistake: Mistake, marks: Mapping[str, Fingerprint], passed: set[str]
) -> _Candidate | None:
    """The mistake, if answers match it, and more than cases that show it passed."""
    shown = mistake.cases | mistake.others
    matched = {
        id_: weight
        for id_, text in shown.items()
        if id_ in marks and (weight := _match(set(text.split()), marks[id_]))
    }
    if not matched:
        return None
    share = sum(matched.values()) / (len(matched) + len(passed & shown.keys()))
    return _Candidate(mistake, matched, share) if share >= _LEAST else None


def _match(marks: set[str], answer: Fingerprint) -> float:
    """How much an answer that makes every difference of a mistake speaks for it."""
    if not marks.issubset(answer):
        return 0
    return 1 if len(marks) == len(answer) else _PARTLY


def _weight(candidate: _Candidate, explained: Mapping[str, int]) -> tuple[float, float]:
    gained = sum(w for id_, w in candidate.matched.items() if id_ not in explained)
    return gained * candidate.share**2, candidate.share


def _concerns(candidate: _Candidate, outcome: Outcome) -> bool:
    """Whether a mistake makes a case fail, however the answer looks where it is not alone."""
    mistake, case = candidate.mistake, outcome.case
    if "sweep" in case.tags:
        return kind(case, outcome.answer) in mistake.kinds
    return case.id in mistake.cases or case.id in mistake.others
