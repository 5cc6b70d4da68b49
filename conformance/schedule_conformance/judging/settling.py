"""The last word on the outcomes of a run: what a tz release excuses, and what was foretold."""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING

from schedule_conformance.judging import tz
from schedule_conformance.judging.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.corpus.known import Known


def settle(
    outcomes: Sequence[Outcome], release: tz.PortRelease | None, known: Sequence[Known]
) -> list[Outcome]:
    """The outcomes as they are reported; `release` is None where no verdict depends on it."""
    if release is not None:
        outcomes = tz.settle(outcomes, release)
    return foretold(outcomes, known)


def foretold(outcomes: Sequence[Outcome], entries: Sequence[Known]) -> list[Outcome]:
    """The outcomes, where known failures are `known`, and `stale` if they passed."""
    if not entries:
        return list(outcomes)
    fits_any = re.compile("|".join(translate(entry.id) for entry in entries)).match
    fits = [(re.compile(translate(entry.id)).match, entry.reason) for entry in entries]
    applied = []
    for outcome in outcomes:
        if fits_any(outcome.case.id):
            reason = next(reason for match, reason in fits if match(outcome.case.id))
            applied.append(_applied(outcome, reason))
        else:
            applied.append(outcome)
    return applied


def _applied(outcome: Outcome, reason: str) -> Outcome:
    case = outcome.case
    if outcome.verdict.counts_against:
        return Outcome(case, Verdict.KNOWN, outcome.answer, reason)
    if outcome.verdict is Verdict.PASS:
        note = f"it passes, but is listed as a known failure ({reason}); take it off the list"
        return Outcome(case, Verdict.STALE, note=note)
    return outcome
