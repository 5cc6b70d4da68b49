"""Refusals whose code the examples of their own rule show."""

from __future__ import annotations

from binding.asking import case_holds, cases
from binding.sentence import Sentence


def refused_as_examples_are(rule: str) -> Sentence:
    """A refusal whose code is the one with which the rule's own examples end."""

    def ends_so(must: bool, code: str) -> bool:
        of_rule = [case for case in cases().values() if case.id.startswith(f"spec/{rule}/")]
        refused = [case for case in of_rule if not case.expect.accepts]
        ends = {str(case.expect.error) for case in refused}
        return must and ends == {code} and all(case_holds(case.id) for case in refused)

    return Sentence(rule, "{must} be refused as {code}", ends_so)
