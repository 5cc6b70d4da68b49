"""The oracle: what the reference answers to a question, and the rule it cites."""

from __future__ import annotations

from typing import Any

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.corpus.case import Expect
from schedule_conformance.judging.compare import without_messages
from schedule_conformance.ports.messages import MALFORMED_REQUEST, Op
from schedule_conformance.reference_port.operations import answer


class Question(msgspec.Struct, frozen=True):
    """One request to a port, but for its number."""

    op: Op
    args: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.op} {jsontext.encode(self.args).decode()}"


def as_sent(question: Question) -> Question:
    """The question as it comes out of its JSON text, where two lone surrogates may be a pair."""
    return Question(question.op, jsontext.decode(jsontext.encode(question.args)))


class Ruling(msgspec.Struct, frozen=True):
    """The answer of the reference; for a refusal, with the rule that it cites."""

    expect: Expect
    rule: str | None = None


def ruling(question: Question) -> Ruling:
    """What the reference answers.

    Raises:
        ValueError: the question breaks the protocol.
    """
    reply = answer({"seq": 0, "op": question.op, "args": question.args})
    if "error" in reply:
        error = reply["error"]
        if error["code"] == MALFORMED_REQUEST:
            raise ValueError(error["message"])
        return Ruling(Expect(error=error["code"]), error["rule"])
    value = reply["value"]
    return Ruling(Expect(value=without_messages(value) if question.op == "session" else value))
