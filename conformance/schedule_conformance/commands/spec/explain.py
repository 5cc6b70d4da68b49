"""`schedule-spec explain`: what becomes of an input of one's own, and by which rules."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError
from schedule_conformance.corpus.rules import load_rules

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from schedule_conformance.explain.explanation import Explanation

_KINDS = {
    "at": "at INSTANT, or at DATE TIME ZONE, as in at 2026-03-08 02:30:00 America/New_York",
    "every": "every CREATED SECONDS --decided INSTANT",
    "change": "change JSON, the data of a schedule/change event",
}


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "explain",
        help="tell what becomes of a target, an interval or a change, step by step",
        description="Tells what becomes of an input, step by step, and by which rules: "
        + "; ".join(_KINDS.values())
        + ". Exit code: 0 it is taken, 1 it is refused.",
    )
    parser.add_argument("kind", metavar="KIND", choices=list(_KINDS), help=", ".join(_KINDS))
    parser.add_argument("words", metavar="INPUT", nargs="+", help="the input")
    parser.add_argument("--now", metavar="INSTANT", help="of at: the clock of creation")
    parser.add_argument("--decided", metavar="INSTANT", help="of every: when it is decided")
    return parser


def run(options: Namespace) -> int:
    """Print the steps and what comes of them.

    Raises:
        UsageError: the words are not what the kind takes.
    """
    from schedule_conformance.explain.explanation import lines  # noqa: PLC0415 - not for --help

    if options.now is not None and options.kind != "at":
        raise UsageError("--now goes with at alone")
    if (options.decided is None) == (options.kind == "every"):
        raise UsageError("--decided goes with every, and with every alone")
    explanation = _explanation(options)
    rules = load_rules(data.folder("spec"))
    sys.stdout.writelines(f"{line}\n" for line in lines(explanation, rules))
    return 0 if explanation.refused is None else 1


def _explanation(options: Namespace) -> Explanation:
    from schedule_conformance.commands import clocks  # noqa: PLC0415
    from schedule_conformance.explain import at, change, every  # noqa: PLC0415

    now = None if options.now is None else clocks.instant(options.now)
    match options.kind, options.words:
        case "at", [text]:
            return at.explain_offset(text, now)
        case "at", [text, zone]:
            date, _, time = text.replace(" ", "T", 1).partition("T")
            return at.explain_local(date, time, zone, now)
        case "at", [date, time, zone]:
            return at.explain_local(date, time, zone, now)
        case "every", [created, seconds]:
            decided = clocks.instant(options.decided)
            return every.explain_every(clocks.instant(created), seconds, decided)
        case "change", [text]:
            return change.explain_change(text)
    raise UsageError(f"an input of this kind is {_KINDS[options.kind]}")
