"""Divergences that a campaign is expected to find, since its port is known to fail."""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING

from schedule_conformance.corpus import known
from schedule_conformance.ports import shipped
from schedule_conformance.ports.messages import FUZZED

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known

FOUND = "fuzz/"
"""How the id of what a campaign finds begins."""


def expected(options: Namespace, cases: Sequence[Case]) -> list[Known]:
    """The known failures named, and those that come with the adapter.

    Raises:
        UsageError: one fits no case of the corpus, nor anything that is found by fuzzing.
    """
    enclosed = shipped.known_failures(options.port) if options.port is not None else None
    files = [*options.known, *([enclosed] if enclosed else [])]
    entries = [entry for file in files for entry in known.load(file)]
    for entry in entries:
        if not any(_overlap(entry.id, f"{FOUND}{op}/") for op in FUZZED):
            known.check([entry], cases, swept=False)
    return entries


def _overlap(glob: str, prefix: str) -> bool:
    """Whether a glob may fit what begins so."""
    literal = re.split(r"[*?\[]", glob, maxsplit=1)[0]
    return literal.startswith(prefix) or (prefix.startswith(literal) and literal != glob)


def is_expected(case_id: str, entries: Sequence[Known]) -> bool:
    """Whether one of the entries foretells what has this id."""
    return any(re.match(translate(entry.id), case_id) for entry in entries)
