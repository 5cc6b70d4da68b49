"""Which few cases tell the most about a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.base import jsontext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schedule_conformance.corpus.case import Case

MOST = 3
SHORT = 600
"""How many bytes a request has that a reader takes in at a glance."""


def telling(cases: Iterable[Case], rule: str) -> list[Case]:
    """At most three cases that show a rule: one each that accepts and rejects, if there are.

    Those come first that are about this rule more than about others; among them the short ones,
    and those that name a mistake. Two of one file tell less than two of two.
    """

    def rank(case: Case) -> tuple[bool, bool, bool, int]:
        size = len(jsontext.encode(case.args))
        return case.rules[0] != rule, size > SHORT, case.mistake is None, size

    left = sorted((case for case in cases if rule in case.rules), key=rank)
    chosen: list[Case] = []
    while left and len(chosen) < MOST:
        chosen.append(min(left, key=lambda case: _alike(case, chosen)))
        left.remove(chosen[-1])
    return chosen


def _alike(case: Case, others: list[Case]) -> int:
    """How little a case adds; among equals the first is taken."""
    verdicts = sum(case.expect.accepts == other.expect.accepts for other in others)
    files = sum(_file(case) == _file(other) for other in others)
    return 2 * verdicts + files


def _file(case: Case) -> str:
    return case.id.rpartition("/")[0]
