"""The conformance classes of the specification, and the class of a case."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base import data

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case


class ConformanceClass(msgspec.Struct, frozen=True):
    """What an implementation may claim.

    Attributes:
        name: Of the class.
        claims: What an implementation of it does, as a predicate.
        chapters: The prefixes of the rules that it follows.
        ops: The operations that it has; none where no operation shows it.
        needs: The classes that must be claimed with it.
    """

    name: str
    claims: str
    chapters: list[str]
    ops: list[str]
    needs: list[str]


@cache
def conformance_classes() -> tuple[ConformanceClass, ...]:
    """The classes, each after those that it needs."""
    file = data.folder("spec") / "data" / "classes.json"
    found = msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[ConformanceClass, ...]])
    return found["classes"]


def class_of_rule(rule: str) -> ConformanceClass:
    """The class that a rule belongs to, by its chapter."""
    chapter = rule.partition("-")[0]
    return next(each for each in conformance_classes() if chapter in each.chapters)


def class_of(case: Case) -> ConformanceClass:
    """The class that a case belongs to.

    Its operation decides. Of classes that share one, the first rule that the case shows does, by
    its chapter; where it is of neither, it is the first of them.
    """
    having = [each for each in conformance_classes() if case.op in each.ops]
    chapter = case.rules[0].partition("-")[0]
    return next((each for each in having if chapter in each.chapters), having[0])
