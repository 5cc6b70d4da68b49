"""Those who are asked: a port in a process of its own, or one in this process.

Both are asked one question at a time, where the next one depends on the answer, or many at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.ports.greeting import greet
from schedule_conformance.ports.messages import (
    PROTOCOL,
    Answer,
    BadAnswer,
    Hello,
    Op,
    Request,
    decode_answer,
    excerpt,
)
from schedule_conformance.ports.patience import Patience
from schedule_conformance.ports.process import Command, OverlongLine, Port, PortUnusable
from schedule_conformance.running.drive import Limits

AnswerFunction = Callable[[dict[str, Any]], dict[str, Any]]


Mishap: TypeAlias = Literal["died", "hung", "garbled", "raised", "spared"]
"""How no answer came; `spared` is a question that was not asked, since its operation hangs."""


class Broken(Exception):
    """A port that gave no answer: what befell it, and the particulars."""

    def __init__(self, mishap: Mishap, reason: str) -> None:
        super().__init__(reason)
        self.mishap = mishap


class Partner(Protocol):
    """A port that can be asked."""

    @property
    def hello(self) -> Hello:
        """What it said of itself."""

    def ask(self, op: Op, args: dict[str, Any]) -> Answer:
        """Its answer.

        Raises:
            Broken: it gives none; it can be asked further questions.
            PortUnusable: it cannot be started again.
        """

    def ask_all(self, questions: Sequence[tuple[Op, dict[str, Any]]]) -> list[Answer | Broken]:
        """Its answers to several questions that are on their way together.

        Raises:
            PortUnusable: it cannot be started again.
        """

    def spares(self, op: Op) -> bool:
        """Whether the operation hung so often that it is not asked again."""

    def close(self) -> None:
        """Let it go."""


class ProcessPartner:
    """A port process, which is replaced by a new one when it breaks.

    An operation that hung several times in a row is not asked again.
    """

    def __init__(self, command: Command, limits: Limits | None = None) -> None:
        """Start the port.

        Raises:
            PortUnusable: it cannot be started, or does not greet.
        """
        self._command = command
        self._limits = limits or Limits()
        self._seq = 0
        self._hung: Counter[Op] = Counter()
        self._port: Port | None = None
        self._port, self.hello = self._start()

    def ask(self, op: Op, args: dict[str, Any]) -> Answer:
        """The answer of the process, or of a new one if the last broke."""
        if self.spares(op):
            raise Broken("spared", f"was not asked: {op} had hung {self._hung[op]} times in a row")
        port = self._port
        if port is None:
            port, _ = self._start()
            self._port = port
        self._seq += 1
        try:
            port.feed([jsontext.encode(Request(self._seq, op, args)) + b"\n"])
            line, *others = _lines(port, self._limits)
            answer = _awaited(line, self._seq)
            if others:
                raise Broken("garbled", f"printed more than its answer: {excerpt(others[0])}")
        except Broken as broken:
            self._hung[op] = self._hung[op] + 1 if broken.mishap == "hung" else 0
            self.close()
            raise
        self._hung[op] = 0
        return answer

    def ask_all(self, questions: Sequence[tuple[Op, dict[str, Any]]]) -> list[Answer | Broken]:
        """The answers of the process; from where it broke on, each question is asked alone."""
        if any(self._hung[op] for op, _ in questions):
            return [self._asked(*one) for one in questions]
        port = self._port
        if port is None:
            port, _ = self._start()
            self._port = port
        requests = [Request(self._seq + place, *one) for place, one in enumerate(questions, 1)]
        port.feed([b"".join(jsontext.encode(request) + b"\n" for request in requests)])
        self._seq += len(questions)
        answers: list[Answer | Broken] = []
        try:
            while len(answers) < len(requests):
                for line in _lines(port, self._limits):
                    answers.append(_awaited(line, requests[len(answers)].seq))
        except (Broken, IndexError):
            self.close()
        return answers + [self._asked(*one) for one in questions[len(answers) :]]

    def _asked(self, op: Op, args: dict[str, Any]) -> Answer | Broken:
        try:
            return self.ask(op, args)
        except Broken as broken:
            return broken

    def spares(self, op: Op) -> bool:
        """Whether the operation hung so often in a row that it is not asked again."""
        return self._hung[op] >= self._limits.hangs

    def close(self) -> None:
        """End the process."""
        if self._port is not None:
            self._port.stop()
            self._port = None

    def _start(self) -> tuple[Port, Hello]:
        port = Port(self._command, self._limits.line)
        return port, greet(port, self._limits.start)


class InProcessPartner:
    """A port in this process: a function from a request to its answer."""

    def __init__(self, answer: AnswerFunction) -> None:
        """Greet the port.

        Raises:
            PortUnusable: it does not greet as it should.
        """
        self._answer = answer
        try:
            reply = self.ask("hello", {"protocol": PROTOCOL})
            self.hello = jsontext.convert(reply.value, Hello)
        except (Broken, msgspec.ValidationError) as error:
            raise PortUnusable(f"the port misanswered hello: {error}") from error

    def ask(self, op: Op | Literal["hello"], args: dict[str, Any]) -> Answer:
        """The answer of the function, which gets a copy that it may keep or change."""
        request = jsontext.decode(jsontext.encode(Request(0, op, args)))
        try:
            reply = self._answer(request)
        except Exception as error:
            raise Broken("raised", f"raised {type(error).__name__}: {error}") from error
        try:
            line = jsontext.encode_strictly(reply)
        except (TypeError, ValueError, RecursionError) as error:
            raise Broken("garbled", f"gave an answer that is no JSON: {error}") from error
        return _awaited(line, 0)

    def ask_all(self, questions: Sequence[tuple[Op, dict[str, Any]]]) -> list[Answer | Broken]:
        """The answers of the function, one after the other."""
        answers: list[Answer | Broken] = []
        for op, args in questions:
            try:
                answers.append(self.ask(op, args))
            except Broken as broken:
                answers.append(broken)
        return answers

    def spares(self, op: Op) -> bool:  # noqa: ARG002 - as the protocol has it
        """Never: nobody ends a function that hangs."""
        return False

    def close(self) -> None:
        """Nothing: a function needs no end."""


def _lines(port: Port, limits: Limits) -> list[bytes]:
    patience = Patience(limits.answer)
    while True:
        try:
            lines = port.lines()
        except OverlongLine:
            reason = f"printed a line of more than {limits.line} bytes"
            raise Broken("garbled", reason) from None
        if lines is None:
            ending = port.stop(patience=1)
            raise Broken("died", f"closed its output: {ending}{port.last_words}")
        if lines:
            return lines
        if patience.over:
            raise Broken("hung", f"gave no answer in {limits.answer:g} s{port.last_words}")


def _awaited(line: bytes, seq: int) -> Answer:
    try:
        answer = decode_answer(line)
    except BadAnswer as error:
        reason = f"gave a line that is no answer ({error}): {excerpt(line)}"
        raise Broken("garbled", reason) from None
    if answer.seq != seq:
        raise Broken("garbled", f"answered another request than {seq}: {excerpt(line)}")
    return answer
