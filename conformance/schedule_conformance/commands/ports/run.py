"""`schedule-spec run`: puts the corpus to a port and reports."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError
from schedule_conformance.commands import options as shared
from schedule_conformance.corpus import known
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.ports import shipped
from schedule_conformance.report import statement, terminal
from schedule_conformance.report.formats import FORMATS
from schedule_conformance.report.progress import ProgressLine
from schedule_conformance.running.run import Plan
from schedule_conformance.running.run import run as run_plan

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known

_DESCRIPTION = """
Puts cases to a port and reports. The port is the command after --, or the adapter that --port
names; with neither, it is the reference. Exit code: 0 all pass, 1 any failed, 2 the port could
not be run, 3 usage.
"""


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "run",
        help="put the corpus to a port and report",
        description=_DESCRIPTION,
        usage="%(prog)s [ID ...] [options] [-- CMD ...]",
    )
    shared.add_selection(parser)
    shared.add_corpus(parser)
    shared.add_port(parser)
    parser.add_argument(
        "--known", type=Path, action="append", default=[], metavar="FILE", help="expected failures"
    )
    parser.add_argument(
        "--skip", action="append", default=[], metavar="ID", help="report this id, without asking"
    )
    parser.add_argument(
        "--jobs",
        type=shared.positive,
        default=1,
        metavar="N",
        help="how many processes of the port to run at once",
    )
    parser.add_argument(
        "--report",
        type=_report,
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help=f"also write {' or '.join(FORMATS)}; - is stdout",
    )
    parser.add_argument(
        "--statement", metavar="FILE", help="also write what the port claims and passes, by class"
    )
    parser.add_argument("--all", action="store_true", help="leave nothing out of the report")
    return parser


def run(options: Namespace) -> int:
    """Run the chosen cases, write the reports, and return the exit code of the result."""
    if options.statement and (options.corpus or not shared.reads_sweeps(options)):
        message = "--statement is on the whole corpus: leave out --corpus, --no-sweep and --smoke"
        raise UsageError(message)
    corpus = shared.cases(options)
    chosen = shared.selection(options).choose(corpus)
    plan = Plan(
        command=shared.port(options),
        corpus=corpus,
        cases=chosen,
        skipped=_matching(chosen, options.skip),
        known=_known(options, corpus),
        jobs=options.jobs,
        limits=shared.limits(options),
        again=shared.again(options),
    )
    with ExitStack() as files:
        reports = [
            (FORMATS[name], files.enter_context(_open(file))) for name, file in options.report
        ]
        claims = files.enter_context(_open(options.statement)) if options.statement else None
        progress = ProgressLine(sys.stderr)
        result = run_plan(plan, progress)
        progress.clear()
        for write, stream in reports:
            write(result, stream)
        if claims is not None:
            statement.write(result, corpus, datetime.now(UTC).date(), claims)
    stdout_taken = "-" in (options.statement, *(file for _, file in options.report))
    stream = sys.stderr if stdout_taken else sys.stdout
    colour = stream.isatty() and not os.environ.get("NO_COLOR")
    rules = load_rules(data.folder("spec"))
    terminal.write(result, stream, terminal.Look(rules, colour, options.all))
    return result.exit_code


def _known(options: Namespace, corpus: Sequence[Case]) -> list[Known]:
    """The known failures named, and those that come with the adapter.

    Each must fit a case; that can be told where the whole corpus was read, and of an adapter's
    own list where it is the corpus that the list was made for.
    """
    whole = shared.reads_sweeps(options)
    named = [entry for file in options.known for entry in known.load(file)]
    if whole:
        known.check(named, corpus)
    file = shipped.known_failures(options.port) if options.port else None
    enclosed = known.load(file) if file else []
    if whole and options.corpus is None:
        known.check(enclosed, corpus)
    return named + enclosed


def _matching(cases: Iterable[Case], globs: Sequence[str]) -> frozenset[str]:
    return frozenset(case.id for case in cases if any(fnmatchcase(case.id, glob) for glob in globs))


def _report(text: str) -> tuple[str, str]:
    name, separator, file = text.partition("=")
    if name not in FORMATS or not separator or not file:
        raise ArgumentTypeError(f"{text!r} is not FORMAT=FILE with one of {', '.join(FORMATS)}")
    return name, file


def _open(file: str) -> AbstractContextManager[IO[str]]:
    if file == "-":
        return nullcontext(sys.stdout)
    try:
        return Path(file).open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the report {file}: {error.strerror}") from None
