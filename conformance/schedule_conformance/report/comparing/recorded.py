"""A run as `--report jsonl=FILE` recorded it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import UsageError
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.messages import Hello

if TYPE_CHECKING:
    from pathlib import Path


class Run(msgspec.Struct, frozen=True):
    """What the last line says of the run; members that older reports lack are empty."""

    port: Hello
    exit: int
    suite: str = ""
    corpus: str = ""
    selection: list[str] = []


class Judged(msgspec.Struct, frozen=True, gc=False):
    """The verdict on a case, and the rules that it shows."""

    id: str
    verdict: Verdict
    rules: list[str]

    @property
    def chapter(self) -> str:
        """The first part of the id."""
        return self.id.partition("/")[0]


class Recorded(msgspec.Struct, frozen=True):
    """A run and its cases by id, in their order; `file` is where it was read from, as text."""

    file: str
    run: Run
    cases: dict[str, Judged]

    @property
    def name(self) -> str:
        """The port with its version, on one line."""
        return printable(f"{self.run.port.name} {self.run.port.version}".strip())

    @property
    def facts(self) -> str:
        """What tells it from other runs, on one line."""
        run = self.run
        said = {
            "tz": run.port.tz or "",
            "suite": run.suite,
            "corpus": run.corpus,
            "selection": shlex.join(run.selection) or "all cases",
        }
        told = ", ".join(f"{name} {content}" for name, content in said.items() if content)
        return printable(f"{told}, from {self.file}")


class _Last(msgspec.Struct, frozen=True):
    run: Run


def read(file: Path) -> Recorded:
    """Read a report.

    Raises:
        UsageError: it cannot be read, is no such report, or is not whole.
    """
    name = printable(str(file))
    try:
        lines = file.read_bytes().splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot read {name}: {reason}") from None
    if not lines:
        raise UsageError(f"{name}: it is empty, and no report as --report jsonl=FILE writes it")
    cases: dict[str, Judged] = {}
    for number, line in enumerate(lines[:-1], start=1):
        try:
            case = jsontext.convert(jsontext.decode(line), Judged)
        except ValueError as error:
            reason = f"no line of a report as --report jsonl=FILE writes it ({error})"
            raise UsageError(f"{name}: line {number}: {reason}") from None
        if case.id in cases:
            raise UsageError(f"{name}: line {number}: case {printable(case.id)} was there before")
        cases[case.id] = case
    try:
        return Recorded(name, jsontext.convert(jsontext.decode(lines[-1]), _Last).run, cases)
    except ValueError as error:
        reason = f"the line of the run is missing, so that the report is not whole ({error})"
        raise UsageError(f"{name}: line {len(lines)}: {reason}") from None
