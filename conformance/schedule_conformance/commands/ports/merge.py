"""`schedule-spec merge`: the reports of several runs as one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from schedule_conformance.commands import options as shared
from schedule_conformance.commands.ports.reporting import Reports, destination, publish, writers
from schedule_conformance.ports.messages import Op
from schedule_conformance.report import merging, reading
from schedule_conformance.report.formats import FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_DESCRIPTION = """
Reads reports in JSON lines, as `schedule-spec run --report jsonl=FILE` writes them, such as those
of all shares of the corpus, and reports as one run would. Exit code: that of the whole; 4 where
nothing failed and a share is missing.
"""


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "merge",
        help="make one report of several, as of the shares of a run",
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a report in JSON lines"
    )
    shared.add_corpus(parser)
    parser.add_argument(
        "--report",
        type=partial(destination, FORMATS),
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help=f"also write {', '.join(FORMATS)}; - is stdout",
    )
    parser.add_argument(
        "--require-op",
        action="append",
        default=[],
        choices=get_args(Op),
        metavar="OP",
        help="it is no pass unless a case of this operation was judged",
    )
    parser.add_argument("--all", action="store_true", help="leave nothing out of the report")
    parser.set_defaults(no_sweep=False, smoke=False)
    return parser


def run(options: Namespace) -> int:
    """Merge the reports, write the merged one, and return the exit code of the whole.

    Raises:
        UsageError: a report cannot be read or is of another port or corpus, or none can be written.
    """
    cases = {case.id: case for case in shared.cases(options)}
    with Reports(writers(options.report)) as reports:
        results = [(str(file), reading.read(file, cases)) for file in options.files]
        result = merging.merged(results, cases, options.require_op)
        return publish(result, reports, everything=options.all)
