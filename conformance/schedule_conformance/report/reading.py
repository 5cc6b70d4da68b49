"""Reading a report in JSON lines back (`schedule_conformance.report.jsonl` writes it)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from schedule_conformance.base import jsontext
from schedule_conformance.base.usage import UsageError
from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure, Hello
from schedule_conformance.running.provenance import Provenance
from schedule_conformance.running.run import Result

T = TypeVar("T", bound=msgspec.Struct)


class _Got(msgspec.Struct):
    value: Any = UNSET
    error: str | UnsetType = UNSET


class _CaseLine(msgspec.Struct):
    id: str
    verdict: Verdict
    got: _Got | UnsetType = UNSET
    note: str | None = None


class _Run(msgspec.Struct):
    port: Hello
    suite: str = ""
    corpus: str = ""
    selection: list[str] = []
    again: list[str] = []
    notes: list[str] = []
    given_up: str | None = None
    doubts: list[str] = []
    seconds: float = 0.0
    chapter_seconds: dict[str, float] = {}


def read(file: Path, cases: Mapping[str, Case]) -> Result:
    """The result that a report tells of; `cases` are those of its corpus, by id.

    Raises:
        UsageError: it cannot be read, it is no such report or not a whole one, or it has a case
            that is not among the cases.
    """
    try:
        *lines, last = file.read_bytes().splitlines() or [b""]
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    outcomes = [_outcome(_place(file, number), line, cases) for number, line in enumerate(lines, 1)]
    place = _place(file, len(lines) + 1)
    content = _decoded(place, last)
    if "run" not in content:
        raise UsageError(f"{place}: the report has no end: its last line is not that of the run")
    run = _converted(place, content["run"], _Run)
    return Result(
        hello=run.port,
        again=run.again,
        outcomes=outcomes,
        notes=run.notes,
        given_up=run.given_up,
        seconds=run.seconds,
        doubts=run.doubts,
        chapter_seconds=run.chapter_seconds,
        provenance=Provenance(run.suite, run.corpus, run.selection),
    )


def _outcome(place: str, text: bytes, cases: Mapping[str, Case]) -> Outcome:
    line = _converted(place, _decoded(place, text), _CaseLine)
    if line.id not in cases:
        raise UsageError(f"{place}: the corpus has no case {line.id}; was it run with --corpus?")
    answer = None
    if line.got is not UNSET:
        if (line.got.value is UNSET) == (line.got.error is UNSET):
            raise UsageError(f"{place}: got has either a value or an error")
        answer = (
            Answer(0, value=line.got.value)
            if line.got.error is UNSET
            else Answer(0, error=Failure(line.got.error))
        )
    return Outcome(cases[line.id], line.verdict, answer, line.note)


def _decoded(place: str, text: bytes) -> dict[str, Any]:
    try:
        content = jsontext.decode(text)
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise UsageError(f"{place}: this is no line of a report in JSON lines")
    return content


def _converted(place: str, content: Any, described: type[T]) -> T:
    try:
        return jsontext.convert(content, described)
    except msgspec.ValidationError as error:
        raise UsageError(f"{place}: {error}") from None


def _place(file: Path, number: int) -> str:
    return f"{file}: line {number}"
