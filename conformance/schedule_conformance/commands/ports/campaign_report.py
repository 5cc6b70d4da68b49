"""What `schedule-spec fuzz` tells of a campaign, and writes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import NotAPass
from schedule_conformance.commands import options as shared
from schedule_conformance.commands.ports.expected import FOUND, is_expected
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.ports.messages import FUZZED
from schedule_conformance.report.text import rerun

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known
    from schedule_conformance.fuzz.findings import Finding
    from schedule_conformance.fuzz.tally import Tally
    from schedule_conformance.ports.messages import Hello, Op


def see_that_something_was_compared(campaign: Tally, ops: Sequence[Op]) -> None:
    """Refuse a campaign that shows nothing.

    Raises:
        NotAPass: of all operations, or of one that was asked for, no answer could be compared.
    """
    compared = campaign.coverage.compared
    for op in ops:
        if not compared[op]:
            raise NotAPass(f"of {op}, no answer could be compared")
    if not any(compared.values()):
        raise NotAPass(f"in {campaign.asked} questions, no answer could be compared")


def report(
    campaign: Tally,
    hello: Hello,
    cases: Sequence[Case],
    entries: Sequence[Known],
    options: Namespace,
) -> list[Finding]:
    """Print and write what was found, but for what is known, and print what was touched."""
    from schedule_conformance.fuzz import findings  # noqa: PLC0415 - not for --help
    from schedule_conformance.fuzz.campaign import askable_times  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.nearest import Nearness  # noqa: PLC0415 - not for --help
    from schedule_conformance.fuzz.question import coverage  # noqa: PLC0415 - not for --help

    times = askable_times(hello)
    every = findings.findings(campaign.found, Nearness(cases), times)
    found = [finding for finding in every if not is_expected(finding.case.id, entries)]
    if found:  # first of all: who reads what is printed may go away
        findings.write(found, options.write)
    rules = load_rules(data.folder("spec"))
    for finding in found:
        again = ["--corpus", str(options.write), *shared.again(options)]
        lines = [*findings.lines(finding, rules), f"  rerun     {rerun(finding.case, again)}"]
        sys.stdout.write("\n".join([*lines, "", ""]))
    if found:
        file = printable(str(options.write))
        sys.stdout.write(f"written to {file}; confirm each expectation from its rules\n")
    for entry in entries:
        met = any(is_expected(finding.case.id, [entry]) for finding in every)
        if entry.id.startswith(FOUND) and not met:
            sys.stdout.write(f"note: the known {printable(entry.id)} was not met\n")
    for note in campaign.notes:
        sys.stdout.write(f"note: {printable(note)}\n")
    touchable = coverage.of_corpus(cases, options.op or FUZZED, hello)
    for line in coverage.lines(campaign.coverage, touchable):
        sys.stdout.write(f"{line}\n")
    return found


def summary(
    campaign: Tally, found: Sequence[Finding], hello: Hello, seconds: float, again: str
) -> str:
    """The last line; `again` are the words that ask the same questions again."""
    number = "no divergence" if not found else f"{len(found)} divergences"
    if len(found) == 1:
        number = "1 divergence"
    port = printable(f"{hello.name} {hello.version}".strip())
    return f"{port}: {number} in {campaign.asked} questions, {seconds:.0f} s, {again}\n"
