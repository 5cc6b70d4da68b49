"""The faults of languages' libraries: which usual call makes which mistake, and who notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from wrong_ports.judging import naming
from wrong_ports.registry import PORTS

CALLS = Path(__file__).with_name("library_calls.json")
PAGE = Path(__file__).parents[2] / "docs" / "library-faults.md"
COUNTS = PAGE.parent / "evidence" / "library-faults.json"

Failing: TypeAlias = Mapping[str, Sequence[str]]
"""The ids of the cases that each wrong port fails."""

_SHOWN = 2
_INTRODUCTION = """\
# Faults of languages' libraries

What the usual calls of {languages} languages do that the rules do not. Each stands for the
[wrong port](../tests/wrong_ports) that makes the same mistake with the same arithmetic, and
every one is noticed: *cases* says how many cases by hand fail, and names the first that
name this mistake. [Classic mistakes](mistakes.md) has the ports one by one.

The standard libraries of JavaScript, Python, Java and Rust were run; the other calls are
as their documentation has them. Of the wrong ports, those of instants use the
real library where Python has it, and its arithmetic written out where not.

This page is written by `python -m wrong_ports --write` from `library_calls.json`.
"""


class LibraryCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One call of one language's libraries, and the wrong port that makes its mistake."""

    language: str
    subject: str
    call: str
    port: str


def library_calls() -> list[LibraryCall]:
    """All calls, by language."""
    return msgspec.json.decode(CALLS.read_bytes(), type=list[LibraryCall])


def page(failing: Failing) -> str:
    """The page of the docs."""
    calls = library_calls()
    languages = len({call.language for call in calls})
    parts = [_INTRODUCTION.format(languages=languages)]
    for language, of_language in groupby(calls, key=lambda call: call.language):
        parts.append(f"## {language}\n")
        parts.append("| | call | what is wrong | cases |\n|---|---|---|---|")
        parts += [_row(call, failing[call.port]) for call in of_language]
        parts.append("")
    return "\n".join(parts)


def counts(failing: Failing) -> str:
    """The figures of the evidence: of each language, its calls, their mistakes and the cases."""
    figures: dict[str, Any] = {}
    for language, grouped in groupby(library_calls(), key=lambda call: call.language):
        calls = list(grouped)
        ports = {call.port for call in calls}
        cases = set().union(*(failing[port] for port in ports))
        uncaught = sum(not failing[port] for port in ports)
        figures[language] = {
            "calls": len(calls),
            "mistakes": len(ports),
            "uncaught": uncaught,
            "cases": len(cases),
        }
    return msgspec.json.format(msgspec.json.encode(figures), indent=1).decode() + "\n"


def _row(call: LibraryCall, failing: Sequence[str]) -> str:
    port = PORTS[call.port]
    named = ", ".join(f"`{id_}`" for id_ in _first(sorted(naming(port.mistake))))
    cells = (call.subject, f"`` {call.call} ``", port.mistake, f"{len(failing)}: {named}")
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _first(ids: Sequence[str]) -> Iterator[str]:
    """A few ids, those of the cases about libraries before others."""
    yield from sorted(ids, key=lambda id_: "/libraries/" not in id_)[:_SHOWN]
