"""The conformance statement: what a port claims and passes, as JSON to be published."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import IO, TYPE_CHECKING, Any, Literal

import msgspec

from schedule_conformance.base import data, jsontext
from schedule_conformance.corpus.classes import ConformanceClass, class_of, conformance_classes
from schedule_conformance.corpus.history import load_history
from schedule_conformance.judging.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.running.run import Result

FORMAT = 1
SURROGATES = "surrogates"
Standing = Literal["passed", "known failures", "failed", "incomplete", "not claimed", "not tested"]


def write(result: Result, corpus: Sequence[Case], today: date, stream: IO[str]) -> None:
    """Write the statement on a run; `corpus` tells how many cases each class has in all."""
    text = msgspec.json.format(jsontext.encode(statement(result, corpus, today)), indent=2)
    stream.write(text.decode() + "\n")


def statement(result: Result, corpus: Sequence[Case], today: date) -> dict[str, Any]:
    """What a run says of its port, class by class."""
    outcomes = defaultdict(list)
    for outcome in result.outcomes:
        outcomes[class_of(outcome.case).name].append(outcome)
    sizes = Counter(class_of(case).name for case in corpus)
    standings = {
        each.name: standing(outcomes[each.name], sizes[each.name]) for each in conformance_classes()
    }
    return {
        "statement": FORMAT,
        "date": today.isoformat(),
        "specification": load_history(data.folder("spec")).latest,
        "suite": {"version": result.provenance.suite, "corpus": result.provenance.corpus},
        "selection": list(result.provenance.selection),
        "port": {
            "name": result.hello.name,
            "version": result.hello.version,
            "language": result.hello.language,
        },
        "profiles": {
            "tz": result.hello.tz,
            "lone_surrogates": _holds_surrogates(result),
        },
        "classes": [_class(each, standings, outcomes[each.name]) for each in conformance_classes()],
        "known_failures": [
            {"id": outcome.case.id, "reason": outcome.note}
            for outcome in result.outcomes
            if outcome.verdict is Verdict.KNOWN
        ],
        "notes": list(result.notes),
    }


def standing(outcomes: Sequence[Outcome], size: int) -> Standing:
    """What the outcomes say of a class that has so many cases in all."""
    verdicts = {outcome.verdict for outcome in outcomes}
    if not verdicts - {Verdict.SKIPPED}:
        return "not tested"
    if verdicts == {Verdict.UNSUPPORTED}:
        return "not claimed"
    if any(verdict.counts_against for verdict in verdicts):
        return "failed"
    if len(outcomes) < size or any(map(_is_open, outcomes)):
        return "incomplete"
    return "known failures" if Verdict.KNOWN in verdicts else "passed"


def _class(
    each: ConformanceClass, standings: dict[str, Standing], outcomes: Sequence[Outcome]
) -> dict[str, Any]:
    """A class, whether it may be claimed with the classes it needs, and its verdicts."""
    needed = [standings[name] for name in (each.name, *each.needs)]
    counts = Counter(outcome.verdict.value for outcome in outcomes)
    return {
        "class": each.name,
        "standing": standings[each.name],
        "needs": each.needs,
        "may_claim": set(needed) == {"passed"},
        "cases": dict(counts),
    }


def _holds_surrogates(result: Result) -> bool | None:
    """Whether the port's strings hold unpaired surrogates; None if that was not asked."""
    asked = [
        outcome
        for outcome in result.outcomes
        if SURROGATES in outcome.case.tags and outcome.case.op in result.hello.ops
    ]
    return not any(map(_lacks_surrogates, asked)) if asked else None


def _lacks_surrogates(outcome: Outcome) -> bool:
    return outcome.verdict is Verdict.UNSUPPORTED and SURROGATES in outcome.case.tags


def _is_open(outcome: Outcome) -> bool:
    if outcome.verdict is Verdict.UNSUPPORTED:
        return not _lacks_surrogates(outcome)
    return outcome.verdict is Verdict.SKIPPED
