"""`schedule-spec list`: the ids of cases, one a line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from schedule_conformance.commands import options as shared

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser("list", help="list the ids of cases")
    shared.add_selection(parser)
    shared.add_corpus(parser)
    return parser


def run(options: Namespace) -> int:
    """Print the ids of the chosen cases."""
    chosen = shared.selection(options).choose(shared.cases(options))
    sys.stdout.writelines(f"{case.id}\n" for case in chosen)
    return 0
