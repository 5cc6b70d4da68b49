"""`schedule-spec fuzz`: makes up questions, and compares a port with the reference."""

from __future__ import annotations

import os
import random
import re
import sys
from fnmatch import translate
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, get_args

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError
from schedule_conformance.commands import options as shared
from schedule_conformance.corpus import files, known
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.ports import shipped
from schedule_conformance.ports.messages import Op
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
0 no divergence, 1 any, 2 the port could not be run, 3 usage.
"""
_SECONDS = 60
_TICK = 0.1


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
        choices=get_args(Op),
        metavar="OP",
        help=f"only this operation: {', '.join(get_args(Op))}",
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
    from schedule_conformance.fuzz.campaign import Campaign, Scope  # noqa: PLC0415 - an extra
    from schedule_conformance.fuzz.search.database import open_database  # noqa: PLC0415 - an extra
    from schedule_conformance.running.partners import ProcessPartner  # noqa: PLC0415 - not for --help

    entries = _known(options)
    cases = files.load(data.folder("corpus"), sweeps=False)
    seed = random.getrandbits(32) if options.seed is None else options.seed
    scope = Scope(
        ops=options.op or get_args(Op),
        examples=options.examples,
        seconds=_seconds(options),
        seed=seed,
        surrogates=not options.no_surrogates,
        database=open_database(options.database) if options.database else None,
        known=[case for case in cases if _is_known(case.id, entries)],
    )
    partner = ProcessPartner(shared.port(options), shared.limits(options))
    progress = _Progress(sys.stderr)
    campaign = Campaign(partner, scope, progress)
    try:
        campaign.run()
    finally:
        partner.close()
        progress.clear()
        found = _report(campaign, cases, entries, options)
        sys.stdout.write(_summary(campaign, found, partner.hello, progress.seconds, seed))
    return int(bool(found))


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
    rules = load_rules(data.folder("spec"))
    for finding in found:
        again = ["--corpus", str(options.write), *shared.again(options)]
        lines = [*findings.lines(finding, rules), f"  rerun     {rerun(finding.case, again)}"]
        sys.stdout.write("\n".join([*lines, "", ""]))
    if found:
        findings.write(found, options.write)
        sys.stdout.write(f"written to {options.write}; confirm each expectation from its rules\n")
    return found


def _summary(
    campaign: Campaign, found: Sequence[Finding], hello: Hello, seconds: float, seed: int
) -> str:
    number = "no divergence" if not found else f"{len(found)} divergences"
    if len(found) == 1:
        number = "1 divergence"
    port = f"{hello.name} {hello.version}".strip()
    return f"{port}: {number} in {campaign.asked} questions, {seconds:.0f} s, --seed {seed}\n"


def _seconds(options: Namespace) -> float | None:
    seconds: int | None = options.seconds
    return _SECONDS if seconds is None and options.examples is None else seconds


def _known(options: Namespace) -> list[Known]:
    """The known failures named, and those that come with the adapter."""
    enclosed = shipped.known_failures(options.port) if options.port else None
    files = [*options.known, *([enclosed] if enclosed else [])]
    return [entry for file in files for entry in known.load(file)]


def _is_known(case_id: str, entries: Sequence[Known]) -> bool:
    return any(re.match(translate(entry.id), case_id) for entry in entries)


def _keep_hypothesis_out_of_the_way() -> None:
    """Let Hypothesis keep its own files in the user's cache, not where the command is run."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(cache) / "session-schedule-spec" / "hypothesis"
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(folder))


class _Progress:
    """A line on a terminal that shows how far a campaign has got, and nothing elsewhere."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._started = monotonic()
        self._shown = self._started

    @property
    def seconds(self) -> float:
        """How long the campaign has been under way."""
        return monotonic() - self._started

    def __call__(self, campaign: Campaign) -> None:
        now = monotonic()
        if now - self._shown >= _TICK and self._stream.isatty():
            self._shown = now
            self._stream.write(
                f"\r\x1b[K{campaign.op}: {campaign.asked} questions,"
                f" {len(campaign.found)} divergences, {self.seconds:.0f} s"
            )
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._stream.isatty():
            self._stream.write("\r\x1b[K")
            self._stream.flush()
