"""Choosing the cases of a run: by id, rule, tag, chapter, operation, class, size and share."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base.usage import UsageError, did_you_mean
from schedule_conformance.corpus.classes import class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schedule_conformance.corpus.case import Case


class SelectionError(UsageError):
    """A selection that chooses nothing, most likely by a slip; the text says what."""


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen: a case must satisfy each criterion given, by any one of its values.

    `ids` are globs in which `*` crosses `/`. `smoke` keeps a small set that touches every rule.
    `shard` is (i, n): of what all else chooses, the ith of n equal shares, counted from one.
    """

    ids: Sequence[str] = ()
    rules: Sequence[str] = ()
    tags: Sequence[str] = ()
    chapters: Sequence[str] = ()
    ops: Sequence[str] = ()
    classes: Sequence[str] = ()
    smoke: bool = False
    shard: tuple[int, int] | None = None

    def choose(self, cases: Sequence[Case]) -> list[Case]:
        """The chosen cases, in order.

        Raises:
            SelectionError: a value fits no case at all, or no case satisfies every criterion.
        """
        criteria: tuple[tuple[str, Sequence[str], Callable[[Case, str], bool]], ...] = (
            ("id", self.ids, lambda case, glob: fnmatchcase(case.id, glob)),
            ("rule", self.rules, lambda case, rule: rule in case.rules),
            ("tag", self.tags, lambda case, tag: tag in case.tags),
            ("chapter", self.chapters, lambda case, chapter: case.chapter == chapter),
            ("op", self.ops, lambda case, op: case.op == op),
            ("class", self.classes, lambda case, name: class_of(case).name == name),
        )
        chosen = smoke_test(cases) if self.smoke else list(cases)
        for name, values, fits in criteria:
            for value in values:
                if not any(fits(case, value) for case in cases):
                    choices = {each for case in cases for each in _values(name, case)}
                    hint = did_you_mean(value, choices)
                    raise SelectionError(f"no case has the {name} {value}{hint}")
            if values:
                chosen = [case for case in chosen if any(fits(case, value) for value in values)]
        if self.shard is not None:
            share, shares = self.shard
            chosen = chosen[share - 1 :: shares]
        if not chosen:
            raise SelectionError("no case satisfies all of the selection")
        return chosen


def smoke_test(cases: Sequence[Case]) -> list[Case]:
    """Cases tagged `smoke`, and of each rule the first that accepts and the first that rejects."""
    seen: set[tuple[str, bool]] = set()
    chosen = []
    for case in cases:
        shown = {(rule, case.expect.accepts) for rule in case.rules}
        if "smoke" in case.tags or not shown <= seen:
            chosen.append(case)
        seen |= shown
    return chosen


def _values(name: str, case: Case) -> Sequence[str]:
    """What a case has of that name; a swept id is no word that a person writes."""
    match name:
        case "rule":
            return case.rules
        case "tag":
            return case.tags
        case "chapter":
            return [case.chapter]
        case "op":
            return [case.op]
    return [] if "sweep" in case.tags else [case.id]
