"""A divergence: a question to which a port and the reference give different answers.

Divergences that seem to have one cause are of one kind. The kind is told from the form of the
question, from what the reference answers, and from where the port departs from it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET

from schedule_conformance.fuzz.question.oracle import Question, Ruling
from schedule_conformance.judging.compare import differences, matches, same, without_messages
from schedule_conformance.ports.messages import Answer
from schedule_conformance.running.partners import Broken

Kind: TypeAlias = tuple[str, ...]
"""The operation and words that divergences of one cause have in common."""

_INDEX = re.compile(r"\[\d+\]")
_SELECTORS = ("after_seconds", "at", "every_seconds")


class Divergence(msgspec.Struct, frozen=True):
    """What was asked, what the reference answered, and what came from the port.

    Either there is an `answer`, or the port broke: `mishap` says how, in a sentence.

    Attributes:
        kind: Of which kind it seems to be.
        steady: Whether the port gives the same answer when it is asked again.
    """

    question: Question
    ruling: Ruling
    kind: Kind
    answer: Answer | None = None
    mishap: str | None = None
    steady: bool = True


def compared(question: Question, expected: Ruling, answer: Answer | Broken) -> Divergence | None:
    """The divergence between a ruling and what came from the port, if there is one."""
    if isinstance(answer, Broken):
        if answer.mishap == "spared":
            return None
        kind = (*_form(question), answer.mishap)
        return Divergence(question, expected, kind, mishap=str(answer))
    if answer.unsupported is not UNSET or matches(question.op, expected.expect, answer):
        return None
    return Divergence(question, expected, _departure(question, expected, answer), answer)


def _form(question: Question) -> Kind:
    """The operation and, where it has several sorts of arguments, the sort."""
    match question.args:
        case {"input": dict(given)}:
            selectors = [name for name in _SELECTORS if name in given]
            local = ["local"] if isinstance(given.get("at"), dict) else []
            return (question.op, *selectors, *local)
        case {"text": str()}:
            return (question.op, "text")
        case {"change": {"operation": str(operation)}}:
            return (question.op, operation)
        case {"batch": _}:
            return (question.op, "batch")
        case {"record": {"kind": str(kind)}} | {"reminder": {"kind": str(kind)}}:
            return (question.op, kind)
    return (question.op,)


def _departure(question: Question, expected: Ruling, answer: Answer) -> Kind:
    """What is expected, what came instead and, between two values, the first place."""
    op, code = question.op, expected.expect.error
    if answer.error is not UNSET:
        # Which rule is broken matters little where a later or earlier one is reported.
        words = _form(question) if code is UNSET else (op,)
        return (*words, "value" if code is UNSET else code, "got", answer.error.code)
    if expected.rule is not None:
        return (op, expected.rule, "got", "value")
    right, value = expected.expect.value, answer.value
    if op == "session":
        return (op, *_observation(without_messages(right), without_messages(value)))
    first = next(differences(right, value))
    return (op, "differs", _INDEX.sub("", first.path).removeprefix("$").strip(".") or "value")


def _observation(value: Any, got: Any) -> Kind:
    """The sorts of observation, expected and made, at the first place where they differ."""
    if not isinstance(got, list) or len(got) != len(value):
        return ("not", "the", "steps")
    place = next(at for at in range(len(value)) if not same(value[at], got[at]))
    expected, made = value[place], got[place]
    if not isinstance(made, list):
        return ("not", "a", "list")
    pairs = zip(expected, made, strict=False)
    shorter = min(len(expected), len(made))
    first = next((at for at, pair in enumerate(pairs) if not same(*pair)), shorter)
    sorts = [sort_of(*islice(side, first, first + 1)) for side in (expected, made)]
    return (sorts[0], "got", sorts[1])


def sort_of(observation: Any = None) -> str:
    """The sort of one observation, and of a result its code."""
    match observation:
        case None:
            return "nothing"
        case {"result": {"code": str(code)}}:
            return code
        case {"append": {"operation": str(operation)}}:
            return operation
        case dict():
            return "-".join(sorted(str(name) for name in observation if name != "call"))
    return "oddity"
