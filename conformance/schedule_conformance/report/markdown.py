"""The report as Markdown, short enough for the summary of a job on GitHub."""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

from schedule_conformance.base.printable import printable
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.report import about, text
from schedule_conformance.report.causes import Cause, causes, examples

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.running.run import Result

_CAUSES, _IDS = 20, 3
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|<>~&@:-])")


def write(result: Result, stream: IO[str]) -> None:
    """Write the whole report; its length is bounded, however much failed."""
    stream.writelines(f"{line}\n" for line in _lines(result))


def plain(content: str) -> str:
    """Text of others as Markdown that shows it as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", printable(content))


def code(content: str) -> str:
    """Text of others as code on one line, with a fence that it cannot close."""
    content = printable(content).replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", content)), default=0))
    return f"{fence} {content} {fence}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A table whose first column is text and whose others are numbers; cells are Markdown."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|'.ljust(4)}{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _lines(result: Result) -> Iterator[str]:
    facts = about.facts(result)
    yield f"## {plain(facts['port'])}: {about.verdict(result)}"
    yield ""
    yield f"{about.tally(result.counts)} in {result.seconds:.1f} s"
    yield ""
    yield " · ".join(f"{name} {code(content)}" for name, content in facts.items())
    yield ""
    yield from _warnings(result)
    for title, counts in (
        ("class", about.by_class(result.outcomes)),
        ("chapter", about.by_chapter(result.outcomes)),
    ):
        yield from _counts(title, counts)
        yield ""
    found = causes(result)
    if found:
        yield "### What lies behind the failures"
        yield ""
        for cause in found[:_CAUSES]:
            yield from _cause(cause, result)
        if len(found) > _CAUSES:
            yield f"… and {len(found) - _CAUSES} more causes; `--report html=FILE` shows them."
            yield ""


def _warnings(result: Result) -> Iterator[str]:
    told = [*map(plain, about.warnings(result))]
    for verdict, reason, ids in about.excused(result):
        if verdict is Verdict.MAY:
            continue
        more = ", …" if len(ids) > _IDS else ""
        because = f": {plain(reason)}" if reason else ""
        shown = ", ".join(map(code, ids[:_IDS]))
        told.append(f"{about.LABELS[verdict]}, {len(ids)}x{because} ({shown}{more})")
    if told:
        yield "> [!WARNING]"
        yield from (f"> - {each}" for each in told)
        yield ""


def _counts(title: str, counts: Mapping[str, Counter[Verdict]]) -> Iterator[str]:
    used = [each for each in Verdict if any(count[each] for count in counts.values())]
    head = [title, *(str(each) for each in used)]
    rows = ([plain(name), *(count[each] or "" for each in used)] for name, count in counts.items())
    yield from table(head, rows)


def _cause(cause: Cause, result: Result) -> Iterator[str]:
    (example,) = examples(cause, 1)
    yield f"- **{len(cause.outcomes)}x** {plain(cause.sentence)}"
    yield from (f"  {line}" for line in _example(example, result))
    yield ""


def _example(outcome: Outcome, result: Result) -> Iterator[str]:
    case = outcome.case
    yield ""
    yield f"<details><summary>{plain(case.id)}</summary>"
    yield ""
    yield f"- rules {', '.join(case.rules)}: {plain(case.why)}"
    yield f"- given {code(f'{case.op} {text.value(case.args)}')}"
    yield f"- expected {code(text.result(case.expect))}"
    if outcome.answer is not None:
        yield f"- got {code(text.result(outcome.answer))}"
    if outcome.note is not None:
        yield f"- error {code(outcome.note)}"
    yield f"- rerun {code(text.rerun(case, result.again))}"
    yield ""
    yield "</details>"
