"""Counting what a port answered, so that a campaign that compared nothing does not look sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from schedule_conformance.ports.messages import Answer, Hello, Op
from schedule_conformance.running.partners import Broken, Partner


class Heard:
    """A partner; `compared` counts, by operation, the questions that it did not decline."""

    def __init__(self, partner: Partner) -> None:
        self.compared: Counter[Op] = Counter()
        self._partner = partner

    @property
    def hello(self) -> Hello:
        """What the partner said of itself."""
        return self._partner.hello

    def ask(self, op: Op, args: dict[str, Any]) -> Answer:
        """The partner's answer; a question at which it breaks is compared as well.

        Raises:
            Broken, PortUnusable: as the partner does.
        """
        self.compared[op] += 1
        answer = self._partner.ask(op, args)
        if answer.unsupported is not UNSET:
            self.compared[op] -= 1
        return answer

    def ask_all(self, questions: Sequence[tuple[Op, dict[str, Any]]]) -> list[Answer | Broken]:
        """The partner's answers; questions at which it breaks are compared as well."""
        answers = self._partner.ask_all(questions)
        self.compared.update(
            op
            for (op, _), answer in zip(questions, answers, strict=True)
            if isinstance(answer, Broken) or answer.unsupported is UNSET
        )
        return answers

    def close(self) -> None:
        """Let the partner go."""
        self._partner.close()
