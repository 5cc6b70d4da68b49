"""Making a scenario smaller step by step, where Hypothesis left something that is not needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from schedule_conformance.fuzz.question.divergence import Divergence
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.fuzz.strategies.determined import determined

Json = dict[str, Any]


_LONGEST_CUT = 4


def reduced(divergence: Divergence, judge: Callable[[Question], Divergence | None]) -> Divergence:
    """A divergence of the same kind, from whose scenario nothing more can be left out."""
    while (smaller := _smaller(divergence, judge)) is not None:
        divergence = smaller
    return divergence


def _smaller(
    divergence: Divergence, judge: Callable[[Question], Divergence | None]
) -> Divergence | None:
    for args in _cuts(divergence.question.args):
        if determined(args):
            found = judge(Question("session", args))
            if found is not None and found.kind == divergence.kind:
                return found
    return None


def _cuts(args: Json) -> Iterator[Json]:
    """The scenario without some steps, the last ones first, or with less of a log at its start."""
    steps, events = args["steps"], args["events"]
    for end in range(len(steps), 0, -1):
        for length in range(1, min(_LONGEST_CUT, end) + 1):
            yield args | {"steps": [*steps[: end - length], *steps[end:]]}
    for pair in combinations(range(len(steps)), 2):
        # A turn's start and end can only go together, whatever lies between.
        yield args | {"steps": [step for place, step in enumerate(steps) if place not in pair]}
    seed = args.get("seedLength", 0)
    for end in range(len(events), 0, -1):
        cut = args | {"events": [*events[: end - 1], *events[end:]]}
        yield cut | {"seedLength": seed - 1} if end <= seed else cut
    if "seedLength" in args:
        yield {name: value for name, value in args.items() if name != "seedLength"}
