"""The report as a badge: the JSON that the `endpoint` badge of shields.io reads.

That service refuses members of other names, so what else is told stands in the text.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from schedule_conformance.base import jsontext
from schedule_conformance.report import about

if TYPE_CHECKING:
    from schedule_conformance.running.run import Result

_COLOURS = {0: "brightgreen", 1: "red", 2: "red"}
_NO_PASS = "lightgrey"  # noqa: S105 - a colour, no password


def write(result: Result, stream: IO[str]) -> None:
    """Write one JSON object."""
    stream.write(jsontext.encode(_badge(result)).decode() + "\n")


def _badge(result: Result) -> dict[str, object]:
    facts = about.facts(result)
    about_port = " ".join(facts[name] for name in ("port", "port version") if name in facts)
    told = [_message(result), *(f"{name} {facts[name]}" for name in ("tz",) if name in facts)]
    if result.provenance.selection:
        told.append(facts["selection"])
    if result.provenance.corpus:
        told.append(f"corpus {result.provenance.corpus}")
    suite = " ".join(filter(None, ["session-schedule-spec", result.provenance.suite]))
    return {
        "schemaVersion": 1,
        "label": f"{suite}: {about_port}",
        "message": ", ".join(told),
        "color": _COLOURS.get(result.exit_code, _NO_PASS),
        "isError": result.exit_code != 0,
    }


def _message(result: Result) -> str:
    if result.exit_code == 1:
        return f"{len(about.failures(result))} of {len(result.outcomes)} failed"
    passed = sum(outcome.verdict == "pass" for outcome in result.outcomes)
    return f"{passed} passed" if result.exit_code == 0 else about.verdict(result)
