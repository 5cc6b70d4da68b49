"""The judge of mutants: what the corpus has against the reference of this process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from schedule_conformance.base import data, jsontext
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.compare import matches
from schedule_conformance.ports.messages import Answer, Failure, Request
from schedule_conformance.reference_port.operations import answer
from session_schedule.values import parse_json

# Of the zone sweep every so manyth case is put, a prime so that all kinds of rows are among them.
SWEEP_STEP = 97


def objection(case: Case) -> str | None:
    """What is wrong with the answer that the reference gives to a case; None if nothing is.

    The request is read from its line, as a port reads it. A refusal must have the expected code;
    the reference also names the rule that is broken, and the case has to cite that rule.
    """
    given = answer(parse_json(jsontext.encode(Request(0, case.op, case.args))))
    if "error" not in given:
        right = matches(case.op, case.expect, Answer(0, value=given["value"]))
        return None if right else f"answers {given['value']!r}"
    error = given["error"]
    if not matches(case.op, case.expect, Answer(0, error=Failure(error["code"]))):
        return f"refuses with {error['code']}"
    if error["rule"] not in case.rules:
        return f"refuses by {error['rule']}, and the case cites {', '.join(case.rules)}"
    return None


@cache
def chapters() -> Mapping[str, tuple[Case, ...]]:
    """The cases by chapter: all that are written by hand, and a sample of the zone sweep."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in _cases():
        found[case.chapter].append(case)
    return {chapter: tuple(cases) for chapter, cases in found.items()}


def _cases() -> Iterator[Case]:
    """The cases that a port must pass; one that leaves a choice kills nobody."""
    swept = 0
    for case in files.load(data.folder("corpus")):
        if case.level == "may":
            continue
        if "sweep" not in case.tags:
            yield case
            continue
        if swept % SWEEP_STEP == 0:
            yield case
        swept += 1
