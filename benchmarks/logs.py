"""The session logs that are measured: one of changes alone, one mostly of conversation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from session_schedule.values import format_instant

NOON = 1_785_931_200_000
TALK = 8
"""Events of conversation for each reminder, as in a session that upstream wrote."""
_TEXT = "an answer of the usual length, one of very many in a session " * 4


def write_log(path: Path, events: Iterator[tuple[str, dict[str, Any]]]) -> int:
    """Write a log of these events; return how many there are."""
    header = {"type": "session", "version": 0, "id": "s", "createdAt": 0, "cwd": "/"}
    seq = -1
    with path.open("w") as file:
        file.write(_line({**header, "delegationDepth": 0}))
        for seq, (type_, data) in enumerate(events):
            file.write(_line({"type": type_, "seq": seq, "time": NOON + seq, "data": data}))
    return seq + 1


def changes(reminders: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Reminders of each kind, each created and ended, every third one advanced before."""
    for number in range(reminders):
        id_, target = f"schedule-{number + 1}", NOON + number * 1_234
        record: dict[str, Any] = {"id": id_, "kind": ("after", "at", "every")[number % 3]}
        record["prompt"] = "look at the build and tell what is broken in it"
        if record["kind"] == "after":
            record["afterSeconds"] = 60 + number % 1_000
        if record["kind"] == "every":
            record["everySeconds"] = 300 + number % 1_000
        record["scheduledAt"] = format_instant(target)
        yield _change("create", schedule=record)
        if record["kind"] == "every":
            yield _change("dispatch", id=id_, acceptedAt=format_instant(target + 12_345))
            yield _change("delete", id=id_)
        else:
            yield _change("dispatch", id=id_)


def conversation(reminders: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each reminder a create, some talk, and every second time a dispatch."""
    chunk = {"type": "text-delta", "index": 0, "text": _TEXT}
    for number in range(reminders):
        id_, target = f"schedule-{number + 1}", format_instant(NOON + number * 1_000)
        record = {"id": id_, "kind": "at", "prompt": "look at the build", "scheduledAt": target}
        yield _change("create", schedule=record)
        for _ in range(TALK):
            yield "assistant/chunk", {"turn": 1, "step": 1, "chunk": chunk}
        if number % 2:
            yield _change("dispatch", id=id_)


def _change(operation: str, **members: object) -> tuple[str, dict[str, Any]]:
    return "schedule/change", {"version": 1, "operation": operation, **members}


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"
