"""Which case of the corpus is nearest to a question: it tells which rules are in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from schedule_conformance.corpus.case import Case, Expect
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.judging.compare import without_messages
from schedule_conformance.ports.messages import Op

Features = frozenset[tuple[object, ...]]


class Nearness:
    """Finds the case that has most in common with a question and its right answer."""

    def __init__(self, corpus: Sequence[Case]) -> None:
        self._corpus = corpus
        self._by_op: dict[Op, list[tuple[Case, Features]]] = {}

    def nearest(self, question: Question, expect: Expect, rule: str | None) -> Case | None:
        """The nearest case of the same operation; one that names the rule, where there is one."""
        cases = self._cases(question.op)
        # What few cases have says more than what all have.
        common = Counter(feature for _, features in cases for feature in features)
        wanted = _features(question.args, expect)

        def weight(features: Features) -> float:
            return sum(1 / common.get(feature, 1) for feature in features)

        def overlap(candidate: tuple[Case, Features]) -> float:
            _, features = candidate
            return weight(wanted & features) / (weight(wanted | features) or 1)

        named = [candidate for candidate in cases if rule in candidate[0].rules]
        found = max(named or cases, key=overlap, default=None)
        return found[0] if found else None

    def _cases(self, op: Op) -> list[tuple[Case, Features]]:
        if op not in self._by_op:
            cases = (case for case in self._corpus if case.op == op)
            self._by_op[op] = [(case, _features(case.args, case.expect)) for case in cases]
        return self._by_op[op]


def _features(args: dict[str, Any], expect: Expect) -> Features:
    outcome = without_messages(expect.value) if expect.accepts else expect.error
    return frozenset([*_leaves(args, ("given",)), *_leaves(outcome, ("expected",))])


def _leaves(value: Any, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """Each place in a value with the type found there and, if that is no container, the value."""
    yield (*path, type(value).__name__)
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _leaves(member, (*path, key))
    elif isinstance(value, list):
        for element in value:
            yield from _leaves(element, (*path, "[]"))
    else:
        yield (*path, value)
