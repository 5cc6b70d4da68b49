"""Known failures: cases that a port is expected to fail, each with its reason.

The list must stay true: a known failure that passes fails the run, and so does an entry that no
case of the corpus fits.
"""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from schedule_conformance.usage import UsageError
from schedule_conformance.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from schedule_conformance.case import Case

Text = Annotated[str, Meta(min_length=1)]


class KnownError(UsageError):
    """A list of known failures that cannot be used; the text says why."""


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cases that fail, by a glob over their ids, and why."""

    id: Text
    reason: Text


class KnownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of known failures."""

    known: list[Known]


def load(file: Path) -> list[Known]:
    """The entries of a file.

    Raises:
        KnownError: the file is unreadable or malformed.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=KnownFile).known
    except (OSError, msgspec.MsgspecError) as error:
        raise KnownError(f"{file}: {error}") from None


def check(entries: Iterable[Known], cases: Sequence[Case]) -> None:
    """See that each entry fits a case.

    Raises:
        KnownError: an entry fits none.
    """
    for entry in entries:
        fits = re.compile(translate(entry.id)).match
        if not any(fits(case.id) for case in cases):
            raise KnownError(f"the known failure {entry.id} fits no case of the corpus")


def apply(outcomes: Sequence[Outcome], entries: Sequence[Known]) -> list[Outcome]:
    """The outcomes, where known failures are `known`, and failed if they passed."""
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
        return Outcome(case, Verdict.FAIL, note=note)
    return outcome
