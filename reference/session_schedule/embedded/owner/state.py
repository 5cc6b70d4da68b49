"""The folded state of a session log that grows: each event is read once (FOLD-16)."""

from __future__ import annotations

from session_schedule.agenda import Agenda
from session_schedule.changes import decode_change
from session_schedule.embedded.log.lines.event import Event
from session_schedule.embedded.log.session_log import SessionLog
from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules, check_seed
from session_schedule.quick import take_text


class KeptState:
    """Follows a session log; a corrupt one stays so, however it goes on (FOLD-15, FOLD-18)."""

    def __init__(self, session: SessionLog) -> None:
        self._session = session
        self._schedules: Schedules | None = None
        self._folded = 0
        self._corrupt: CorruptLog | None = None

    @property
    def size(self) -> int:
        """How many records were active at the last look."""
        return 0 if self._schedules is None else len(self._schedules.active)

    @property
    def behind(self) -> int:
        """How many events came since the last look."""
        return len(self._session.events) - self._folded

    def current(self) -> Schedules:
        """Return the state that all events of the log leave; the caller must not change it.

        Raises:
            CorruptLog: An event breaks a rule, now or at an earlier look.
        """
        if self._corrupt is not None:
            raise CorruptLog(self._corrupt.rule, self._corrupt.message, self._corrupt.event)
        try:
            return self._fold_on()
        except CorruptLog as error:
            self._corrupt = error
            raise

    def _fold_on(self) -> Schedules:
        count = len(self._session.events)
        if self._schedules is None:
            self._folded = check_seed(self._session.header.seed_length or 0, count)
            self._schedules = Agenda()
        for event in self._session.changes(self._folded):
            self._apply(self._schedules, event)
        self._folded = count
        return self._schedules

    def _apply(self, schedules: Schedules, event: Event) -> None:
        try:
            if not take_text(schedules, event.text):
                schedules.apply(decode_change(event.data))
        except CorruptLog as error:
            raise CorruptLog(error.rule, error.message, event.seq) from None
