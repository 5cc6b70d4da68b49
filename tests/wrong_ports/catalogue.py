"""The catalogue of mistakes: for port authors in the docs, and as data for the runner's report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path

from schedule_conformance.base import jsontext
from schedule_conformance.judging.fingerprint import fingerprint, kind
from schedule_conformance.judging.likeliest import FILE, Mistake
from schedule_conformance.judging.verdict import Outcome
from wrong_ports import judging, library_faults
from wrong_ports.judging import failures, naming
from wrong_ports.registry import PORTS, WrongPort

PAGE = Path(__file__).parents[2] / "docs" / "mistakes.md"

_CHAPTERS = (
    "plain_values",
    "value_types",
    "instants",
    "double_seconds",
    "number_parsers",
    "library_instants",
    "library_integers",
    "library_trims",
    "library_json",
    "library_collections",
    "library_zones",
    "durable",
    "replay",
    "fixed_rate",
    "arguments",
    "names_of_members",
    "date_texts",
    "zone_names",
    "local_times",
    "reminder_texts",
    "barriers",
    "tool_calls",
    "cancelled_calls",
    "tool_definitions",
    "decisions",
    "deliveries",
    "claims",
    "failing_hosts",
)

for _chapter in _CHAPTERS:
    import_module(f"wrong_ports.{_chapter}")

_INTRODUCTION = """\
# Classic mistakes

{count} mistakes that ports make, or come close to making. For each there is a
[wrong port](../tests/wrong_ports), the reference with this mistake and no other,
and the cases below were put to it. *Named by* are the cases whose `mistake` is
this sentence: all of them fail where the mistake is made. It makes others fail
too; `mistakes.json` beside the runner has them all, and the runner's report goes by
that to tell which mistakes a port seems to make.

`schedule-spec show ID` prints a case with its rules. To see what a report looks
like:

```console
$ cd tests
$ schedule-spec run --no-sweep -- python -m wrong_ports gap-shifted
```

This page is written by `python -m wrong_ports --write`.
"""


def page(failing: dict[str, list[str]]) -> str:
    """The page of the docs, given the ids of the cases that each port fails."""
    parts = [_INTRODUCTION.format(count=len(PORTS))]
    for chapter, ports in groupby(PORTS.values(), key=lambda port: port.chapter):
        parts.append(f"## {_title(chapter)}\n")
        parts += ["\n".join(_entry(port, failing[port.name])) for port in ports]
    return "\n".join(parts)


def data() -> str:
    """The data of the report, one mistake a line."""
    lines = [
        jsontext.encode(_mistake(PORTS[name], failed)).decode()
        for name, failed in answers().items()
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


@cache
def answers() -> dict[str, list[Outcome]]:
    """What each port fails, with its answers."""
    return {name: failures(port) for name, port in PORTS.items()}


@cache
def failing_cases() -> dict[str, list[str]]:
    """The ids of the cases by hand that each port fails, sorted."""
    others = {case.id for case in judging.others()}
    return {
        name: sorted({each.case.id for each in failed} - others)
        for name, failed in answers().items()
    }


def _mistake(port: WrongPort, failed: list[Outcome]) -> Mistake:
    marks = {each.case.id: " ".join(fingerprint(each.case, each.answer)) for each in failed}
    others = marks.keys() & {case.id for case in judging.others()}
    swept = (each for each in failed if "sweep" in each.case.tags)
    return Mistake(
        name=port.name,
        mistake=port.mistake,
        users=port.users,
        cases={id_: marks[id_] for id_ in sorted(marks.keys() - others)},
        others={id_: marks[id_] for id_ in sorted(others)},
        kinds=sorted({kind(each.case, each.answer) for each in swept}),
    )


def write() -> None:
    """Write the pages and the data."""
    failing = failing_cases()
    PAGE.write_text(page(failing), encoding="utf-8")
    FILE.write_text(data(), encoding="utf-8")
    library_faults.PAGE.write_text(library_faults.page(failing), encoding="utf-8")
    library_faults.COUNTS.write_text(library_faults.counts(failing), encoding="utf-8")


def _title(chapter: str) -> str:
    first_line = (import_module(chapter).__doc__ or "").partition("\n")[0]
    title = first_line.removeprefix("Mistakes about ").rstrip(".")
    return title[0].upper() + title[1:]


def _entry(port: WrongPort, failing: list[str]) -> Iterator[str]:
    named = sorted(naming(port.mistake))
    others = len(set(failing) - set(named))
    yield f"### {port.name}\n"
    yield f"{port.mistake}\n"
    yield f"Users: {port.users}\n"
    yield f"Named by {', '.join(f'`{id_}`' for id_ in named)}"
    yield f"and shown by {others} more.\n" if others else "alone.\n"
