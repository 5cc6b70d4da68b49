"""`schedule-spec fuzz`: makes up questions, and compares a port with the reference."""

from __future__ import annotations

import atexit
import os
import random
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from schedule_conformance.base.cache import cache_folder
from schedule_conformance.base.extras import how_to_install
from schedule_conformance.base.usage import NotAPass, UsageError
from schedule_conformance.commands import options as shared
from schedule_conformance.commands.ports.campaign_report import (
    report,
    see_that_something_was_compared,
    summary,
)
from schedule_conformance.commands.ports.expected import expected, is_expected
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.doubts import misspelt
from schedule_conformance.ports.messages import FUZZED, OPS, Op

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from schedule_conformance.ports.messages import Hello

_DESCRIPTION = """
Makes up questions with Hypothesis, puts them to a port and to the reference, and shrinks what
they answer differently. The port is the command after --, or the adapter that --port names. Each
divergence is printed and written as a case that `schedule-spec run --corpus` replays. Exit code:
0 no divergence, 1 any, 2 the port could not be run, 3 usage, 4 no answer could be compared.
"""
_SECONDS = 60


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
        "--jobs",
        type=shared.positive,
        default=1,
        metavar="N",
        help="how many campaigns at once, each with a port and a seed of its own",
    )
    group.add_argument(
        "--shard",
        type=shared.share,
        metavar="I/N",
        help="be the Ith of N machines: with one --seed, each asks other questions",
    )
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
        raise UsageError(f"fuzzing needs the package hypothesis: {how_to_install('fuzz')}")
    _keep_hypothesis_out_of_the_way()
    from schedule_conformance.fuzz.campaign import ENGINES, Campaign, Scope  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.crew import Crew, Work  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.progress import CampaignProgress  # noqa: PLC0415 - not for --help
    from schedule_conformance.fuzz.search.database import open_database  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.seeds import WHOLE, derived  # noqa: PLC0415 - not for --help
    from schedule_conformance.running.partners import ProcessPartner  # noqa: PLC0415 - not for --help

    if options.port is None and not options.port_words:
        raise UsageError("name a port: its command after --, or an adapter with --port")
    cases = load_shipped(sweeps=False)
    entries = expected(options, cases)
    seed = random.getrandbits(32) if options.seed is None else options.seed
    shard = options.shard or WHOLE
    jobs = [(job, options.jobs) for job in range(1, options.jobs + 1)]
    seeds = [derived(seed, shard, job) for job in jobs]
    database = open_database(options.database) if options.database is not None else None
    scope = Scope(
        ops=options.op or FUZZED,
        examples=options.examples,
        seconds=_seconds(options),
        seed=seeds[0],
        surrogates=not options.no_surrogates,
        cases=cases,
        engines=options.engine or ENGINES,
        known=[case for case in cases if is_expected(case.id, entries)],
    )
    command, limits = shared.port(options), shared.limits(options)
    partner = ProcessPartner(command, limits)
    hello = partner.hello
    progress = CampaignProgress(sys.stderr)
    campaign: Campaign | Crew
    try:
        _see_that_it_can_answer(hello, options.op or [])
        if len(seeds) == 1:
            campaign = Campaign(partner, replace(scope, database=database), progress)
        else:
            partner.close()
            campaign = Crew(Work(command, limits, scope, options.database), seeds, progress)
    except NotAPass:
        partner.close()
        raise
    try:
        campaign.run()
    finally:
        partner.close()
        progress.clear()
        tally = campaign.tally
        found = report(tally, hello, cases, entries, options)
        sys.stdout.write(summary(tally, found, hello, progress.seconds, _again(options, seed)))
    if not found:
        see_that_something_was_compared(tally, options.op or [])
    return int(bool(found))


def _again(options: Namespace, seed: int) -> str:
    """The words that make the seed what it was."""
    words = [f"--seed {seed}"]
    if options.shard is not None:
        words.append(f"--shard {options.shard[0]}/{options.shard[1]}")
    if options.jobs > 1:
        words.append(f"--jobs {options.jobs}")
    return " ".join(words)


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


def _seconds(options: Namespace) -> float | None:
    seconds: int | None = options.seconds
    return _SECONDS if seconds is None and options.examples is None else seconds


def _keep_hypothesis_out_of_the_way() -> None:
    """Let Hypothesis keep its own files in the user's cache, not where the command is run."""
    cache = cache_folder()
    if cache is None:
        cache = Path(tempfile.mkdtemp(prefix="session-schedule-spec-"))
        atexit.register(shutil.rmtree, cache, ignore_errors=True)
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache / "hypothesis"))
