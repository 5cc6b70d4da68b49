"""What an explanation is made of, and how it is told.

What becomes of an input is asked of the reference, and never decided here: an explanation only
says which steps lead there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base.printable import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schedule_conformance.corpus.rules import Rule
    from session_schedule import ScheduleError

LONGEST = 1_000


class Step(msgspec.Struct, frozen=True):
    """One step.

    Attributes:
        told: What is so, as a sentence.
        rules: The rules by which it is.
        picture: Lines that show it.
    """

    told: str
    rules: tuple[str, ...] = ()
    picture: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """The steps, what comes of them, and the rule that refuses the input, if one does."""

    steps: list[Step]
    result: str
    refused: str | None = None


def refusal(
    checks: Sequence[Step], error: ScheduleError, *, last: Step | None = None
) -> Explanation:
    """The explanation of an input that is refused.

    Args:
        checks: All checks, in the order in which they are made; those before the broken rule
            are told.
        error: How the reference refuses it.
        last: What shows why.
    """
    rules = [error.rule in check.rules for check in checks]
    passed = list(checks[: rules.index(True)]) if True in rules else []
    result = f"refused as {error.code}: {error.message} ({error.rule})"
    return Explanation([*passed, *([last] if last else [])], result, error.rule)


def lines(explanation: Explanation, rules: Mapping[str, Rule]) -> Iterator[str]:
    """The lines of an explanation; the rule that refuses the input is told in full."""
    for number, step in enumerate(explanation.steps, 1):
        cited = f" ({', '.join(step.rules)})" if step.rules else ""
        yield f"{number}. {excerpt(step.told, LONGEST)}{cited}"
        if step.picture:
            yield from ("", *(f"     {line}".rstrip() for line in step.picture), "")
    yield f"=> {excerpt(explanation.result, LONGEST)}"
    rule = rules.get(explanation.refused or "")
    if rule is not None:
        yield f"\n{rule.id} — {rule.title} (spec/{rule.chapter}.md)\n\n{rule.prose}"
