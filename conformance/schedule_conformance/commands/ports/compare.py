"""`schedule-spec compare`: runs of ports, versions or releases side by side."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base.usage import NotAPass, UsageError
from schedule_conformance.commands.ports.reporting import Reports, destination, in_summary
from schedule_conformance.report.comparing import telling
from schedule_conformance.report.comparing.matrix import compared
from schedule_conformance.report.comparing.recorded import read

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from schedule_conformance.commands.ports.reporting import Writer

_DESCRIPTION = """
Puts reports of `run --report jsonl=FILE` side by side, each beside the first. Exit code: 0 nothing
is worse than in the first, 1 something is, 3 usage, 4 there is no case in common.
"""
FORMATS: dict[str, Writer] = {"markdown": telling.write_markdown, "html": telling.write_html}


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "compare", help="put the reports of several runs side by side", description=_DESCRIPTION
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a report as JSON lines"
    )
    parser.add_argument(
        "--report",
        type=partial(destination, FORMATS),
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help=f"also write {' or '.join(FORMATS)}; - is stdout, and markdown alone adds to the"
        " summary of a job on GitHub",
    )
    parser.add_argument("--all", action="store_true", help="leave nothing out")
    return parser


def run(options: Namespace) -> int:
    """Compare the reports, tell it, and return the exit code."""
    if len(options.files) < 2:
        raise UsageError("compare needs two reports at least")
    first, *others = map(read, options.files)
    side = telling.Side(first, [compared(first, other) for other in others])
    for name, each in zip(side.names[1:], side.others, strict=True):
        if not each.shared:
            raise NotAPass(f"{name} ({each.recorded.file}) has no case in common with A")
    with Reports(_writers(options)) as reports:
        failed = reports.write(side)
        stream = sys.stderr if reports.take_stdout else sys.stdout
        telling.write_text(side, stream, everything=options.all)
    if failed:
        stream.flush()
        raise UsageError("; ".join(failed))
    return int(any(each.worse for each in side.others))


def _writers(options: Namespace) -> Iterator[tuple[Writer, str]]:
    for name, file in options.report:
        if name == "summary":
            yield in_summary(FORMATS["markdown"], file), file
        else:
            yield FORMATS[name], file
