"""Gives a log back what lies before a hole that a loss of power left in it (LOG-34)."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import msgspec

from session_schedule.embedded.log.disk.opening import open_file
from session_schedule.embedded.log.errors import BarrierError, LogError
from session_schedule.embedded.log.reading import HOLE, parse_log


class Repair(msgspec.Struct, frozen=True):
    """What a repair did.

    Attributes:
        line: The number of the line with the hole, from 1, at which the log ends now.
        size: How many bytes were set aside.
        lines: How many whole lines are among them, that with the hole included.
        aside: The file that has them.
    """

    line: int
    size: int
    lines: int
    aside: Path


def repair_log(path: str | Path) -> Repair | None:
    """Set aside what follows the last line before a hole, and return what that was.

    Returns:
        None if the log is sound, which leaves it as it is; so does a torn line.

    Raises:
        LogError: It is broken by something else than a hole, or its header is, or it is open, or
            the system refuses. The file is as it was.
    """
    with closing(open_file(path)) as file:
        content = file.read()
        try:
            parse_log(file.path, content)
        except LogError as error:
            line = error.line
            if line is None or line == 1:
                raise
            start = len(content) - len(content.split(b"\n", line - 1)[-1])
            if HOLE not in content[start:].split(b"\n", 1)[0]:
                error.reason += "; no loss of power leaves that, and nothing was changed"
                raise
        else:
            return None
        tail = content[start:]
        aside = file.set_tail_aside(start, tail)
        with suppress(BarrierError):
            # The next opening tries again.
            file.take_over(content[:start])
        return Repair(line, len(tail), tail.count(b"\n"), aside)
