"""`schedule-spec fuzz`: makes up questions, and compares a port with the reference."""

from __future__ import annotations

import atexit
import os
import random
import re
import shutil
import sys
import tempfile
from fnmatch import translate
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.base.cache import cache_folder
from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import NotAPass, UsageError
from schedule_conformance.commands import options as shared
from schedule_conformance.corpus import known
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.doubts import misspelt
from schedule_conformance.ports import shipped
from schedule_conformance.ports.messages import FUZZED, OPS, Op
from schedule_conformance.report.text import rerun

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known
    from schedule_conformance.fuzz.campaign import Campaign
    from schedule_conformance.fuzz.findings import Finding
    from schedule_conformance.ports.messages import Hello

_DESCRIPTION = """
Makes up questions with Hypothesis, puts them to a port and to the reference, and shrinks what
they answer differently. The port is the command after --, or the adapter that --port names. Each
divergence is printed and written as a case that `schedule-spec run --corpus` replays. Exit code:
0 no divergence, 1 any, 2 the port could not be run, 3 usage, 4 no answer could be compared.
"""
_SECONDS = 60
_FUZZED = "fuzz/"


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "fuzz",
        help="make up questions, and compare a port with the reference",
        description=_DESCRIPTION,
        usage="%(prog)s [options] [-- CMD ...]",
    )
    shared.add_port(parser)
    group = parser.add_argument_group("the campaign")
    group.add_argument(
        "--seconds",
        type=shared.positive,
        metavar="N",
        help=f"how long to look for divergences ({_SECONDS}, unless --examples is given)",
    )
    group.add_argument(
        "--examples",
        type=shared.positive,
        metavar="N",
        help="how many questions an operation",
    )
    group.add_argument("--seed", type=int, metavar="N", help="ask the same questions again")
    group.add_argument(
        "--op",
        action="append",
        choices=FUZZED,
        metavar="OP",
        help=f"only this operation: {', '.join(FUZZED)}",
    )
    group.add_argument(
        "--engine",
        action="append",
        choices=("mutate", "generate"),
        help="only one: mutate bends cases of the corpus, many at once; generate is Hypothesis",
    )
    group.add_argument(
        "--no-surrogates", action="store_true", help="send no lone surrogates, which break the port"
    )
    group.add_argument(
        "--database",
        metavar="PLACE",
        help="keep and share examples: a folder, or redis://HOST:PORT/DB",
    )
    group.add_argument(
        "--known", type=Path, action="append", default=[], metavar="FILE", help="expected failures"
    )
    group.add_argument(
        "--write",
        type=Path,
        default=Path("divergences.json"),
        metavar="FILE",
        help="where to write the divergences, if any (%(default)s)",
    )
    # The cases that are asked again are those that it writes, wherever they are.
    parser.set_defaults(corpus=None)
    return parser


def run(options: Namespace) -> int:
    """Carry out a campaign, report it, and return 1 if it found a divergence.

    Raises:
        UsageError: something asked for cannot be used, or Hypothesis is not installed.
        PortUnusable: the port cannot be run.
    """
    if find_spec("hypothesis") is None:
        install = "pip install 'session-schedule-spec[fuzz]'"
        raise UsageError(f"fuzzing needs the package hypothesis: {install}")
    _keep_hypothesis_out_of_the_way()
    from schedule_conformance.fuzz.campaign import ENGINES, Campaign, Scope  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.progress import CampaignProgress  # noqa: PLC0415 - not for --help
    from schedule_conformance.fuzz.search.database import open_database  # noqa: PLC0415 - an extra
    from schedule_conformance.running.partners import ProcessPartner  # noqa: PLC0415 - not for --help

    if options.port is None and not options.port_words:
        raise UsageError("name a port: its command after --, or an adapter with --port")
    cases = load_shipped(sweeps=False)
    entries = _known(options, cases)
    seed = random.getrandbits(32) if options.seed is None else options.seed
    database = open_database(options.database) if options.database is not None else None
    scope = Scope(
        ops=options.op or FUZZED,
        examples=options.examples,
        seconds=_seconds(options),
        seed=seed,
        surrogates=not options.no_surrogates,
        database=database,
        cases=cases,
        engines=options.engine or ENGINES,
        known=[case for case in cases if _is_known(case.id, entries)],
    )
    partner = ProcessPartner(shared.port(options), shared.limits(options))
    try:
        _see_that_it_can_answer(partner.hello, options.op or [])
    except NotAPass:
        partner.close()
        raise
    progress = CampaignProgress(sys.stderr)
    campaign = Campaign(partner, scope, progress)
    try:
        campaign.run()
    finally:
        partner.close()
        progress.clear()
        found = _report(campaign, cases, entries, options)
        sys.stdout.write(_summary(campaign, found, partner.hello, progress.seconds, seed))
    if not found:
        _see_that_something_was_compared(campaign, options.op or [])
    return int(bool(found))


def _see_that_it_can_answer(hello: Hello, ops: Sequence[Op]) -> None:
    reasons = list(misspelt(hello.ops))
    listed = ", ".join(op for op in FUZZED if op in hello.ops) or "no operation"
    reasons += [
        f"the port does not list {op}; it lists {listed}" for op in ops if op not in hello.ops
    ]
    if not set(hello.ops) & OPS:
        reasons.append(f"the port lists {listed} of the protocol")
    if reasons:
        raise NotAPass("; ".join(dict.fromkeys(reasons)))


def _see_that_something_was_compared(campaign: Campaign, ops: Sequence[Op]) -> None:
    compared = campaign.compared
    for op in ops:
        if not compared[op]:
            raise NotAPass(f"of {op}, no answer could be compared")
    if not any(compared.values()):
        raise NotAPass(f"in {campaign.asked} questions, no answer could be compared")


def _report(
    campaign: Campaign,
    cases: Sequence[Case],
    entries: Sequence[Known],
    options: Namespace,
) -> list[Finding]:
    """Print and write what was found, but for what is known."""
    from schedule_conformance.fuzz import findings  # noqa: PLC0415 - not for --help
    from schedule_conformance.fuzz.nearest import Nearness  # noqa: PLC0415 - not for --help

    every = findings.findings(campaign.found, Nearness(cases), campaign.times)
    found = [finding for finding in every if not _is_known(finding.case.id, entries)]
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
        met = any(_is_known(finding.case.id, [entry]) for finding in every)
        if entry.id.startswith(_FUZZED) and not met:
            sys.stdout.write(f"note: the known {printable(entry.id)} was not met\n")
    for note in campaign.notes:
        sys.stdout.write(f"note: {printable(note)}\n")
    return found


def _summary(
    campaign: Campaign, found: Sequence[Finding], hello: Hello, seconds: float, seed: int
) -> str:
    number = "no divergence" if not found else f"{len(found)} divergences"
    if len(found) == 1:
        number = "1 divergence"
    port = printable(f"{hello.name} {hello.version}".strip())
    return f"{port}: {number} in {campaign.asked} questions, {seconds:.0f} s, --seed {seed}\n"


def _seconds(options: Namespace) -> float | None:
    seconds: int | None = options.seconds
    return _SECONDS if seconds is None and options.examples is None else seconds


def _known(options: Namespace, cases: Sequence[Case]) -> list[Known]:
    """The known failures named, and those that come with the adapter.

    Raises:
        UsageError: one fits no case of the corpus, nor anything that is found by fuzzing.
    """
    enclosed = shipped.known_failures(options.port) if options.port is not None else None
    files = [*options.known, *([enclosed] if enclosed else [])]
    entries = [entry for file in files for entry in known.load(file)]
    for entry in entries:
        if not any(_overlap(entry.id, f"{_FUZZED}{op}/") for op in FUZZED):
            known.check([entry], cases, swept=False)
    return entries


def _overlap(glob: str, prefix: str) -> bool:
    """Whether a glob may fit what begins so."""
    literal = re.split(r"[*?\[]", glob, maxsplit=1)[0]
    return literal.startswith(prefix) or (prefix.startswith(literal) and literal != glob)


def _is_known(case_id: str, entries: Sequence[Known]) -> bool:
    return any(re.match(translate(entry.id), case_id) for entry in entries)


def _keep_hypothesis_out_of_the_way() -> None:
    """Let Hypothesis keep its own files in the user's cache, not where the command is run."""
    cache = cache_folder()
    if cache is None:
        cache = Path(tempfile.mkdtemp(prefix="session-schedule-spec-"))
        atexit.register(shutil.rmtree, cache, ignore_errors=True)
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache / "hypothesis"))
