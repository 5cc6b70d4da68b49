"""The session logs that exploration reaches: a tree in which each log is folded once."""

from __future__ import annotations

from session_schedule.changes import Change
from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules


class Log:
    """One log of schedule changes. Logs that grew from one root are equal only if identical.

    Attributes:
        last: The newest change; None in an empty log.
        before: The log without it.
        length: The number of changes.
        schedules: What the log folds to, not to be changed; None if it is corrupt.
        corrupt: Why it is corrupt, if it is.
    """

    __slots__ = ("_following", "before", "corrupt", "last", "length", "schedules")

    def __init__(self, before: Log | None = None, last: Change | None = None) -> None:
        self.before = before
        self.last = last
        self.length: int = 0 if before is None else before.length + 1
        self.schedules: Schedules | None = None
        self.corrupt: CorruptLog | None = None
        self._following: dict[Change, Log] = {}
        self._fold()

    def append(self, change: Change) -> Log:
        """Return the log with one more change."""
        following = self._following.get(change)
        if following is None:
            following = self._following[change] = Log(self, change)
        return following

    def prefix(self, length: int) -> Log:
        """Return the log of the oldest changes, as many as asked for."""
        log = self
        while log.length > length and log.before is not None:
            log = log.before
        return log

    def since(self, older: Log) -> list[Change]:
        """Return the changes that were appended to an older log to make this one."""
        changes: list[Change] = []
        log = self
        while log is not older and log.before is not None and log.last is not None:
            changes.append(log.last)
            log = log.before
        return changes[::-1]

    def _fold(self) -> None:
        if self.before is None or self.last is None:
            self.schedules = Schedules()
        elif self.before.schedules is None:
            self.corrupt = self.before.corrupt
        else:
            schedules = self.before.schedules.copy()
            try:
                schedules.apply(self.last)
            except CorruptLog as error:
                self.corrupt = error
            else:
                self.schedules = schedules
