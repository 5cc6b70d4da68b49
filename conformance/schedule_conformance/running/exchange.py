"""The account of who was asked what: lines printed by a port become outcomes of cases.

A port answers in order. So a line that is no answer is blamed on the oldest request without an
answer, and an answer to a later request means that the requests before it get none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from time import monotonic
from typing import TYPE_CHECKING, get_args

from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.judging.compare import matches
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import (
    Answer,
    BadAnswer,
    ErrorCode,
    Request,
    decode_answer,
    excerpt,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.ports.messages import Op

_BLOCK = 1 << 14
_LONGEST_KEPT = 1 << 20
_MOST_KEPT = 1 << 26
_COMPLAINTS = 5
_REASON = 200
_CODES = frozenset(get_args(ErrorCode))


class Exchange:
    """Cases in the order in which they are asked, and their outcomes so far.

    One exchange may go through several processes: each is asked from the oldest case without an
    outcome on. The request of the case at position i has the `seq` i + 1. Memory stays bounded
    whatever a port prints.

    Attributes:
        outcomes: The outcomes of the cases, as far as they have one.
        complaints: What the port did wrong outside of any case.
        hung: At how many of its latest cases each operation hung in a row.
        seconds: How long the answers of each chapter were waited for.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        self.outcomes: list[Outcome] = []
        self.complaints: list[str] = []
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.hung: Counter[Op] = Counter()
        self._cases = cases
        self._since = monotonic()
        self._first = 0
        self._asked = 0
        self._sizes: list[tuple[int, int]] = []
        self._blame: str | None = None
        self._barred: dict[Op, str] = {}
        self._kept = 0

    @property
    def complete(self) -> bool:
        """Whether each case has its outcome."""
        return len(self.outcomes) == len(self._cases)

    @property
    def oldest(self) -> Case:
        """The oldest case without an outcome."""
        return self._cases[len(self.outcomes)]

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

    def sound_requests(self) -> Iterator[bytes]:
        """What is left to ask before the next case of an operation that hung, in blocks of lines.

        That is at least one request: whoever asks that case alone does not ask for these.
        """
        left = range(self._asked + 1, len(self._cases))
        hung = (place for place in left if self.hung[self._cases[place].op])
        return self._blocks(next(hung, len(self._cases)))

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
        if not self._first <= position < self._asked or self._cases[position].op in self._barred:
            return self._refuse(f"answered a request that was not made: {excerpt(line)}")
        if position < len(self.outcomes):
            return self._repeat(position)
        while len(self.outcomes) < position:
            self.charge(f"gave no answer before it answered the later request {answer.seq}")
        if self._blame is None:
            self._settle(self._bounded(judged(self._cases[position], answer), line))
        else:
            self.charge(self._blame)
        return True

    def charge(self, reason: str, *, hung: bool = False) -> None:
        """Let the oldest case without an outcome be errored, unless for an earlier reason."""
        reason, self._blame = self._blame or reason, None
        self._settle(_errored(self.oldest, reason), hung=hung)

    def bar(self, op: Op, reason: str) -> None:
        """Ask no more cases of an operation: each that has no outcome is errored."""
        self._barred[op] = reason
        self._charge_barred()

    def charge_later(self, position: int, reason: str) -> None:
        """Let a case be errored that has an outcome by now."""
        self.outcomes[position] = _errored(self._cases[position], reason)

    def _settle(self, outcome: Outcome, *, hung: bool = False) -> None:
        """Give the oldest case without an outcome this one, and pass over what is not asked."""
        self._append(outcome)
        op = outcome.case.op
        self.hung[op] = self.hung[op] + 1 if hung else 0
        self._charge_barred()

    def _charge_barred(self) -> None:
        while not self.complete and (case := self.oldest).op in self._barred:
            self.outcomes.append(_errored(case, self._barred[case.op]))
            self._asked = max(self._asked, len(self.outcomes))

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
            if case.op not in self._barred:
                block += jsontext.encode(Request(position + 1, case.op, case.args)) + b"\n"
            if len(block) >= _BLOCK or position == end - 1:
                self._sizes.append((len(block), position + 1))
                yield bytes(block)
                block.clear()


def _errored(case: Case, reason: str) -> Outcome:
    return Outcome(case, Verdict.ERRORED, note=f"the port {reason}")


def judged(case: Case, answer: Answer) -> Outcome:
    """The outcome of a case that was answered."""
    if answer.unsupported is not UNSET:
        return Outcome(case, Verdict.UNSUPPORTED, note=answer.unsupported[:_REASON])
    if matches(case.op, case.expect, answer):
        return Outcome(case, Verdict.PASS)
    chosen = case.level == "may" and (answer.error is UNSET or answer.error.code in _CODES)
    return Outcome(case, Verdict.MAY if chosen else Verdict.FAIL, answer)
