"""One small change of the reference, and what became of it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import msgspec


class Mutant(msgspec.Struct, frozen=True):
    """The reference with one small change.

    Attributes:
        place: Module and definition, such as ``fold.Schedules.copy``; the module alone outside.
        diff: The lines that the change takes out and puts in, as ``- old`` and ``+ new``.
        killed: Whether the corpus found it out.
        killer: The case that did, where that is known.
        message: Whether it changes a text for people and nothing else.
    """

    place: str
    diff: tuple[str, ...]
    killed: bool
    killer: str | None = None
    message: bool = False

    @property
    def module(self) -> str:
        """The module that is changed."""
        return self.place.partition(".")[0]


class IncompleteRun(Exception):
    """A mutant has no verdict; the text says which."""


def difference(before: str, after: str) -> tuple[str, ...]:
    """The diff of a mutant whose function, or module, was ``before`` and is ``after``."""
    return changed(difflib.ndiff(before.splitlines(), after.splitlines()))


def changed(lines: Iterable[str]) -> tuple[str, ...]:
    """Of the lines of a diff those that were taken out or put in, without empty ones."""
    return tuple(
        f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "-+" and line[1:].strip()
    )
