"""The report for a reader at a terminal: failures by cause, the most frequent cause first."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import IO, TYPE_CHECKING

from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.report import failures, text
from schedule_conformance.report.about import tally
from schedule_conformance.report.causes import causes
from schedule_conformance.report.look import BOLD, GREEN, RED, Look

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schedule_conformance.report.causes import Cause
    from schedule_conformance.running.run import Result

_EXAMPLES = 5
_HEADINGS = 10
_ROWS_SHOWN = 5
_IDS_SHOWN = 3


def write(result: Result, stream: IO[str], look: Look) -> None:
    """Write the whole report."""
    stream.writelines(f"{look.wrap(line)}\n" for line in _lines(result, look))


def _lines(result: Result, look: Look) -> Iterator[str]:
    yield from _failures(causes(result), result, look)
    rules = [
        look.rule(outcome.case.rules[0])
        for outcome in result.outcomes
        if outcome.verdict.shows_mistake
    ]
    if len(rules) > 1:
        yield from _table("failures by rule", rules, look)
    yield from _excused(result, look)
    for note in result.notes:
        yield f"note: {text.visible(note)}"
    if result.given_up is not None:
        yield look.paint(f"given up: {text.visible(result.given_up)}", RED)
    for doubt in result.doubts:
        yield look.paint(f"not a pass: {text.visible(doubt)}", RED)
    yield _summary(result, look)


def _failures(found: Sequence[Cause], result: Result, look: Look) -> Iterator[str]:
    """The failures by cause: the most frequent with an example, others as counts."""
    shown = len(found) if look.everything else _EXAMPLES
    for cause in found[:shown]:
        yield from failures.lines(cause, result, look)
        yield ""
    rest = found[shown:]
    if not rest:
        return
    listed = rest[:_HEADINGS]
    for cause in listed:
        yield f"{failures.heading(cause, look)} ({text.visible(cause.outcomes[0].case.id)})"
    if len(rest) > len(listed):
        count = sum(len(cause.outcomes) for cause in rest[len(listed) :])
        yield f"… and {count} failures of {len(rest) - len(listed)} more causes"
    yield "--all shows every failure, and cuts nothing."
    yield ""


def _table(title: str, rows: Iterable[str], look: Look) -> Iterator[str]:
    """How often each row occurs, the most frequent first."""
    counted = Counter(rows).most_common()
    if not counted:
        return
    shown = len(counted) if look.everything else _ROWS_SHOWN
    yield look.paint(title, BOLD)
    for row, count in counted[:shown]:
        yield f"  {count:>6}x {row}"
    if len(counted) > shown:
        yield f"  … and {len(counted) - shown} others; --all shows them"
    yield ""


def _excused(result: Result, look: Look) -> Iterator[str]:
    """What is neither passed nor failed, by verdict and reason, with the first few ids."""
    groups: defaultdict[tuple[Verdict, str], list[str]] = defaultdict(list)
    for outcome in result.outcomes:
        if outcome.verdict is not Verdict.PASS and not outcome.verdict.counts_against:
            reason = outcome.note or (outcome.answer and text.result(outcome.answer, 80)) or ""
            groups[outcome.verdict, reason].append(outcome.case.id)
    for (verdict, reason), ids in sorted(groups.items()):
        shown = ids if look.everything else ids[:_IDS_SHOWN]
        more = ", …" if len(ids) > len(shown) else ""
        because = f": {text.visible(reason)}" if reason else ""
        yield f"{verdict} {len(ids)}x{because} ({', '.join(shown)}{more})"


def _summary(result: Result, look: Look) -> str:
    hello = result.hello
    about = [hello.language, f"tz {hello.tz}" if hello.tz else ""]
    port = f"{hello.name} {hello.version}".strip() + f" ({', '.join(filter(None, about))})"
    colour = RED if result.exit_code else GREEN
    verdicts = look.paint(tally(result.counts), colour, BOLD)
    return f"{text.visible(port).removesuffix(' ()')}: {verdicts} in {result.seconds:.1f} s"
