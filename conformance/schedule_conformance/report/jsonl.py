"""The report as JSON lines: one for each case, and a last one for the run.

A case line has `id`, `verdict`, `rules`, `op`, and where they are known `got` (`{"value": …}` or
`{"error": code}`), `expected` in the same form, `note` and `mistake`. The run line has `run`,
with what the run was of, what the port said of itself, how it went, and in `again` the words that,
after `schedule-spec run ID`, run a case alone in the same way.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.judging.verdict import Outcome
from schedule_conformance.report.causes import by_case

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Expect
    from schedule_conformance.ports.messages import Answer
    from schedule_conformance.running.run import Result


def write(result: Result, stream: IO[str]) -> None:
    """Write the lines of every case, in the order of the run, and of the run."""
    likely = by_case(result)
    for outcome in result.outcomes:
        _write_line(_case(outcome, likely.get(outcome.case.id)), stream)
    _write_line({"run": _run(result)}, stream)


def _write_line(content: dict[str, Any], stream: IO[str]) -> None:
    stream.write(jsontext.encode(content).decode() + "\n")


def _case(outcome: Outcome, mistake: str | None) -> dict[str, Any]:
    case = outcome.case
    line: dict[str, Any] = {
        "id": case.id,
        "verdict": outcome.verdict.value,
        "rules": case.rules,
        "op": case.op,
    }
    if outcome.answer is not None:
        line |= {"expected": _result(case.expect), "got": _result(outcome.answer)}
    if outcome.note is not None:
        line["note"] = outcome.note
    if mistake is not None:
        line["mistake"] = mistake
    return line


def _result(answer: Answer | Expect) -> dict[str, Any]:
    if answer.error is UNSET:
        return {"value": answer.value}
    return {"error": answer.error if isinstance(answer.error, str) else answer.error.code}


def _run(result: Result) -> dict[str, Any]:
    return {
        "suite": result.provenance.suite,
        "corpus": result.provenance.corpus,
        "selection": result.provenance.selection,
        "port": result.hello,
        "again": result.again,
        "counts": {verdict.value: count for verdict, count in result.counts.items()},
        "notes": result.notes,
        "given_up": result.given_up,
        "doubts": result.doubts,
        "seconds": round(result.seconds, 3),
        "chapter_seconds": {
            chapter: round(seconds, 3) for chapter, seconds in result.chapter_seconds.items()
        },
        "exit": result.exit_code,
    }
