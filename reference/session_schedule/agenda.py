"""The state of a session with its targets in order, so that a look costs what is due."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TypeAlias

from session_schedule.fold import Schedules
from session_schedule.records import Every, Record

_Entry: TypeAlias = tuple[int, int, str]
"""A target, the place of its record in the order of creation, and the record's id."""

_SPARE = 64


class Agenda(Schedules):
    """A state that is kept and asked again and again what is due.

    Each change costs the logarithm of the number of active records, and ``relevant`` what is due.
    An entry of a heap is stale once its record has ended or has another target; it is dropped when
    it comes to the top, or when stale entries are the most.
    """

    __slots__ = ("_everies", "_one_shots", "_places")

    def __init__(self) -> None:
        super().__init__()
        self._one_shots: list[_Entry] = []
        self._everies: list[_Entry] = []
        self._places: dict[str, int] = {}

    def create(self, record: Record) -> None:
        """Make a record active, as ``Schedules`` does."""
        super().create(record)
        self._places[record.id] = len(self.seen_ids)
        self._enter(record)

    def delete(self, id_: str) -> None:
        """End an active record, as ``Schedules`` does."""
        super().delete(id_)
        del self._places[id_]

    def dispatch(self, id_: str, accepted_at: int | None) -> None:
        """End or advance an active record, as ``Schedules`` does."""
        super().dispatch(id_, accepted_at)
        following = self.active.get(id_)
        if following is None:
            del self._places[id_]
        else:
            self._enter(following)

    def relevant(self, now: int) -> list[Record]:
        """The records that decide: the first due one-shot; else the due ``every``; else the next.

        Args:
            now: The wall clock, in milliseconds since the epoch.
        """
        one_shot, every = self._first(self._one_shots), self._first(self._everies)
        if one_shot is not None and one_shot[0] <= now:
            return [self.active[one_shot[2]]]
        if every is not None and every[0] <= now:
            return self._due_everies(now)
        entries = [entry for entry in (one_shot, every) if entry is not None]
        return [self.active[min(entries)[2]]] if entries else []

    def _due_everies(self, now: int) -> list[Record]:
        due: list[_Entry] = []
        while (entry := self._first(self._everies)) is not None and entry[0] <= now:
            due.append(heappop(self._everies))
        for entry in due:
            heappush(self._everies, entry)
        in_order = sorted(due, key=lambda entry: entry[1])
        return [self.active[id_] for _, _, id_ in in_order]

    def _enter(self, record: Record) -> None:
        heap = self._everies if isinstance(record, Every) else self._one_shots
        if len(heap) > 2 * len(self.active) + _SPARE:
            heap[:] = filter(self._is_current, heap)
            heapify(heap)
        heappush(heap, (record.scheduled_at, self._places[record.id], record.id))

    def _first(self, heap: list[_Entry]) -> _Entry | None:
        while heap and not self._is_current(heap[0]):
            heappop(heap)
        return heap[0] if heap else None

    def _is_current(self, entry: _Entry) -> bool:
        target, _, id_ = entry
        record = self.active.get(id_)
        return record is not None and record.scheduled_at == target
