"""What a campaign, or several together, have by now."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from schedule_conformance.fuzz.question.coverage import Coverage
from schedule_conformance.fuzz.question.divergence import Divergence, Kind
from schedule_conformance.ports.messages import Op


class Tally(msgspec.Struct, kw_only=True):
    """What was found and counted.

    Attributes:
        op: The operation that is asked about.
        asked: How many questions were put to the port.
        found: The divergences, one of each kind.
        coverage: What the questions touched.
        notes: What befell the campaign that has nothing to do with the port.
    """

    op: Op | None = None
    asked: int = 0
    found: list[Divergence] = []
    coverage: Coverage = msgspec.field(default_factory=Coverage)
    notes: list[str] = []


def together(tallies: Iterable[Tally]) -> Tally:
    """Several campaigns as one; of divergences of one kind, the first stands for all."""
    whole = Tally()
    kinds: dict[Kind, Divergence] = {}
    for tally in tallies:
        whole.op = tally.op or whole.op
        whole.asked += tally.asked
        whole.coverage.add(tally.coverage)
        whole.notes += [note for note in tally.notes if note not in whole.notes]
        for divergence in tally.found:
            kinds.setdefault(divergence.kind, divergence)
    whole.found = list(kinds.values())
    return whole
