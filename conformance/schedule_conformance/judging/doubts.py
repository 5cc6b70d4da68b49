"""Why a run is not a pass though no case of it failed: what it did not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.base.usage import did_you_mean
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import OPS, Op

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_UNJUDGED = (Verdict.UNSUPPORTED, Verdict.SKIPPED)


def misspelt(listed: Collection[str]) -> Iterator[str]:
    """A sentence on each name in `hello.ops` that is no operation of the protocol."""
    for op in listed:
        if op not in OPS:
            hint = did_you_mean(op, OPS - set(listed))
            yield f"the port lists {op!r}, which is no operation of the protocol{hint}"


def doubts(
    listed: Collection[str], outcomes: Sequence[Outcome], required: Sequence[Op]
) -> Iterator[str]:
    """Sentences on what keeps a run from being a pass.

    `listed` are the operations that the port says it has; `required` those that must be shown.
    """
    yield from misspelt(listed)
    judged = {outcome.case.op for outcome in outcomes if outcome.verdict not in _UNJUDGED}
    for op in required:
        if op not in listed:
            yield f"the port does not list {op}, which is required"
        elif op not in judged:
            yield f"no case of {op} was judged, which is required"
    if not judged:
        counts = [
            f"{number} {verdict}"
            for verdict in _UNJUDGED
            if (number := sum(outcome.verdict is verdict for outcome in outcomes))
        ]
        yield f"nothing was judged: of {len(outcomes)} cases, {' and '.join(counts)}"
