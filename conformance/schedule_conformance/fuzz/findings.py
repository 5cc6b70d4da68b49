"""What a campaign found, for people and as cases that `schedule-spec run --corpus` replays."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.base.aside import write_whole
from schedule_conformance.base.printable import printable_lines
from schedule_conformance.corpus.case import Case, Tz
from schedule_conformance.report import scenario, text
from schedule_conformance.report.look import field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from schedule_conformance.corpus.rules import Rule
    from schedule_conformance.fuzz.nearest import Nearness
    from schedule_conformance.fuzz.question.divergence import Divergence
    from schedule_conformance.fuzz.question.oracle import Question
    from schedule_conformance.fuzz.strategies.zones import LocalTimes
    from schedule_conformance.ports.messages import Op

UNCONFIRMED = "unconfirmed"
"""The tag of a case whose expectation nobody has confirmed."""

_WHY = (
    "Found by fuzzing. The expectation is the answer of the reference: confirm it from the rules,"
    " then take away this sentence and the tag."
)
_MISTAKE = "A port answered {}."
_NO_NAME = re.compile(r"[^A-Za-z0-9_.]+")
_LONGEST = 2_000

_RULES: dict[Op, str] = {
    "decode": "CHG-1",
    "fold": "FOLD-1",
    "occurrence": "EVERY-1",
    "create": "IN-1",
    "allocate": "FOLD-14",
    "view": "VIEW-1",
    "due": "DUE-2",
    "frame": "FRAME-1",
    "session": "TOOL-4",
}
"""Where to begin reading, where neither the reference nor the corpus names a rule."""


class Finding(msgspec.Struct, frozen=True):
    """A divergence as a case, and the case of the corpus that is nearest to it, if any."""

    divergence: Divergence
    case: Case
    nearest: Case | None


def findings(
    divergences: Iterable[Divergence], nearness: Nearness, times: LocalTimes
) -> list[Finding]:
    """Divergences as cases; `times` are the local times that were asked."""
    found: list[Finding] = []
    for divergence in divergences:
        question, ruling = divergence.question, divergence.ruling
        nearest = nearness.nearest(question, ruling.expect, ruling.rule)
        near = nearest.rules if nearest is not None else [_RULES[question.op]]
        case = Case(
            id=_id(divergence, [finding.case.id for finding in found]),
            rules=list(dict.fromkeys([ruling.rule, *near])) if ruling.rule else near,
            op=question.op,
            args=question.args,
            expect=ruling.expect,
            why=_WHY,
            mistake=_mistake(divergence),
            tags=[UNCONFIRMED],
            tz=_tz(question, times),
        )
        found.append(Finding(divergence, case, nearest))
    return found


def _id(divergence: Divergence, taken: Sequence[str]) -> str:
    op, *words = divergence.kind
    name = f"fuzz/{op}/" + _NO_NAME.sub("-", "-".join(words)).strip("-").lower()
    number = sum(re.sub(r"-\d+$", "", other) == name for other in taken)
    return f"{name}-{number + 1}" if number else name


def _mistake(divergence: Divergence) -> str | None:
    answer = divergence.answer
    return None if answer is None else _MISTAKE.format(text.result(answer))


def _tz(question: Question, times: LocalTimes) -> Tz | None:
    match question.args:
        case {"input": {"at": {"date": str(date), "time": str(time), "time_zone": str(zone)}}}:
            return Tz(zone, since=times.since(zone, f"{date}T{time}"))
    return None


def _got(divergence: Divergence) -> Iterator[str]:
    """The answer of the port, or the lines that tell how it broke."""
    if divergence.answer is not None:
        yield text.result(divergence.answer, _LONGEST)
    else:
        yield from printable_lines(f"it {divergence.mishap}")


def write(found: Sequence[Finding], file: Path) -> None:
    """Write the cases into a file of the corpus format.

    Raises:
        UsageError: it cannot be written.
    """
    cases = [finding.case for finding in found]
    write_whole(file, json.dumps({"cases": cases}, indent=1, default=_written) + "\n")


def _written(struct: msgspec.Struct) -> dict[str, Any]:
    members = jsontext.members(struct).items()
    return {name: value for name, value in members if value is not None and name != "level"}


def lines(finding: Finding, rules: Mapping[str, Rule]) -> Iterator[str]:
    """The lines that report one divergence."""
    divergence, case = finding.divergence, finding.case
    yield f"DIVERGENCE {case.id}"
    for rule in case.rules:
        yield field("rule", f"{rule} — {rules[rule].title}" if rule in rules else rule)
    if finding.nearest is not None:
        yield field("nearest", finding.nearest.id)
    if case.op == "session":
        names = ("reference", "port")
        expect, answer = divergence.ruling.expect, divergence.answer
        yield from scenario.steps(case.args, expect, answer, longest=_LONGEST, names=names)
        if answer is None:
            yield from (field("port", line) for line in _got(divergence))
    else:
        yield field("given", f"{case.op} {text.value(case.args, _LONGEST)}")
        yield field("reference", text.result(case.expect, _LONGEST))
        yield from (field("port", line) for line in _got(divergence))
        if divergence.answer is not None:
            yield from (field("differs", place) for place in text.places(case, divergence.answer))
    if not divergence.steady:
        yield field("note", "the port gave another answer when it was asked again")
