"""What is better and what is worse in each run than in the first, chapter by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.judging.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schedule_conformance.report.comparing.recorded import Recorded

_PASSES = frozenset({Verdict.PASS, Verdict.MAY, Verdict.TZ, Verdict.STALE})
_FAILS = frozenset({Verdict.FAIL, Verdict.ERRORED, Verdict.KNOWN})


class Change(msgspec.Struct, frozen=True):
    """A case of another standing than in the first run; None where it was not in a run."""

    id: str
    rules: list[str]
    before: Verdict | None
    after: Verdict | None

    @property
    def words(self) -> str:
        """From which verdict to which."""
        before, after = (each or "not asked" for each in (self.before, self.after))
        return f"{before} → {after}"


class Comparison(msgspec.Struct, frozen=True):
    """A run beside the first one.

    Attributes:
        recorded: The run.
        better: The cases that pass and did not, or do not fail any more.
        worse: The cases that passed and do not, or fail and did not.
        apart: How many cases are in one of the two alone, where their corpora differ.
        shared: How many are in both.
    """

    recorded: Recorded
    better: list[Change]
    worse: list[Change]
    apart: int
    shared: int


class Cell(msgspec.Struct, frozen=True):
    """A chapter in a run: how many cases passed, of how many judged, and how many moved."""

    passed: int
    judged: int
    better: int
    worse: int


def compared(first: Recorded, other: Recorded) -> Comparison:
    """A run beside the first.

    A case that is missing counts as not judged, as one does that is unsupported or skipped: no run
    gets better by leaving out what fails. Only where the corpora are known to differ, what is in
    one alone is not compared.
    """
    differ = first.run.corpus != other.run.corpus
    shared = first.cases.keys() & other.cases.keys()
    better: list[Change] = []
    worse: list[Change] = []
    for id_ in first.cases | other.cases:
        if differ and id_ not in shared:
            continue
        before, after = _verdict(first, id_), _verdict(other, id_)
        gain = _rank(after) - _rank(before)
        if gain:
            rules = (other.cases.get(id_) or first.cases[id_]).rules
            (better if gain > 0 else worse).append(Change(id_, rules, before, after))
    apart = len(first.cases.keys() ^ other.cases.keys()) if differ else 0
    return Comparison(other, better, worse, apart, len(shared))


def matrix(first: Recorded, others: Sequence[Comparison]) -> dict[str, list[Cell]]:
    """The cells of each chapter, the first run's first; then those of all chapters together."""
    runs = [first, *(each.recorded for each in others)]
    chapters = dict.fromkeys(case.chapter for run in runs for case in run.cases.values())
    columns = [_column(first, None), *(_column(each.recorded, each) for each in others)]
    table = {
        chapter: [column.get(chapter, Cell(0, 0, 0, 0)) for column in columns]
        for chapter in chapters
    }
    return table | {"in all": [_total(column.values()) for column in columns]}


def _column(run: Recorded, comparison: Comparison | None) -> dict[str, Cell]:
    counts: dict[str, list[int]] = {}
    for case in run.cases.values():
        count = counts.setdefault(case.chapter, [0, 0, 0, 0])
        count[0] += case.verdict in _PASSES
        count[1] += case.verdict in _PASSES or case.verdict in _FAILS
    for place, changes in _moved(comparison):
        for change in changes:
            counts.setdefault(change.id.partition("/")[0], [0, 0, 0, 0])[place] += 1
    return {chapter: Cell(*count) for chapter, count in counts.items()}


def _moved(comparison: Comparison | None) -> Iterator[tuple[int, list[Change]]]:
    if comparison is not None:
        yield 2, comparison.better
        yield 3, comparison.worse


def _verdict(run: Recorded, id_: str) -> Verdict | None:
    case = run.cases.get(id_)
    return None if case is None else case.verdict


def _total(cells: Iterable[Cell]) -> Cell:
    listed = list(cells)
    return Cell(
        sum(each.passed for each in listed),
        sum(each.judged for each in listed),
        sum(each.better for each in listed),
        sum(each.worse for each in listed),
    )


def _rank(verdict: Verdict | None) -> int:
    """2 where the case passes, 0 where it fails, 1 where nothing was judged."""
    if verdict in _PASSES:
        return 2
    return 0 if verdict in _FAILS else 1
