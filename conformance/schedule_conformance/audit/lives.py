"""What became of each reminder: at which events it was created, dispatched and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from session_schedule import CorruptLog, Create, Delete, Schedules

if TYPE_CHECKING:
    from session_schedule import Change, Record


class Life(msgspec.Struct, gc=False):
    """The life of a reminder, by the numbers of the events.

    Attributes:
        created: At which event.
        dispatches: How often it was dispatched.
        dispatched: At which event last; None if never.
        ended: At which event; None while it is active.
        by: What ended it.
    """

    created: int
    dispatches: int = 0
    dispatched: int | None = None
    ended: int | None = None
    by: Literal["dispatch", "delete"] | None = None

    def told(self) -> str:
        """The life in words."""
        told = f"created at event {self.created}"
        if self.dispatches == 1:
            told += f", dispatched at event {self.dispatched}"
        elif self.dispatches:
            told += f", dispatched {self.dispatches} times, last at event {self.dispatched}"
        if self.by == "delete":
            told += f", deleted at event {self.ended}"
        return told if self.by else f"{told}, active"


class Lives(Schedules):
    """A state that remembers how it came about; it grows with the ids, not with the events.

    Attributes:
        event: The number of the event that is being folded.
        lives: Each id's life, in the order of creation.
    """

    __slots__ = ("event", "lives")

    def __init__(self) -> None:
        super().__init__()
        self.event = 0
        self.lives: dict[str, Life] = {}

    def create(self, record: Record) -> None:
        """Make a record active, as `Schedules` does."""
        super().create(record)
        self.lives[record.id] = Life(self.event)

    def delete(self, id_: str) -> None:
        """End an active record, as `Schedules` does."""
        super().delete(id_)
        life = self.lives[id_]
        life.ended, life.by = self.event, "delete"

    def dispatch(self, id_: str, accepted_at: int | None) -> None:
        """End or advance an active record, as `Schedules` does."""
        super().dispatch(id_, accepted_at)
        life = self.lives[id_]
        life.dispatches += 1
        life.dispatched = self.event
        if id_ not in self.active:
            life.ended, life.by = self.event, "dispatch"

    def reason(self, change: Change, error: CorruptLog) -> str:
        """Why a change is refused, with what is known of its id."""
        match change, error.rule:
            case Create(schedule), "FOLD-3":
                created = self.lives[schedule.id].created
                return f"create of {schedule.id!r}, which was created already at event {created}"
            case _, "FOLD-4" | "FOLD-5":
                operation = "delete" if isinstance(change, Delete) else "dispatch"
                id_ = change.schedule.id if isinstance(change, Create) else change.id
                return f"{operation} of {id_!r}, which {self._fate(id_)}"
        return error.message

    def _fate(self, id_: str) -> str:
        life = self.lives.get(id_)
        if life is None:
            return "was never created"
        ended = "dispatched" if life.by == "dispatch" else "deleted"
        return f"was {ended} already at event {life.ended}"
