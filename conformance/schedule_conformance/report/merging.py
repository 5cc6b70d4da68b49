"""The results of several runs as one: of shares of a corpus, most often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from schedule_conformance.base.usage import UsageError
from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.doubts import doubts
from schedule_conformance.judging.verdict import Outcome
from schedule_conformance.ports.messages import Op
from schedule_conformance.running.provenance import Provenance
from schedule_conformance.running.run import Result

Named: TypeAlias = Sequence[tuple[str, Result]]
"""Results, each with the name of its report."""

_SHARD = "--shard"


def merged(results: Named, corpus: Mapping[str, Case], required: Sequence[Op] = ()) -> Result:
    """One result of several, of the same port and corpus.

    A case that several have counts once, with a verdict that counts against the port if any does.
    It is no pass where a share is missing.

    Args:
        results: At least one.
        corpus: The cases by id, in the order that those of the result shall have.
        required: Operations of which a case must be judged by any of them.

    Raises:
        UsageError: they are of different ports, suites or corpora.
    """
    _see_that_they_fit(results)
    _, first = results[0]
    outcomes: dict[str, Outcome] = {}
    repeated: dict[str, bool] = {}
    for _, result in results:
        for outcome in result.outcomes:
            name = outcome.case.id
            before = outcomes.setdefault(name, outcome)
            if before is not outcome:
                differs = before.verdict is not outcome.verdict
                repeated[name] = repeated.get(name, False) or differs
                if outcome.verdict.counts_against and not before.verdict.counts_against:
                    outcomes[name] = outcome
    ordered = [outcomes[name] for name in corpus if name in outcomes]
    notes = [note for _, result in results for note in result.notes]
    given_up = [f"{name}: {result.given_up}" for name, result in results if result.given_up]
    seconds = sum((Counter(result.chapter_seconds) for _, result in results), Counter[str]())
    return Result(
        hello=first.hello,
        again=first.again,
        outcomes=ordered,
        notes=list(dict.fromkeys([*notes, *_overlaps(repeated)])),
        given_up="; ".join(given_up) or None,
        seconds=sum(result.seconds for _, result in results),
        doubts=[*doubts(first.hello.ops, ordered, required), *_gaps(results)],
        chapter_seconds=seconds,
        provenance=replace(first.provenance, selection=_selection(results)),
    )


def _see_that_they_fit(results: Named) -> None:
    first_name, first = results[0]
    for name, result in results[1:]:
        for what, one, other in (
            ("the port", first.hello, result.hello),
            ("the version of the suite", first.provenance.suite, result.provenance.suite),
            ("the corpus", first.provenance.corpus, result.provenance.corpus),
        ):
            if one != other:
                raise UsageError(f"{what} of {name} is not that of {first_name}: not one run")


def _overlaps(repeated: Mapping[str, bool]) -> Iterator[str]:
    if repeated:
        yield f"cases that are in several reports, and count once: {len(repeated)}"
    differing = [name for name, differs in repeated.items() if differs]
    if differing:
        shown = ", ".join(differing[:3]) + (", …" if len(differing) > 3 else "")
        yield f"cases with another verdict in another report: {len(differing)} ({shown})"


def _gaps(results: Named) -> Iterator[str]:
    """A sentence on each share of a selection that is missing."""
    present: defaultdict[tuple[tuple[str, ...], int], set[int]] = defaultdict(set)
    for _, result in results:
        words, shard = _parted(result.provenance)
        if shard is not None:
            present[words, shard[1]].add(shard[0])
    for (words, shares), found in present.items():
        missing = [f"{share}/{shares}" for share in range(1, shares + 1) if share not in found]
        if missing:
            of = f" of {' '.join(words)}" if words else ""
            are = "is" if len(missing) == 1 else "are"
            yield f"{', '.join(missing)}{of} {are} missing"


def _selection(results: Named) -> list[str]:
    """The words that chose all the cases, those of several selections joined by `and`."""
    selections = dict.fromkeys(_parted(result.provenance)[0] for _, result in results)
    if () in selections:
        return []
    first, *others = selections
    return [*first, *(word for words in others for word in ("and", *words))]


def _parted(provenance: Provenance) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """The words of a selection without those of its share, and the share."""
    words = list(provenance.selection)
    if _SHARD not in words[:-1]:
        return tuple(words), None
    at = words.index(_SHARD)
    share, _, shares = words[at + 1].partition("/")
    if not (share.isdecimal() and shares.isdecimal()):
        raise UsageError(f"{words[at + 1]!r} is not a share such as 2/3")
    return (*words[:at], *words[at + 2 :]), (int(share), int(shares))
