"""`schedule-spec audit`: which event of a session log breaks which rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.report import text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from session_schedule.embedded import StoredLog


LONGEST_LINE = 1_000
"""How many characters of a line are shown: an id or a type may have millions."""


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "audit",
        help="say which event of a session log breaks which rule",
        description="Reads a session log without changing it. Exit code: 0 it is sound, 1 it"
        " breaks a rule or cannot be read.",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="if a loss of power left a hole in the log, end it before the hole first, and move"
        " the rest to a file beside it",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the log, a .jsonl file")
    return parser


def run(options: Namespace) -> int:
    """Print what the log holds, or what is wrong with it."""
    # Loaded here, so that the start of the other commands does not pay for it.
    from session_schedule import CorruptLog, encode_record, fold  # noqa: PLC0415
    from session_schedule.embedded import LogError, read_log, repair_log  # noqa: PLC0415

    try:
        if options.repair and (repair := repair_log(options.file)) is not None:
            print(
                f"{_line(str(options.file))}: a hole in line {repair.line}: {repair.size} bytes and"
                f" {repair.lines} whole lines from there on are now in {_line(str(repair.aside))}"
            )
        stored = read_log(options.file)
    except LogError as error:
        return _broken(str(error), error.rule)
    try:
        schedules = fold(stored.events, stored.header.seed_length or 0)
    except CorruptLog as error:
        if error.event is None:
            return _broken(f"{options.file}: {error}", error.rule)
        reason = f"{options.file}: event {error.event}: {error}"
        given = text.value(stored.events[error.event].data)
        return _broken(reason, error.rule, f"  data: {given}")
    active = [encode_record(record) for record in schedules.active.values()]
    _describe(stored, len(schedules.seen_ids), active)
    return 0


def _broken(reason: str, rule_id: str, *details: str) -> int:
    print(_line(reason), *details, sep="\n")
    rule = load_rules(data.folder("spec")).get(rule_id)
    if rule is not None:
        print(f"\n{rule.id} — {rule.title} (spec/{rule.chapter}.md)\n\n{rule.text}")
    return 1


def _describe(stored: StoredLog, created: int, active: list[dict[str, Any]]) -> None:
    header, seed = stored.header, stored.header.seed_length or 0
    print(f"session {_line(header.id)}: {len(stored.events)} events, sound")
    if seed:
        print(f"  {seed} of them inherited, and not folded (FOLD-11)")
    if stored.torn:
        print(f"  then a torn line of {len(stored.torn)} bytes, as a crash leaves it (LOG-8)")
    print(f"  {created} reminders created, {len(active)} active")
    for record in active:
        print(f"  {text.value(record)}")


def _line(content: str) -> str:
    """Return what may hold anything as one line of bounded length."""
    shown = text.visible(content[:LONGEST_LINE])
    return shown if len(content) <= LONGEST_LINE else f"{shown}… ({len(content)} characters)"
