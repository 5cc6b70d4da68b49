"""An open log holds its changes, and reads the rest of its events when they are asked for."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from log_lines import HEADER, create, row

from session_schedule.embedded import LogError, SessionLog, read_log

TALK = {"type": "text-delta", "index": 0, "text": "what was said " * 70}


def talk(seq: int) -> dict[str, Any]:
    data = {"turn": 1, "step": 1, "chunk": TALK}
    return {"type": "assistant/chunk", "seq": seq, "time": 1, "data": data}


def written(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (HEADER, *lines)))
    return path


def test_a_conversation_is_not_held_in_memory(tmp_path: Path) -> None:
    lines = [create(seq, f"r{seq}") if seq % 100 == 0 else talk(seq) for seq in range(20_000)]
    path = written(tmp_path / "a.jsonl", *lines)
    tracemalloc.start()
    with SessionLog.open(path) as log:
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert held < path.stat().st_size / 20
        assert len(log.events) == 20_000
        assert [event.seq for event in log.changes(19_000)] == list(range(19_000, 20_000, 100))
        assert log.events[12_345].data["chunk"] == TALK


def test_events_are_what_reading_the_log_gives(tmp_path: Path) -> None:
    lines = [talk(0), row(seq0=1), create(4), talk(5), row(seq0=6), create(9, "b")]
    path = written(tmp_path / "a.jsonl", *lines)
    with SessionLog.open(path) as log:
        log.append("todo/write", [1])
        stored = read_log(path).events
        assert list(log.events) == stored
        assert [log.events[place] for place in range(11)] == stored
        assert log.events[-2:] == stored[-2:]
        log.barrier()
        log.append("todo/write", [2])
        assert [event.data for event in log.events[-2:]] == [[1], [2]]
        assert [event.seq for event in log.changes()] == [4, 9]
        with pytest.raises(IndexError):
            _ = log.events[12]


def test_what_is_not_held_cannot_be_read_once_the_log_is_closed(tmp_path: Path) -> None:
    log = SessionLog.open(written(tmp_path / "a.jsonl", create(0), talk(1)))
    log.close()
    assert [event.seq for event in log.changes()] == [0]
    with pytest.raises(LogError):
        _ = log.events[1]


def test_a_fork_holds_its_own(tmp_path: Path) -> None:
    lines = [create(0), talk(1), row(seq0=2)]
    with (
        SessionLog.open(written(tmp_path / "a.jsonl", *lines)) as parent,
        parent.fork(tmp_path / "b.jsonl") as child,
    ):
        child.append("todo/write", "own")
        assert list(child.events[:5]) == list(parent.events)
        assert [event.seq for event in child.changes()] == [0]
        assert child.events[-1].data == "own"
