"""The report for a reader at a terminal: failures first and short, then what they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import repeat
from typing import IO, TYPE_CHECKING

import msgspec

from schedule_conformance.judging.likeliest import likeliest, mistakes
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from schedule_conformance.corpus.rules import Rule
    from schedule_conformance.running.run import Result

_FAILURES_SHOWN = 20
_ROWS_SHOWN = 8
_IDS_SHOWN = 3
_LABELS = {
    Verdict.PASS: "passed",
    Verdict.FAIL: "failed",
    Verdict.ERRORED: "errored",
    Verdict.STALE: "passed though known to fail",
    Verdict.KNOWN: "known failures",
    Verdict.TZ: "tz (another tz release)",
    Verdict.MAY: "differ where they may",
    Verdict.UNSUPPORTED: "unsupported",
    Verdict.SKIPPED: "skipped",
}
_ALWAYS = (Verdict.PASS, Verdict.FAIL)
_RED, _GREEN, _BOLD, _FAINT = "31", "32", "1", "2"


class Look(msgspec.Struct, frozen=True):
    """How a report looks: the rules it cites, whether in colour, whether it shows everything."""

    rules: Mapping[str, Rule]
    colour: bool = False
    everything: bool = False

    def paint(self, words: str, *colours: str) -> str:
        """The words in colours, if there are to be any."""
        return f"\x1b[{';'.join(colours)}m{words}\x1b[0m" if self.colour else words

    def rule(self, rule_id: str) -> str:
        """A rule by id and title."""
        rule = self.rules.get(rule_id)
        return f"{rule_id} — {rule.title}" if rule else rule_id


def write(result: Result, stream: IO[str], look: Look) -> None:
    """Write the whole report."""
    stream.writelines(f"{line}\n" for line in _lines(result, look))


def _lines(result: Result, look: Look) -> Iterator[str]:
    failures = [outcome for outcome in result.outcomes if outcome.verdict.counts_against]
    shown = len(failures) if look.everything else _FAILURES_SHOWN
    for outcome in failures[:shown]:
        yield from _failure(outcome, result, look)
        yield ""
    if len(failures) > shown:
        yield f"… and {len(failures) - shown} more; --all shows them.\n"
    failures = [outcome for outcome in failures if outcome.verdict.shows_mistake]
    if len(failures) > 1:
        rules = (look.rule(outcome.case.rules[0]) for outcome in failures)
        yield from _table("failures by rule", rules, look)
        yield from _table("likeliest mistakes", _mistakes(result), look)
    yield from _excused(result, look)
    for note in result.notes:
        yield f"note: {text.visible(note)}"
    if result.given_up is not None:
        yield look.paint(f"given up: {text.visible(result.given_up)}", _RED)
    for doubt in result.doubts:
        yield look.paint(f"not a pass: {text.visible(doubt)}", _RED)
    yield _summary(result, look)


def _failure(outcome: Outcome, result: Result, look: Look) -> Iterator[str]:
    case = outcome.case
    word = _LABELS[outcome.verdict].upper()
    yield f"{look.paint(word, _RED, _BOLD)} {look.paint(case.id, _BOLD)}"
    for rule in case.rules:
        yield _field("rule", look.rule(rule))
    yield _field("why", case.why)
    yield _field("given", f"{case.op} {text.value(case.args)}")
    yield _field("expected", text.result(case.expect))
    if outcome.answer is not None:
        yield _field("got", text.result(outcome.answer))
        for place in text.places(case, outcome.answer):
            yield _field("differs", place)
    if outcome.note is not None:
        yield from (_field("error", text.visible(line)) for line in outcome.note.split("\n"))
    if case.mistake is not None and outcome.verdict is Verdict.FAIL:
        yield _field("likely", case.mistake)
    yield _field("rerun", look.paint(text.rerun(case, result.again), _FAINT))


def _mistakes(result: Result) -> Iterator[str]:
    """The mistakes that explain the failures, each as often as it does.

    Where no answer matches one, nothing is said rather than guessed.
    """
    for explanation in likeliest(result.outcomes, mistakes()):
        yield from repeat(explanation.mistake.mistake, len(explanation.failures))


def _field(name: str, content: str) -> str:
    return f"  {name:<9} {content}"


def _table(title: str, rows: Iterable[str], look: Look) -> Iterator[str]:
    """How often each row occurs, the most frequent first."""
    counted = Counter(rows).most_common()
    if not counted:
        return
    shown = len(counted) if look.everything else _ROWS_SHOWN
    yield look.paint(title, _BOLD)
    for row, count in counted[:shown]:
        yield f"  {count:>6}x {row}"
    if len(counted) > shown:
        yield f"  … and {len(counted) - shown} others"
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
    hello, counts = result.hello, result.counts
    about = [hello.language, f"tz {hello.tz}" if hello.tz else ""]
    port = f"{hello.name} {hello.version}".strip() + f" ({', '.join(filter(None, about))})"
    parts = [
        f"{counts[verdict]} {label}"
        for verdict, label in _LABELS.items()
        if counts[verdict] or verdict in _ALWAYS
    ]
    colour = _RED if result.exit_code else _GREEN
    verdicts = look.paint(", ".join(parts), colour, _BOLD)
    return f"{text.visible(port).removesuffix(' ()')}: {verdicts} in {result.seconds:.1f} s"
