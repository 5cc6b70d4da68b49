"""`schedule-spec audit`: what is wrong with session logs, and what they hold."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.base.printable import excerpt
from schedule_conformance.base.streams import utf8_stdout
from schedule_conformance.commands import options as shared
from schedule_conformance.corpus.rules import load_rules

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

_DESCRIPTION = """
Reads session logs without changing them, and tells all that is wrong with each, what a reader of
the log does about it, and which reminders are active. A log may be compressed with gzip or zstd.
Exit code: 0 all are sound, 1 one breaks a rule, 2 one could not be read, 4 a folder has none.
"""

LONGEST_LINE = 1_000


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "audit",
        help="say which events of session logs break which rules, and what is active",
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a log, a folder with logs, or - for stdin"
    )
    parser.add_argument(
        "--at",
        metavar="INSTANT",
        help="tell whether active reminders are overdue at this instant, such as"
        " 2026-03-01T10:00:00Z, or now",
    )
    parser.add_argument("--zone", metavar="ZONE", help="show targets in this time zone, too")
    parser.add_argument("--lives", action="store_true", help="tell what became of each reminder")
    parser.add_argument(
        "--findings",
        type=shared.positive,
        default=100,
        metavar="N",
        help="how many findings of a log are shown (%(default)d)",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object for each log")
    parser.add_argument(
        "--jobs",
        type=shared.positive,
        metavar="N",
        help="how many processes read at once; all cores are used for much to read, unless given",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="if a loss of power left a hole in a log, end it before the hole first, and move"
        " the rest to a file beside it",
    )
    return parser


def run(options: Namespace) -> int:
    """Print what is told of each log, and then the rules that are broken.

    Raises:
        UsageError: the instant or the zone is none.
        NotAPass: a folder has no logs.
    """
    # Loaded here, so that the start of the other commands does not pay for it.
    from schedule_conformance.audit import many, sources  # noqa: PLC0415
    from schedule_conformance.audit.telling import Wishes  # noqa: PLC0415
    from schedule_conformance.commands import clocks  # noqa: PLC0415

    names = sources.logs(list(dict.fromkeys(options.files)))
    wishes = Wishes(
        at=None if options.at is None else clocks.instant(options.at),
        zone=None if options.zone is None else clocks.zone_name(options.zone),
        lives=options.lives,
        json=options.json,
        several=len(names) > 1,
    )
    repaired = not options.repair or _repair(names)
    verdicts, rules = set(), dict[str, None]()
    with utf8_stdout() as out:
        for told in many.audits(names, wishes, options.findings, options.jobs):
            out.write(told.lines)
            out.flush()
            verdicts.add(told.verdict)
            rules |= dict.fromkeys(told.rules)
    if not options.json:
        _explain(list(rules))
    if "unreadable" in verdicts:
        return 2
    return 1 if "broken" in verdicts or not repaired else 0


def _repair(names: Sequence[str]) -> bool:
    """Repair what can be, and tell whether all could."""
    from session_schedule.embedded import LogError, repair_log  # noqa: PLC0415

    all_could = True
    for name in names:
        shown = excerpt(name, LONGEST_LINE)
        try:
            repair = repair_log(name)
        except LogError as error:
            all_could = False
            sys.stderr.write(f"{shown}: not repaired: {excerpt(error.reason, LONGEST_LINE)}\n")
            continue
        if repair is not None:
            aside = excerpt(str(repair.aside), LONGEST_LINE)
            print(
                f"{shown}: a hole in line {repair.line}: {repair.size} bytes and"
                f" {repair.lines} whole lines from there on are now in {aside}"
            )
    return all_could


def _explain(ids: Sequence[str]) -> None:
    rules = load_rules(data.folder("spec")) if ids else {}
    for rule in (rules[id_] for id_ in ids if id_ in rules):
        print(f"\n{rule.id} — {rule.title} (spec/{rule.chapter}.md)\n\n{rule.prose}")
