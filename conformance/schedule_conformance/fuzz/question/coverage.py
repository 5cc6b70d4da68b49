"""What a campaign touched: the rules by which the reference refused, and what scenarios showed.

Measured against what the cases of the corpus touch, it tells whether a campaign asked anything of
interest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

import msgspec
from msgspec import UNSET

from schedule_conformance.corpus.case import Case
from schedule_conformance.fuzz.question.divergence import sort_of
from schedule_conformance.fuzz.question.oracle import Question, Ruling, ruling
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.messages import Hello, Op


class Coverage(msgspec.Struct):
    """Counts of questions, by the rulings on them.

    Attributes:
        compared: How many questions of each operation had an answer that could be compared.
        accepted: How many of them the reference did not refuse.
        rules: How often the reference cited each rule when it refused.
        observations: How often a right host makes each sort of observation in the scenarios.
    """

    compared: Counter[Op] = msgspec.field(default_factory=Counter)
    accepted: Counter[Op] = msgspec.field(default_factory=Counter)
    rules: Counter[str] = msgspec.field(default_factory=Counter)
    observations: Counter[str] = msgspec.field(default_factory=Counter)

    def count(self, op: Op, expected: Ruling) -> None:
        """Count a question by its ruling."""
        self.compared[op] += 1
        if expected.rule is not None:
            self.rules[expected.rule] += 1
        if expected.expect.error is UNSET:
            self.accepted[op] += 1
            if op == "session":
                steps = expected.expect.value
                self.observations.update(sort_of(each) for step in steps for each in step)

    def add(self, other: Coverage) -> None:
        """Add the counts of another campaign."""
        for name in self.__struct_fields__:
            getattr(self, name).update(getattr(other, name))


def of_corpus(cases: Iterable[Case], ops: Collection[Op], hello: Hello) -> Coverage:
    """What the cases of these operations that a port can be asked touch."""
    coverage = Coverage()
    for case in cases:
        if case.op not in ops or lack(hello, case.op, case.args) is not None:
            continue
        if case.op == "session":
            coverage.count(case.op, Ruling(case.expect))
        elif case.expect.error is not UNSET:
            coverage.count(case.op, ruling(Question(case.op, case.args)))
    return coverage


def lines(campaign: Coverage, corpus: Coverage) -> Iterator[str]:
    """Tell how much a campaign touched of what the corpus does."""
    accepted = [
        f"{op} {campaign.accepted[op]} of {count}" for op, count in campaign.compared.items()
    ]
    yield f"accepted: {', '.join(accepted) or 'nothing was compared'}"
    if corpus.rules:
        yield _share("rules that refuse", campaign.rules, corpus.rules)
    if corpus.observations:
        yield _share("sorts of observation", campaign.observations, corpus.observations)


def _share(what: str, touched: Counter[str], possible: Counter[str]) -> str:
    missed = sorted(possible.keys() - touched.keys(), key=_by_number)
    count = len(possible) - len(missed)
    told = f"{what}: {count} of {len(possible)} touched"
    if not count:
        return f"{told}: this campaign asked nothing of interest there"
    return f"{told}; not {', '.join(missed)}" if missed else told


def _by_number(name: str) -> list[str | int]:
    return [int(word) if word.isdecimal() else word for word in name.split("-")]
