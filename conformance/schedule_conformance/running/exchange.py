"""The account of who was asked what: lines printed by a port become outcomes of cases.

A port answers in order. So a line that is no answer is blamed on the oldest request without an
answer, and an answer to a later request means that the requests before it get none.
"""

from __future__ import annotations

from collections import defaultdict
from time import monotonic
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
_LONGEST_KEPT = 1 << 20
_MOST_KEPT = 1 << 26
_COMPLAINTS = 5
_REASON = 200


class Exchange:
    """Cases in the order in which they are asked, and their outcomes so far.

    One exchange may go through several processes: each is asked from the oldest case without an
    outcome on. The request of the case at position i has the `seq` i + 1. `seconds` has, of each
    chapter, how long its answers were waited for. Memory stays bounded whatever a port prints.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        self.outcomes: list[Outcome] = []
        self.complaints: list[str] = []
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._cases = cases
        self._since = monotonic()
        self._first = 0
        self._asked = 0
        self._sizes: list[tuple[int, int]] = []
        self._blame: str | None = None
        self._kept = 0

    @property
    def complete(self) -> bool:
        """Whether each case has its outcome."""
        return len(self.outcomes) == len(self._cases)

    @property
    def left(self) -> int:
        """How many cases have no outcome."""
        return len(self._cases) - len(self.outcomes)

    @property
    def awaits(self) -> bool:
        """Whether an answer is awaited from the process that is asked."""
        return self._asked > len(self.outcomes)

    @property
    def all_asked(self) -> bool:
        """Whether there is nothing left to ask the process."""
        return self._asked == len(self._cases)

    def begin(self) -> None:
        """Ask another process, which knows nothing of what was asked before."""
        self._first = self._asked = len(self.outcomes)
        self._sizes = []
        self._blame = None
        self._since = monotonic()

    def next_request(self) -> Iterator[bytes]:
        """What to ask next, where only one request may be under way."""
        return self._blocks(self._asked + 1)

    def all_requests(self) -> Iterator[bytes]:
        """All that is left to ask, in blocks of lines."""
        return self._blocks(len(self._cases))

    def reached(self, taken_in: int) -> int:
        """The position up to which a process that took in so many bytes may have been asked."""
        for size, position in self._sizes:
            taken_in -= size
            if taken_in <= 0:
                return position
        return self._asked

    def take(self, line: bytes) -> bool:
        """Account for a line that the port printed; tells whether it was an answer awaited."""
        try:
            answer = decode_answer(line)
        except BadAnswer as error:
            return self._refuse(f"printed a line that is no answer ({error}): {excerpt(line)}")
        position = answer.seq - 1
        if not self._first <= position < self._asked:
            return self._refuse(f"answered a request that was not made: {excerpt(line)}")
        if position < len(self.outcomes):
            return self._repeat(position)
        while len(self.outcomes) < position:
            self.charge(f"gave no answer before it answered the later request {answer.seq}")
        if self._blame is None:
            self._append(self._bounded(judged(self._cases[position], answer), line))
        else:
            self.charge(self._blame)
        return True

    def charge(self, reason: str) -> None:
        """Let the oldest case without an outcome be errored, unless for an earlier reason."""
        case = self._cases[len(self.outcomes)]
        note = f"the port {self._blame or reason}"
        self._append(Outcome(case, Verdict.ERRORED, note=note))
        self._blame = None

    def charge_later(self, position: int, reason: str) -> None:
        """Let a case be errored that has an outcome by now."""
        self.outcomes[position] = Outcome(
            self._cases[position], Verdict.ERRORED, note=f"the port {reason}"
        )

    def _append(self, outcome: Outcome) -> None:
        now = monotonic()
        self.seconds[outcome.case.chapter] += now - self._since
        self._since = now
        self.outcomes.append(outcome)

    def _refuse(self, reason: str) -> bool:
        if not self.complete:
            self._blame = self._blame or reason
        elif len(self.complaints) < _COMPLAINTS:
            self.complaints.append(f"after its last answer the port {reason}")
        elif len(self.complaints) == _COMPLAINTS:
            self.complaints.append("after its last answer the port printed more than is shown here")
        return False

    def _repeat(self, position: int) -> bool:
        earlier = self.outcomes[position]
        if earlier.verdict is not Verdict.ERRORED:
            self.charge_later(position, "answered this request more than once")
        return False

    def _bounded(self, outcome: Outcome, line: bytes) -> Outcome:
        """The outcome, without an answer that there is no room to keep."""
        if outcome.answer is None:
            return outcome
        self._kept += len(line)
        if len(line) <= _LONGEST_KEPT and self._kept <= _MOST_KEPT:
            return outcome
        self._kept -= len(line)
        note = f"its answer has {len(line)} bytes, too many to be shown whole: {excerpt(line)}"
        return Outcome(outcome.case, outcome.verdict, note=note)

    def _blocks(self, end: int) -> Iterator[bytes]:
        first, self._asked = self._asked, end
        return self._written(first, end)

    def _written(self, first: int, end: int) -> Iterator[bytes]:
        block = bytearray()
        for position in range(first, end):
            case = self._cases[position]
            block += jsontext.encode(Request(position + 1, case.op, case.args)) + b"\n"
            if len(block) >= _BLOCK or position == end - 1:
                self._sizes.append((len(block), position + 1))
                yield bytes(block)
                block.clear()


def judged(case: Case, answer: Answer) -> Outcome:
    """The outcome of a case that was answered."""
    if answer.unsupported is not UNSET:
        return Outcome(case, Verdict.UNSUPPORTED, note=answer.unsupported[:_REASON])
    if matches(case.op, case.expect, answer):
        return Outcome(case, Verdict.PASS)
    return Outcome(case, Verdict.MAY if case.level == "may" else Verdict.FAIL, answer)
