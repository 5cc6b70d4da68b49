"""Mutants that the corpus cannot find out, and why that is right for each of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from mutation.mutants import Mutant

# A place in the reference and the lines of a diff, whichever number a tool gives the mutant.
Identity = tuple[str, tuple[str, ...]]
# The argument for each mutant that is known to be equivalent.
Equivalents = Mapping[Identity, str]


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """Mutants in one place that no port could be told from the reference by, and the argument."""

    why: str
    place: str
    mutants: list[list[str]]


def equivalents(file: Path) -> Equivalents:
    """Read a list of equivalent mutants."""
    entries = msgspec.convert(json.loads(file.read_text(encoding="utf-8")), list[Entry])
    return {(entry.place, tuple(diff)): entry.why for entry in entries for diff in entry.mutants}


def unexplained(mutants: Iterable[Mutant], known: Equivalents) -> list[Mutant]:
    """The survivors for which there is no excuse."""
    return [
        mutant
        for mutant in mutants
        if not mutant.killed and not mutant.message and (mutant.place, mutant.diff) not in known
    ]


def stale(mutants: Iterable[Mutant], known: Equivalents) -> list[Identity]:
    """The entries that excuse no survivor of a whole run."""
    survivors = {(mutant.place, mutant.diff) for mutant in mutants if not mutant.killed}
    return [entry for entry in known if entry not in survivors]
