"""Questions made from cases of the corpus by bending them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from schedule_conformance.corpus.case import Case
from schedule_conformance.fuzz.bending.fairness import Fairness
from schedule_conformance.fuzz.bending.places import Place, places, replaced
from schedule_conformance.fuzz.bending.scenarios import bent_scenario
from schedule_conformance.fuzz.bending.spelling import spelt
from schedule_conformance.fuzz.bending.values import bent
from schedule_conformance.fuzz.question.oracle import Question, Ruling, as_sent, ruling
from schedule_conformance.fuzz.strategies.zones import LocalTimes
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.messages import Hello, Op

_LARGEST = 200
"""How many places a case may have to be worth bending: large ones are about their size."""


class Bender:
    """Makes questions of a port from the cases that it may be asked."""

    def __init__(
        self, cases: Iterable[Case], hello: Hello, times: LocalTimes, *, surrogates: bool
    ) -> None:
        self._surrogates = surrogates
        self._fairness = Fairness(hello, times)
        self._seeds: dict[str, list[tuple[dict[str, Any], list[Place]]]] = {}
        for case in cases:
            if lack(hello, case.op, case.args) is not None:
                continue
            if case.level == "may" or ("surrogates" in case.tags and not surrogates):
                continue
            inner = list(places(case.args))[1:]
            if inner and len(inner) <= _LARGEST:
                self._seeds.setdefault(case.op, []).append((case.args, inner))

    def ops(self) -> list[str]:
        """The operations that there are cases of."""
        return list(self._seeds)

    def questions(self, op: Op, chance: Random) -> Iterator[tuple[Question, Ruling]]:
        """Endless questions about an operation that have one right answer, with that answer."""
        seeds = self._seeds[op]
        while True:
            args, inner = chance.choice(seeds)
            question = as_sent(Question(op, self._bent(chance, op, args, inner)))
            expected = self.ruled(question)
            if expected is not None:
                yield question, expected

    def ruled(self, question: Question) -> Ruling | None:
        """What the reference rules; None if the question may not be asked."""
        if not self._fairness.allows(question):
            return None
        try:
            expected = ruling(question)
        except ValueError:  # it breaks the protocol
            return None
        return expected if self._fairness.is_decided(question, expected) else None

    def _bent(
        self, chance: Random, op: Op, args: dict[str, Any], inner: list[Place]
    ) -> dict[str, Any]:
        if op == "session":
            others = [seed for seed, _ in chance.choices(self._seeds[op], k=2)]
            return bent_scenario(chance, args, others, surrogates=self._surrogates)
        if op == "decode" and "change" in args and chance.random() < 0.4:
            if chance.random() < 0.5:
                args = self._bent_once(chance, args, inner)
            return {"text": spelt(chance, args.get("change"))}
        if op == "create" and chance.random() < 0.3:
            return self._fairness.local_time(chance, args)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            args = self._bent_once(chance, args, inner)
        return args

    def _bent_once(
        self, chance: Random, args: dict[str, Any], inner: list[Place]
    ) -> dict[str, Any]:
        place = chance.choice(inner)
        result: dict[str, Any] = replaced(
            args, place, lambda value: bent(chance, value, surrogates=self._surrogates)
        )
        return result
