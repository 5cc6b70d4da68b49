"""`schedule-spec live`: an interactive session on a terminal."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base.printable import printable_lines
from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "live", help="create reminders in a session log, and be reminded"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a session log, or a new file")
    return parser


class _Printable(logging.Formatter):
    """Log records as they may be shown: they quote what stands in a log, or comes from a model."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, a line for each of its own."""
        return "\n".join(printable_lines(super().format(record)))


def run(options: Namespace) -> int:
    """Serve the terminal until the person leaves.

    Raises:
        UsageError: the file is no session log that can be used.
    """
    import asyncio  # noqa: PLC0415 - not for --help

    from schedule_conformance.commands.sessions.conversation import converse  # noqa: PLC0415
    from session_schedule.embedded import LogError  # noqa: PLC0415

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Printable("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    try:
        asyncio.run(converse(options.file))
    except LogError as error:
        raise UsageError(str(error)) from None
    return 0
