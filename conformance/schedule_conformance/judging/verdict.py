"""Verdicts on the cases of a run."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case
    from schedule_conformance.ports.messages import Answer


class Verdict(StrEnum):
    """What a run says of one case; the value is its name in reports for machines."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    FAIL = "fail"
    """The port gave another answer."""
    ERRORED = "errored"
    """The port failed as a process: it died, hung, or printed something that is no answer."""
    STALE = "stale"
    """It passed, though a list of known failures says that it does not."""
    KNOWN = "known"
    """It failed or errored, as a list of known failures foretold."""
    TZ = "tz"
    """The answer differs, and the expectation is not for the tz release of the port."""
    MAY = "may"
    """The answer differs where the rules leave a choice."""
    UNSUPPORTED = "unsupported"
    """The port does not have the operation."""
    SKIPPED = "skipped"
    """The case was left out on request."""

    @property
    def counts_against(self) -> bool:
        """Whether a case with this verdict fails the run."""
        return self in (Verdict.FAIL, Verdict.ERRORED, Verdict.STALE)

    @property
    def shows_mistake(self) -> bool:
        """Whether a case with this verdict shows a mistake of the port."""
        return self in (Verdict.FAIL, Verdict.ERRORED)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The verdict on one case, the answer if it was not the expected one, and a remark."""

    case: Case
    verdict: Verdict
    answer: Answer | None = None
    note: str | None = None
