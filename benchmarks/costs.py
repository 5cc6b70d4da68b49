"""What an event, a record and a wake cost: `python benchmarks/costs.py` prints them.

They are the inputs of the estimate in docs/scale.md. A wake here is what a service that keeps state
does when a session's time has come: it reads the state, decides what is due, and writes the state
that the dispatches leave.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from logs import NOON, changes, conversation, write_log

from schedule_conformance.base import jsontext
from session_schedule import Schedules, create_record, encode_record
from session_schedule.changes import Dispatch
from session_schedule.delivery import DueBatch, due
from session_schedule.embedded.log.replay import BLOCK, replay
from session_schedule.records import decode_record

RECORDS = 3
"""How many reminders are active in the session that wakes."""
REMINDERS = 20_000
WAKES = 2_000
ROUNDS = 5


def event(events: Callable[[int], Iterator[tuple[str, Any]]], reminders: int) -> float:
    """Microseconds an event of a log, from its bytes to the state."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "log.jsonl"
        count = write_log(file, events(reminders))

        def read() -> None:
            with file.open("rb") as stream:
                replay(file, iter(lambda: stream.read(BLOCK), b""))

        return seconds(read) / count * 1e6


def state() -> bytes:
    """The active records of a session as JSON."""
    arguments = {"prompt": "look at the build and tell what is broken", "every_seconds": 3_600}
    records = [create_record(arguments, f"schedule-{n}", NOON) for n in range(1, RECORDS + 1)]
    return jsontext.encode([encode_record(record) for record in records])


def wake(stored: bytes, now: int) -> bytes:
    """The state that a wake leaves."""
    records = [decode_record(each) for each in jsontext.decode(stored)]
    ids = [record.id for record in records]
    schedules = Schedules(
        active=dict(zip(ids, records, strict=True)),
        seen_ids=dict.fromkeys(ids),
    )
    decision = due(records, now)
    assert isinstance(decision, DueBatch), "nothing is due"  # noqa: S101 - a wake does something
    for record, _ in decision.reminders:
        schedules.apply(Dispatch(record.id, decision.accepted_at))
    return jsontext.encode([encode_record(record) for record in schedules.active.values()])


def seconds(work: Callable[[], object]) -> float:
    """The median of several rounds."""
    took = []
    for _ in range(ROUNDS):
        started = perf_counter()
        work()
        took.append(perf_counter() - started)
    return median(took)


def main() -> None:
    """Print the costs."""
    stored = state()
    now = NOON + 3_600_000
    a_wake = seconds(lambda: [wake(stored, now) for _ in range(WAKES)]) / WAKES * 1e6
    print(f"an event of a log that is all changes: {event(changes, REMINDERS):.1f} µs")
    print(f"an event of a conversation: {event(conversation, REMINDERS // 20):.1f} µs")
    print(f"an active record: {len(stored) // RECORDS} bytes of JSON")
    print(f"a wake of a session with {RECORDS} records: {a_wake:.0f} µs")


if __name__ == "__main__":
    main()
