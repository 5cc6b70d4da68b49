"""Comparing a port with the reference, and counting what was compared.

So a campaign that compared nothing, or asked nothing of interest, does not look sound.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from schedule_conformance.fuzz.question.coverage import Coverage
from schedule_conformance.fuzz.question.divergence import Divergence, compared
from schedule_conformance.fuzz.question.oracle import Question, Ruling, ruling
from schedule_conformance.ports.messages import Answer, Hello, Op
from schedule_conformance.running.partners import Broken, Partner


class Heard:
    """A partner; `coverage` counts the questions that it did not decline."""

    def __init__(self, partner: Partner) -> None:
        self.coverage = Coverage()
        self._partner = partner

    @property
    def hello(self) -> Hello:
        """What the partner said of itself."""
        return self._partner.hello

    def judge(self, question: Question) -> Divergence | None:
        """Ask port and reference; the divergence, if there is one.

        What a port does not support is none.

        Raises:
            PortUnusable: the port broke before, and cannot be started again.
        """
        expected = ruling(question)
        try:
            answer: Answer | Broken = self._partner.ask(question.op, question.args)
        except Broken as broken:
            answer = broken
        return self._compared(question, expected, answer)

    def judge_all(self, asked: Sequence[tuple[Question, Ruling]]) -> list[Divergence]:
        """Ask the port questions that are on their way together; the divergences among them.

        Raises:
            PortUnusable: the port cannot be started again.
        """
        answers = self._partner.ask_all([(question.op, question.args) for question, _ in asked])
        pairs = zip(asked, answers, strict=True)
        found = (
            self._compared(question, expected, answer) for (question, expected), answer in pairs
        )
        return [divergence for divergence in found if divergence is not None]

    def spares(self, op: Op) -> bool:
        """Whether the partner asks this operation no more, since it hangs."""
        return self._partner.spares(op)

    def _compared(
        self, question: Question, expected: Ruling, answer: Answer | Broken
    ) -> Divergence | None:
        heard = isinstance(answer, Broken) and answer.mishap != "spared"
        if heard or (isinstance(answer, Answer) and answer.unsupported is UNSET):
            self.coverage.count(question.op, expected)
        return compared(question, expected, answer)
