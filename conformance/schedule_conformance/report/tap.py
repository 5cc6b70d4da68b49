"""The report in the Test Anything Protocol, version 14: a line for each case."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import printable
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report import about, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.running.run import Result

_SKIPPED = (Verdict.TZ, Verdict.MAY, Verdict.UNSUPPORTED, Verdict.SKIPPED)


def write(result: Result, stream: IO[str]) -> None:
    """Write the plan and a line for each case; a port that was given up bails out at the end."""
    stream.writelines(f"{line}\n" for line in _lines(result))


def _lines(result: Result) -> Iterator[str]:
    yield "TAP version 14"
    yield from (f"# {name}: {said}" for name, said in about.facts(result).items())
    yield f"1..{len(result.outcomes)}"
    for number, outcome in enumerate(result.outcomes, start=1):
        yield from _point(number, outcome, result)
    yield from (f"# {warning}" for warning in about.warnings(result))
    yield f"# {about.tally(result.counts)}"
    if result.exit_code in (2, 4):
        yield f"Bail out! {about.verdict(result)}"


def _point(number: int, outcome: Outcome, result: Result) -> Iterator[str]:
    verdict, case = outcome.verdict, outcome.case
    name = printable(case.id).replace("\\", "\\\\").replace("#", "\\#")
    failed = verdict.counts_against or verdict is Verdict.KNOWN
    line = f"{'not ok' if failed else 'ok'} {number} - {name}"
    if verdict in _SKIPPED:
        yield f"{line} # SKIP {printable(outcome.note or about.LABELS[verdict])}"
    elif verdict is Verdict.KNOWN:
        yield f"{line} # TODO {printable(outcome.note or '')}"
    else:
        yield line
    if verdict.counts_against:
        yield from _diagnosis(outcome, result)


def _diagnosis(outcome: Outcome, result: Result) -> Iterator[str]:
    case = outcome.case
    members = {
        "rules": ", ".join(case.rules),
        "message": outcome.note or case.why,
        "given": f"{case.op} {text.value(case.args)}",
        "expected": text.result(case.expect),
    }
    if outcome.answer is not None:
        members["got"] = text.result(outcome.answer)
    members["rerun"] = text.rerun(case, result.again)
    yield "  ---"
    for name, content in members.items():
        yield f"  {name}: {jsontext.encode(printable(content)).decode()}"  # JSON is YAML, too
    yield "  ..."
