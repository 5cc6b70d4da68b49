"""The messages between the runner and a port, version 1; `protocol.md` explains them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import printable

PROTOCOL = 1
DEEPEST = 100
"""How deep arrays and objects of an answer may be nested in each other."""

_QUOTED = 200

Name = Annotated[str, Meta(max_length=200)]

Op = Literal[
    "decode",
    "fold",
    "occurrence",
    "create",
    "allocate",
    "view",
    "due",
    "frame",
    "session",
    "tools",
]
OPS: frozenset[str] = frozenset(get_args(Op))
FUZZED: tuple[Op, ...] = tuple(op for op in get_args(Op) if op != "tools")
"""The operations that have arguments to make up."""

ErrorCode = Literal[
    "invalid_prompt",
    "invalid_selector",
    "invalid_rule",
    "invalid_time_zone",
    "not_future",
    "time_out_of_range",
    "frequency_too_high",
    "corrupt_schedule_log",
    "persistence_uncertain",
    "internal_error",
]


MALFORMED_REQUEST = "malformed_request"
"""What a port may answer to a request that breaks the protocol; no case expects it."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """One line to the port."""

    seq: int
    op: Op | Literal["hello"]
    args: dict[str, Any]


class Failure(msgspec.Struct, frozen=True):
    """Why an operation failed; only the code is compared, other members are ignored."""

    code: str


class Answer(msgspec.Struct, frozen=True):
    """One line from the port: `seq` and exactly one of the other members."""

    seq: int
    value: Any = UNSET
    error: Failure | UnsetType = UNSET
    unsupported: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = (self.value is not UNSET) + (self.error is not UNSET)
        if given + (self.unsupported is not UNSET) != 1:
            raise ValueError("an answer has exactly one of value, error, unsupported")


class Hello(msgspec.Struct, frozen=True):
    """What a port says of itself when greeted."""

    protocol: int
    name: Name
    ops: Annotated[list[Name], Meta(max_length=100)]
    version: Name = ""
    language: Name = ""
    tz: Name | None = None
    features: Annotated[list[Name], Meta(max_length=100)] = []


class BadAnswer(Exception):
    """A line that is not an answer; the text says why."""


_answers = msgspec.json.Decoder(Answer)


def decode_answer(line: bytes) -> Answer:
    """The answer a line holds.

    Raises:
        BadAnswer: the line is not JSON, or not an answer.
    """
    try:
        answer = _answers.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        answer = _decode_unusual(line)
    brackets = line.count(b"[") + line.count(b"{")
    if brackets > DEEPEST and jsontext.depth_exceeds(answer.value, DEEPEST):
        raise BadAnswer(f"nested more than {DEEPEST} deep")
    return answer


def _decode_unusual(line: bytes) -> Answer:
    """An answer that holds lone surrogates, or writes its `seq` as `7.0`."""
    try:
        message = jsontext.decode(line)
    except json.JSONDecodeError:
        raise BadAnswer("not JSON") from None
    except ValueError as error:
        raise BadAnswer(str(error)) from None
    if not isinstance(message, dict):
        raise BadAnswer("not a JSON object")
    seq, failure = message.get("seq"), message.get("error")
    if isinstance(seq, float) and seq.is_integer():
        message["seq"] = int(seq)
    if isinstance(failure, dict) and "code" in failure:
        message["error"] = {"code": failure["code"]}
    try:
        return jsontext.convert(message, Answer)
    except msgspec.ValidationError as reason:
        raise BadAnswer(str(reason)) from None


def excerpt(line: bytes) -> str:
    """The beginning of a line as a report quotes it."""
    shown = printable(line[:_QUOTED].decode(errors="replace"))
    return f"'{shown}'" + ("…" if len(line) > _QUOTED else "")
