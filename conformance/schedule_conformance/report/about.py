"""What every report says of its run: suite, corpus, port and selection; the verdict in words."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from schedule_conformance.base.printable import printable
from schedule_conformance.corpus.classes import class_of
from schedule_conformance.judging.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from schedule_conformance.running.run import Result

LABELS = {
    Verdict.PASS: "passed",
    Verdict.FAIL: "failed",
    Verdict.ERRORED: "errored",
    Verdict.STALE: "passed though known to fail",
    Verdict.KNOWN: "known failures",
    Verdict.TZ: "tz (another tz release)",
    Verdict.MAY: "differ where they may",
    Verdict.UNSUPPORTED: "unsupported",
    Verdict.SKIPPED: "skipped",
}
"""Each verdict as a count of it is told, in the order of reports."""

_VERDICTS = {0: "pass", 1: "fail", 2: "given up"}


def facts(result: Result) -> dict[str, str]:
    """What tells this run from another, each fact on one line; what is not known is left out."""
    hello, provenance = result.hello, result.provenance
    said = {
        "suite": provenance.suite,
        "corpus": provenance.corpus,
        "port": hello.name,
        "port version": hello.version,
        "language": hello.language,
        "tz": hello.tz or "",
        "selection": shlex.join(provenance.selection) or "all cases",
    }
    return {name: printable(content) for name, content in said.items() if content}


def verdict(result: Result) -> str:
    """The run in one or two words."""
    return _VERDICTS.get(result.exit_code, "not a pass")


def tally(counts: Counter[Verdict]) -> str:
    """The counts of verdicts as a list in words, those of passes and failures in any case."""
    always = (Verdict.PASS, Verdict.FAIL)
    return ", ".join(
        f"{counts[each]} {label}"
        for each, label in LABELS.items()
        if counts[each] or each in always
    )


def failures(result: Result) -> list[Outcome]:
    """The outcomes that count against the port."""
    return [outcome for outcome in result.outcomes if outcome.verdict.counts_against]


def warnings(result: Result) -> Iterator[str]:
    """What must be known before a count is believed, each as a sentence on one line."""
    if result.given_up is not None:
        yield f"given up: {printable(result.given_up)}"
    yield from (f"not a pass: {printable(doubt)}" for doubt in result.doubts)
    yield from (f"note: {printable(note)}" for note in result.notes)


def excused(result: Result) -> list[tuple[Verdict, str, list[str]]]:
    """What neither passed nor failed: verdict, reason and ids, in the order of the verdicts."""
    groups: dict[tuple[Verdict, str], list[str]] = {}
    for outcome in result.outcomes:
        if outcome.verdict is not Verdict.PASS and not outcome.verdict.counts_against:
            key = outcome.verdict, printable(outcome.note or "")
            groups.setdefault(key, []).append(outcome.case.id)
    order = list(LABELS)
    return sorted(
        ((verdict, reason, ids) for (verdict, reason), ids in groups.items()),
        key=lambda group: (order.index(group[0]), group[1]),
    )


def by_chapter(outcomes: Sequence[Outcome]) -> dict[str, Counter[Verdict]]:
    """The counts of each chapter, in the order of the run."""
    return _counted(outcomes, lambda outcome: outcome.case.chapter)


def by_class(outcomes: Sequence[Outcome]) -> dict[str, Counter[Verdict]]:
    """The counts of each conformance class, in the order of the run."""
    return _counted(outcomes, lambda outcome: class_of(outcome.case).name)


def _counted(
    outcomes: Sequence[Outcome], group: Callable[[Outcome], str]
) -> dict[str, Counter[Verdict]]:
    counts: dict[str, Counter[Verdict]] = {}
    for outcome in outcomes:
        counts.setdefault(group(outcome), Counter())[outcome.verdict] += 1
    return counts
