"""The errors of session logs on disk: which file, which line, which rule, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Self


class LogError(Exception):
    """A session log that cannot be used as asked; the file is as it was.

    Attributes:
        reason: Why, as a sentence for people.
        rule: The rule of chapter LOG that is broken; empty if the system refused.
        path: The file; None where the error does not concern one.
        line: The number of the line, from 1; None if the error concerns the file as a whole.
    """

    def __init__(
        self, reason: str, *, rule: str = "", path: Path | None = None, line: int | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.path = path
        self.line = line

    def at(self, path: Path, line: int | None = None) -> Self:
        """Return this error with its place, unless it has one."""
        if self.path is None:
            self.path, self.line = path, line
        return self

    def __str__(self) -> str:
        place = "" if self.path is None else f"{self.path}: "
        if self.line is not None:
            place = f"{self.path}:{self.line}: "
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.reason}{rule}"


class BarrierError(LogError):
    """A barrier that failed: whether the events since the last good one are on the disk is open."""


def refused(what: str, error: OSError) -> LogError:
    """Return the error for something that the system refused to do."""
    return LogError(f"{what}: {error.strerror or error}")
