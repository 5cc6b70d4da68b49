"""Logs that are written by hand, line by line, to be read or refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.session_log import read_log

HEADER = {
    "type": "session",
    "version": 0,
    "id": "one",
    "createdAt": 1_785_931_200_000,
    "cwd": "/home/user",
    "delegationDepth": 0,
}
ROW_DATA = {"turn": 1, "step": 2, "index": 0, "dt": [3, -1], "texts": ["a", "b", "\ud83d"]}


def create(seq: int, id_: str = "a") -> dict[str, Any]:
    """Return the event of a create."""
    record = {"id": id_, "kind": "at", "prompt": "p", "scheduledAt": "2027-01-01T00:00:00.000Z"}
    data = {"version": 1, "operation": "create", "schedule": record}
    return {"type": "schedule/change", "seq": seq, "time": 1, "data": data}


def row(type_: str = "text-chunks", data: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a packed row of three chunks, unless other data is given."""
    return {"type": type_, "seq0": 0, "time0": 5, "data": data or ROW_DATA, **fields}


def write(folder: Path, *lines: Any, end: str = "\n") -> Path:
    """Write a log of these lines, each an object or its text."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path = folder / "session.jsonl"
    path.write_text("\n".join(texts) + end, encoding="utf-8", newline="")
    return path


def without(name: str, value: dict[str, Any]) -> dict[str, Any]:
    """Return an object without one of its members."""
    return {key: field for key, field in value.items() if key != name}


def refused(path: Path) -> LogError:
    """Return how a log is refused, by reading as by opening, which leave it as it is."""
    before = path.read_bytes()
    with pytest.raises(LogError) as opening:
        SessionLog.open(path)
    with pytest.raises(LogError) as reading:
        read_log(path)
    assert str(opening.value) == str(reading.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    return reading.value
