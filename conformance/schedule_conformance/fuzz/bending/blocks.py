"""Putting bent questions to a port in blocks, while the reference answers the same ones."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice
from random import Random
from typing import NamedTuple

from schedule_conformance.fuzz.bending.questions import Bender
from schedule_conformance.fuzz.question.divergence import Divergence, Kind
from schedule_conformance.fuzz.question.heard import Heard
from schedule_conformance.fuzz.question.oracle import Question, as_sent
from schedule_conformance.fuzz.search.shrinking import shrunk
from schedule_conformance.ports.messages import Op

BLOCK = 256
"""How many questions are on their way together."""


class Hunted(NamedTuple):
    """What a hunt brought, and how many questions of its count it left."""

    prey: Divergence | None
    left: int


class Blocks:
    """Asks a port about one operation, block after block.

    Attributes:
        asked: How many questions were asked.
    """

    def __init__(self, partner: Heard, bender: Bender, op: Op, chance: Random) -> None:
        self.asked = 0
        self._partner = partner
        self._bender = bender
        self._op = op
        self._questions = bender.questions(op, chance)

    def hunt(self, count: int, known: Collection[Kind], over: Callable[[], bool]) -> Hunted:
        """Ask until a divergence of an unknown kind is found, and make that small.

        Args:
            count: How many questions to ask at most.
            known: Kinds of divergence to pass over.
            over: Whether time is up, asked after each block.

        Returns:
            The divergence, if one was found, and how many questions are left of the count.
        """
        while count > 0 and not over():
            found = self.ask(min(count, BLOCK))
            count -= BLOCK
            prey = next((one for one in found if one.kind not in known), None)
            if prey is not None:
                return Hunted(shrunk(prey, self.judge), max(0, count))
        return Hunted(None, 0)

    def ask(self, count: int = BLOCK) -> list[Divergence]:
        """Ask some more questions, and return what the port answered differently.

        Raises:
            PortUnusable: the port cannot be started again.
        """
        asked = list(islice(self._questions, count))
        self.asked += len(asked)
        return self._partner.judge_all(asked)

    def judge(self, question: Question) -> Divergence | None:
        """The divergence that a single question shows; None if it may not be asked."""
        question = as_sent(question)
        expected = self._bender.ruled(question)
        if expected is None:
            return None
        self.asked += 1
        return next(iter(self._partner.judge_all([(question, expected)])), None)
