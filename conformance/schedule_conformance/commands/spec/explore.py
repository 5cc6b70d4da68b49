"""`schedule-spec explore`: the transactions under every outcome, within bounds."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base.aside import write_whole
from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from schedule_conformance.explore.bounds import Bounds, Start
    from schedule_conformance.explore.explorer import Counts

_DESCRIPTION = """
Runs the tools and the owner of the reference under every outcome of every effect, with calls,
clock steps, turns and crashes at every point, as often as the bounds allow, and checks the
properties at every step. Exit code: 0 all hold, 1 one is broken, and a shortest path to it is
printed, 3 usage.
"""


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "explore", help="try every outcome of every effect, within bounds", description=_DESCRIPTION
    )
    for option, meaning in (
        ("--actions", "tool calls, clock steps and turns of the user on one path"),
        ("--faults", "effects that fail on one path"),
        ("--crashes", "crashes on one path"),
    ):
        parser.add_argument(option, type=_count, metavar="N", help=meaning)
    parser.add_argument(
        "--start", action="append", default=[], metavar="NAME", help="only from this start"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the counts as JSON")
    return parser


def run(options: Namespace) -> int:
    """Explore from each start, and print what was visited and what holds."""
    from schedule_conformance.explore import explorer, trace  # noqa: PLC0415 - not for --help
    from schedule_conformance.explore.evidence import evidence  # noqa: PLC0415

    bounds, starts = _bounds(options), _starts(options.start)
    _say(
        f"on one path at most: actions {bounds.actions}, faults {bounds.faults},"
        f" crashes {bounds.crashes}"
    )
    counts: dict[str, Counts] = {}
    for start in starts:
        try:
            counted = counts[start.name] = explorer.explore(start, bounds)
        except explorer.Found as found:
            _say("", f"from {start.words}:", *trace.lines(found.violation))
            return 1
        _say(
            f"from {start.words}: {counted.states:,} states, {counted.transitions:,} transitions,"
            f" {counted.paths:,} paths"
        )
    result = evidence(bounds, counts)
    _say("", "At every transition it holds that:")
    _say(*(f"- {sentence}" for sentence in result["properties"].values()))
    if options.write is not None:
        write_whole(options.write, json.dumps(result, indent=2) + "\n")
    return 0


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def _bounds(options: Namespace) -> Bounds:
    from schedule_conformance.explore.bounds import Bounds  # noqa: PLC0415 - not for --help

    names = ("actions", "faults", "crashes")
    given = {name: getattr(options, name) for name in names}
    return Bounds(**{name: value for name, value in given.items() if value is not None})


def _starts(names: Sequence[str]) -> Sequence[Start]:
    from schedule_conformance.explore.bounds import STARTS  # noqa: PLC0415 - not for --help

    known = {start.name: start for start in STARTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"there is no start {unknown[0]!r}, only {', '.join(known)}")
    return [known[name] for name in names] or STARTS


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)
