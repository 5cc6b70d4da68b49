"""What there is against a case that somebody brings, before any port is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from schedule_conformance.ports.messages import MALFORMED_REQUEST
from schedule_conformance.reference_port.operations import answer

if TYPE_CHECKING:
    from collections.abc import Container

    from schedule_conformance.corpus.case import Case


class Objections:
    """Judges cases by the rules that there are, and by whether a request can be answered at all."""

    def __init__(self, rules: Container[str]) -> None:
        self._rules = rules

    def to(self, case: Case) -> str | None:
        """What is wrong with a case: its rules, its request, or the form of what it expects.

        The reference goes through its scenario, since whether a step can happen depends on those
        before it. Whether the expectation is *right* is not judged.
        """
        for rule in case.rules:
            if rule not in self._rules:
                return f"there is no rule {rule}"
        error = answer({"seq": 0, "op": case.op, "args": case.args}).get("error")
        if error is not None and error["code"] == MALFORMED_REQUEST:
            return str(error["message"])
        return _against_observations(case) if case.op == "session" else None


def _against_observations(case: Case) -> str | None:
    if case.expect.value is UNSET:
        return "a scenario is answered with its observations, not with an error"
    steps = len(case.args["steps"])
    match case.expect.value:
        case list(observed) if len(observed) == steps + 1:
            return None
        case list(observed):
            return f"expects {len(observed)} lists, and not one for the opening and {steps} steps"
    return "expects no list of lists of observations"
