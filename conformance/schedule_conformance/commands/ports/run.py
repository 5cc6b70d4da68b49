"""`schedule-spec run`: puts the corpus to a port and reports."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from schedule_conformance.base.usage import UsageError
from schedule_conformance.commands import options as shared
from schedule_conformance.commands.parsing import hint_at_port
from schedule_conformance.commands.ports.reporting import Reports, destination, publish, writers
from schedule_conformance.corpus import known
from schedule_conformance.corpus.selection import SelectionError
from schedule_conformance.ports import shipped
from schedule_conformance.ports.messages import Op
from schedule_conformance.report import statement
from schedule_conformance.report.formats import FORMATS
from schedule_conformance.report.progress import ProgressLine
from schedule_conformance.running.provenance import Provenance, corpus_hash, suite_version
from schedule_conformance.running.run import Plan
from schedule_conformance.running.run import run as run_plan

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Iterator, Sequence

    from schedule_conformance.commands.ports.reporting import Writer
    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known

_DESCRIPTION = """
Puts cases to a port and reports. The port is the command after --, or the adapter that --port
names; with neither, it is the reference. Exit code: 0 all pass, 1 any failed, 2 the port could
not be run, 3 usage, 4 nothing failed, but it is no pass either, such as where nothing was judged.
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
        type=partial(destination, FORMATS),
        action="append",
        default=[],
        metavar="FORMAT=FILE",
        help=f"also write {', '.join(FORMATS)}; - is stdout, and markdown alone adds to the summary"
        " of a job on GitHub",
    )
    parser.add_argument(
        "--statement", metavar="FILE", help="also write what the port claims and passes, by class"
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
    return parser


def run(options: Namespace) -> int:
    """Run the chosen cases, write the reports, and return the exit code of the result."""
    if options.statement and (options.corpus or not shared.reads_sweeps(options)):
        message = "--statement is on the whole corpus: leave out --corpus, --no-sweep and --smoke"
        raise UsageError(message)
    corpus = shared.cases(options)
    try:
        chosen = shared.selection(options).choose(corpus)
    except SelectionError as error:
        hint = "".join(map(hint_at_port, options.ids[:1])) if options.port_words is None else ""
        raise UsageError(f"{error}{hint}") from None
    plan = Plan(
        command=shared.port(options),
        corpus=corpus,
        cases=chosen,
        skipped=_matching(chosen, options, corpus),
        known=_known(options, corpus),
        jobs=options.jobs,
        limits=shared.limits(options),
        again=shared.again(options),
        required=options.require_op,
        provenance=_provenance(options),
    )
    with Reports(_writers(options, corpus)) as reports:
        progress = ProgressLine(sys.stderr)
        try:
            result = run_plan(plan, progress)
        finally:
            progress.clear()
        return publish(result, reports, everything=options.all)


def _writers(options: Namespace, corpus: Sequence[Case]) -> Iterator[tuple[Writer, str]]:
    yield from writers(options.report)
    if options.statement:
        today = datetime.now(UTC).date()
        yield partial(statement.write, corpus=corpus, today=today), options.statement


def _provenance(options: Namespace) -> Provenance:
    """What the run is of; the corpus is hashed only where a report will tell."""
    told = options.report or options.statement
    skipped = [word for glob in options.skip for word in ("--skip", glob)]
    return Provenance(
        suite=suite_version(),
        corpus=corpus_hash(options.corpus) if told else "",
        selection=[*shared.chosen_by(options), *skipped],
    )


def _known(options: Namespace, corpus: Sequence[Case]) -> list[Known]:
    """The known failures named, and those that come with the adapter.

    Each must fit a case, and of an adapter's own list where it is the corpus that the list was
    made for.
    """
    swept = shared.reads_sweeps(options)
    named = [entry for file in options.known for entry in known.load(file)]
    known.check(named, corpus, swept=swept)
    file = shipped.known_failures(options.port) if options.port else None
    enclosed = known.load(file) if file else []
    if options.corpus is None:
        known.check(enclosed, corpus, swept=swept)
    return named + enclosed


def _matching(chosen: Iterable[Case], options: Namespace, corpus: Sequence[Case]) -> frozenset[str]:
    globs: list[str] = options.skip
    for glob in globs:
        known.check_glob(glob, corpus, "--skip", swept=shared.reads_sweeps(options))
    return frozenset(
        case.id for case in chosen if any(fnmatchcase(case.id, glob) for glob in globs)
    )
