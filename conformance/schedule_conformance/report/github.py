"""The report as annotations, which GitHub shows at a job that prints them."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from schedule_conformance.report import about, text
from schedule_conformance.report.causes import causes, examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.running.run import Result

_MOST = 10
"""GitHub shows so many annotations of one severity in a step, and drops the rest."""


def write(result: Result, stream: IO[str]) -> None:
    """Write an error for each of the first causes, a warning for each doubt, and the counts."""
    stream.writelines(f"{line}\n" for line in _lines(result))


def _lines(result: Result) -> Iterator[str]:
    for warning in list(about.warnings(result))[:_MOST]:
        yield _command("warning", about.facts(result)["port"], warning)
    found = causes(result)
    for cause in found[:_MOST]:
        (example,) = examples(cause, 1)
        title = f"{len(cause.outcomes)}x {', '.join(example.case.rules)}"
        lines = [
            cause.sentence,
            f"example: {example.case.id}",
            f"rerun: {text.rerun(example.case, result.again)}",
        ]
        yield _command("error", title, "\n".join(map(text.visible, lines)))
    facts = about.facts(result)
    lines = [about.tally(result.counts), *(f"{name}: {said}" for name, said in facts.items())]
    if len(found) > _MOST:
        lines.append(f"{len(found) - _MOST} more causes are not shown")
    yield _command("notice", f"{facts['port']}: {about.verdict(result)}", "\n".join(lines))


def _command(severity: str, title: str, message: str) -> str:
    return f"::{severity} title={_property(title)}::{_data(message)}"


def _data(content: str) -> str:
    return content.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(content: str) -> str:
    return _data(content).replace(":", "%3A").replace(",", "%2C")
