"""The account of who was asked what: lines printed by a port become outcomes of cases.

A port answers in order. So a line that is no answer is blamed on the oldest request without an
answer, and an answer to a later request means that the requests before it get none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.judging.compare import matches
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, BadAnswer, Request, decode_answer, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.corpus.case import Case

_BLOCK = 1 << 14


class Exchange:
    """Cases in the order in which they are asked, and their outcomes so far.

    One exchange may go through several processes: each is asked from the oldest case without an
    outcome on. The request of the case at position i has the `seq` i + 1.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        self.outcomes: list[Outcome] = []
        self.complaints: list[str] = []
        self._cases = cases
        self._first = 0
        self._blame: str | None = None

    @property
    def complete(self) -> bool:
        """Whether each case has its outcome."""
        return len(self.outcomes) == len(self._cases)

    def requests(self) -> Iterator[bytes]:
        """What to ask the next process: blocks of lines, for each case without an outcome."""
        self._first = len(self.outcomes)
        self._blame = None
        return self._blocks(self._first)

    def take(self, line: bytes) -> bool:
        """Account for a line that the port printed; tells whether it was an answer awaited."""
        try:
            answer = decode_answer(line)
        except BadAnswer as error:
            return self._refuse(f"printed a line that is no answer ({error}): {excerpt(line)}")
        position = answer.seq - 1
        if not self._first <= position < len(self._cases):
            return self._refuse(f"answered a request that was not made: {excerpt(line)}")
        if position < len(self.outcomes):
            return self._repeat(position)
        while len(self.outcomes) < position:
            self.charge(f"gave no answer before it answered the later request {answer.seq}")
        if self._blame is None:
            self.outcomes.append(judged(self._cases[position], answer))
        else:
            self.charge(self._blame)
        return True

    def charge(self, reason: str) -> None:
        """Let the oldest case without an outcome be errored, unless for an earlier reason."""
        case = self._cases[len(self.outcomes)]
        note = f"the port {self._blame or reason}"
        self.outcomes.append(Outcome(case, Verdict.ERRORED, note=note))
        self._blame = None

    def _refuse(self, reason: str) -> bool:
        if self.complete:
            self.complaints.append(f"after its last answer the port {reason}")
        elif self._blame is None:
            self._blame = reason
        return False

    def _repeat(self, position: int) -> bool:
        earlier = self.outcomes[position]
        if earlier.verdict is not Verdict.ERRORED:
            note = "the port answered this request more than once"
            self.outcomes[position] = Outcome(earlier.case, Verdict.ERRORED, note=note)
        return False

    def _blocks(self, first: int) -> Iterator[bytes]:
        block = bytearray()
        for position in range(first, len(self._cases)):
            case = self._cases[position]
            block += jsontext.encode(Request(position + 1, case.op, case.args)) + b"\n"
            if len(block) >= _BLOCK:
                yield bytes(block)
                block.clear()
        yield bytes(block)


def judged(case: Case, answer: Answer) -> Outcome:
    """The outcome of a case that was answered."""
    if answer.unsupported is not UNSET:
        return Outcome(case, Verdict.UNSUPPORTED, note=answer.unsupported)
    if matches(case.op, case.expect, answer):
        return Outcome(case, Verdict.PASS)
    return Outcome(case, Verdict.MAY if case.level == "may" else Verdict.FAIL, answer)
