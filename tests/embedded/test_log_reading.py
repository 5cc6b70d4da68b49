"""What is read, and what is refused with line and rule: by upstream too, unless a test says no."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from log_lines import HEADER, ROW_DATA, create, refused, row, without, write

from session_schedule import fold
from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log import forking
from session_schedule.embedded.log.session_log import read_log


@pytest.mark.parametrize(
    ("line", "types"),
    [
        pytest.param(create(0), ["schedule/change"], id="change"),
        pytest.param(json.dumps(create(0)) + " \t\r", ["schedule/change"], id="space-at-the-end"),
        pytest.param("  " + json.dumps(create(0)), ["schedule/change"], id="space-before"),
        pytest.param(create(0) | {"ignorable": True}, ["schedule/change"], id="known-ignorable"),
        pytest.param({**create(0), "type": "x/y", "ignorable": True}, ["x/y"], id="ignorable"),
        pytest.param({**create(0), "type": "todo/write", "data": None}, ["todo/write"], id="null"),
        pytest.param({**create(0), "seq": 0.0}, ["schedule/change"], id="seq-0.0"),
        pytest.param({**create(0), "time": 1e3}, ["schedule/change"], id="time-1000.0"),
        pytest.param({**create(0), "time": -5}, ["schedule/change"], id="time-before-1970"),
        pytest.param({**create(0), "time": 2**53 - 1}, ["schedule/change"], id="time-largest"),
        pytest.param(
            '{"type":"schedule/change","seq":7,"seq":0,"time":1,"data":1}',
            ["schedule/change"],
            id="last-of-duplicate-keys",
        ),
        pytest.param(
            '{"type":"todo/write","seq":0,"time":1,"data":1e999}', ["todo/write"], id="huge-number"
        ),
        pytest.param(
            '{"type":"todo/write","seq":0.0,"time":1,"data":["\\ud800",-1e999]}',
            ["todo/write"],
            id="huge-number-in-an-unusual-line",
        ),
        pytest.param(
            '{"type":"todo/write","seq":0,"time":1,"data":"a\u2028b\u2029c\x85d"}',
            ["todo/write"],
            id="line-separators-in-text",
        ),
        pytest.param(row(), ["assistant/chunk"] * 3, id="row-of-text"),
        pytest.param(row("reasoning-chunks"), ["assistant/chunk"] * 3, id="row-of-reasoning"),
        pytest.param(
            row(data={**ROW_DATA, "dt": [], "texts": ["a"], "turn": 1.5}),
            ["assistant/chunk"],
            id="row-of-one",
        ),
        pytest.param(row(seq0=0.0, time0=5.0), ["assistant/chunk"] * 3, id="row-of-floats"),
    ],
)
def test_an_event_is_read(tmp_path: Path, line: Any, types: list[str]) -> None:
    stored = read_log(write(tmp_path, HEADER, line, create(len(types), "b")))
    assert [event.type for event in stored.events] == [*types, "schedule/change"]
    assert [event.seq for event in stored.events] == list(range(len(types) + 1))
    assert stored.torn == b""


def test_what_upstream_adds_when_it_opens_a_log_is_read(tmp_path: Path) -> None:
    """LOG-31."""
    added = [
        {"type": "turn/end", "seq": 1, "time": 1, "data": {"turn": 1}},
        {"type": "session/end-seed", "seq": 2, "time": 1, "data": {}},
    ]
    stored = read_log(write(tmp_path, HEADER, create(0), *added, create(3, "b")))
    assert list(fold(stored.events).active) == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        pytest.param("", "LOG-1", id="blank"),
        pytest.param("{bad", "LOG-1", id="not-json"),
        pytest.param("\0" * 9, "LOG-1", id="zeros"),
        pytest.param(json.dumps(create(0)) * 2, "LOG-1", id="two-values"),
        pytest.param(json.dumps(create(0))[:40] + json.dumps(create(1)), "LOG-1", id="welded"),
        pytest.param("\0" * 400 + json.dumps(create(0)), "LOG-1", id="zeros-before-an-event"),
        pytest.param("\ufeff" + json.dumps(create(0)), "LOG-1", id="byte-order-mark"),
        pytest.param('{"type":"todo/write","seq":0,"time":1,"data":NaN}', "LOG-1", id="nan"),
        pytest.param("5", "LOG-4", id="number"),
        pytest.param("null", "LOG-4", id="no-object"),
        pytest.param("[]", "LOG-4", id="array"),
        pytest.param(HEADER, "LOG-4", id="second-header"),
        pytest.param({**create(0), "extra": 1}, "LOG-4", id="unknown-field"),
        pytest.param({**create(0), "type": 5}, "LOG-4", id="type-number"),
        pytest.param({**create(0), "type": []}, "LOG-4", id="type-array"),
        pytest.param(without("type", create(0)), "LOG-4", id="no-type"),
        pytest.param(without("seq", create(0)), "LOG-4", id="no-seq"),
        pytest.param(without("time", create(0)), "LOG-4", id="no-time"),
        pytest.param(without("data", create(0)), "LOG-4", id="no-data"),
        pytest.param({**create(0), "seq": "0"}, "LOG-4", id="seq-text"),
        pytest.param({**create(0), "seq": True}, "LOG-4", id="seq-true"),
        pytest.param({**create(0), "time": 1.5}, "LOG-4", id="time-fraction"),
        pytest.param({**create(0), "time": 2**53}, "LOG-4", id="time-unsafe"),
        pytest.param({**create(0), "ignorable": False}, "LOG-4", id="ignorable-false"),
        pytest.param({**create(0), "ignorable": 1}, "LOG-4", id="ignorable-1"),
        pytest.param(
            {**create(0), "seq": 0.0, "ignorable": False}, "LOG-4", id="ignorable-false-seq-0.0"
        ),
        pytest.param(create(1), "LOG-5", id="gap"),
        pytest.param(create(-1), "LOG-5", id="seq-negative"),
        pytest.param(create(10**30), "LOG-5", id="seq-unsafe"),
        pytest.param({**create(0), "type": "x/y"}, "LOG-7", id="unknown-type"),
        pytest.param({**create(0), "type": "\ud800"}, "LOG-7", id="surrogate-type"),
        pytest.param(row(extra=1), "LOG-6", id="row-with-more"),
        pytest.param(row(seq0=-0.5), "LOG-6", id="row-with-fraction"),
        pytest.param(row(data=[]) | {"data": []}, "LOG-6", id="row-without-data"),
        pytest.param(row(data={**ROW_DATA, "dt": [1]}), "LOG-6", id="row-with-few-gaps"),
        pytest.param(row(data={**ROW_DATA, "dt": [1, 2.5]}), "LOG-6", id="row-with-odd-gap"),
        pytest.param(row(data={**ROW_DATA, "dt": None}), "LOG-6", id="row-without-gaps"),
        pytest.param(row(data={**ROW_DATA, "texts": []}), "LOG-6", id="row-of-none"),
        pytest.param(row(data={**ROW_DATA, "texts": "abc"}), "LOG-6", id="row-of-string"),
        pytest.param(row(data={**ROW_DATA, "texts": ["a", 1, "b"]}), "LOG-6", id="row-of-number"),
        pytest.param(row(data={**ROW_DATA, "turn": True}), "LOG-6", id="row-turn-true"),
        pytest.param(row("tool-call-chunks"), "LOG-6", id="row-of-wrong-type"),
        pytest.param(row(time0=2**53 - 2), "LOG-6", id="row-beyond-safe-times"),
        pytest.param(
            json.dumps(row()).replace('"step": 2', '"step": 1e999'), "LOG-6", id="row-of-infinity"
        ),
        pytest.param(row(seq0=1), "LOG-5", id="row-gap"),
    ],
)
def test_a_line_that_breaks_a_rule_is_refused_by_file_and_line(
    tmp_path: Path, line: Any, rule: str
) -> None:
    path = write(tmp_path, HEADER, line, create(1, "b"))
    error = refused(path)
    assert (error.path, error.line, error.rule) == (path, 2, rule)
    assert str(error).startswith(f"{path}:2: ")
    assert str(error).endswith(f" ({rule})")


@pytest.mark.parametrize("seq", ["0", "0.0"])
@pytest.mark.parametrize("depth", [1_500, 200_000])
def test_what_is_nested_beyond_reason_is_refused_in_good_order(
    tmp_path: Path, depth: int, seq: str
) -> None:
    deep = f'{{"type":"todo/write","seq":{seq},"time":1,"data":' + "[" * depth + "]" * depth + "}"
    error = refused(write(tmp_path, HEADER, deep))
    assert (error.line, error.rule) == (2, "LOG-1")


def test_what_is_not_utf8_is_refused_though_upstream_replaces_it(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, create(0), create(1, "PLACE"), create(2))
    path.write_bytes(path.read_bytes().replace(b"PLACE", b"\xed\xa0\x80"))
    error = refused(path)
    assert (error.line, error.rule) == (3, "LOG-1")


def test_a_compressed_log_is_refused_with_advice(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(bytes.fromhex("28b52ffd04580100") + b"\n")
    assert "zstd -d" in refused(path).reason


def test_a_row_stands_for_its_chunks(tmp_path: Path) -> None:
    call = {"turn": 1, "step": 2, "index": 3, "id": "i", "name": "n", "dt": [7], "args": ["{", "}"]}
    nameless = {**without("name", call), "dt": [], "args": [""]}
    lines = [
        row(),
        row("tool-call-chunks", call, seq0=3),
        row("tool-call-chunks", nameless, seq0=5),
    ]
    events = read_log(write(tmp_path, HEADER, *lines)).events
    delta = {"type": "tool-call-delta", "index": 3, "id": "i", "name": "n", "argumentsDelta": "{"}
    assert [event.time for event in events] == [5, 8, 7, 5, 12, 5]
    assert events[2].data == {
        "turn": 1,
        "step": 2,
        "chunk": {"type": "text-delta", "index": 0, "text": "\ud83d"},
    }
    assert events[3].data == {"turn": 1, "step": 2, "chunk": delta}
    assert events[5].data["chunk"] == {**without("name", delta), "argumentsDelta": ""}


def test_unpaired_surrogates_survive(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, create(0, "\ud800"), {**create(1), "surfaceOp": "\udfff"})
    with SessionLog.open(path) as log:
        assert list(fold(log.events[:1]).active) == ["\ud800"]
        with log.fork(tmp_path / "child.jsonl") as child:
            assert child.events[:2] == log.events


@pytest.mark.parametrize("depth", range(900, 1_010, 10))
def test_what_is_nested_near_the_limit_is_read_or_refused(tmp_path: Path, depth: int) -> None:
    deep = '{"type":"todo/write","seq":0.0,"time":1,"data":' + "[" * depth + "]" * depth + "}"
    path = write(tmp_path, HEADER, deep)
    try:
        texts = [bytes(event.text) for event in read_log(path).events]
    except LogError as refusal:
        error = refusal
    else:
        assert texts == [b"[" * depth + b"]" * depth]
        return
    assert (error.line, error.rule) == (2, "LOG-1")


def test_an_unusual_line_keeps_the_text_of_its_values(tmp_path: Path) -> None:
    """LOG-4: what a double cannot hold is not lost on the way into a fork."""
    unusual = (
        ' { "surfaceOp" : [ "}" , 1e999 ],"\\u0064ata":1e999,\t"seq":0.0 , "time":1,'
        '"sourceEventSeqs":{"a":[]} , "type":"todo/write" , "data" : 1E-999 }\r'
    )
    with SessionLog.open(write(tmp_path, HEADER, unusual)) as log:
        (event,) = log.events
        log.fork(tmp_path / "child.jsonl").close()
    assert bytes(event.text) == b"1E-999"
    assert event.source_event_seqs == msgspec.Raw(b'{"a":[]}')
    assert event.surface_op == msgspec.Raw(b'[ "}" , 1e999 ]')
    assert read_log(tmp_path / "child.jsonl").events[0] == event


IN_A_GIGABYTE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
from session_schedule.embedded import LogError, SessionLog, read_log
print(len(read_log(sys.argv[1]).events))
with SessionLog.open(sys.argv[1]) as log:
    print(log.append("todo/write", {}).seq, len(log.events[-2].text))
from schedule_conformance.commands.main import main
sys.exit(main(["audit", sys.argv[1]]))
"""


def test_a_row_takes_as_much_memory_as_it_is_long(tmp_path: Path) -> None:
    """LOG-6: written out, these 650 kB would be 21 GB."""
    count, long = 65_000, "i" * 325_000
    data = {"turn": 1, "step": 1, "index": 0, "id": long}
    data |= {"dt": [0] * (count - 1), "args": [""] * count}
    path = write(tmp_path, HEADER, row("tool-call-chunks", data))
    done = subprocess.run(
        [sys.executable, "-c", IN_A_GIGABYTE, str(path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    read, opened, audited, *_ = done.stdout.splitlines() or [done.stderr[-300:]] * 3
    assert (done.returncode, read) == (0, str(count))
    seq, length = map(int, opened.split())
    assert seq == count
    assert length > len(long)
    assert audited == f"session one: {count + 1} events, sound"


def test_a_fork_that_would_be_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-1."""
    path = write(tmp_path, HEADER, row())
    monkeypatch.setattr(forking, "LARGEST_LOG", 500)
    with SessionLog.open(path) as log, pytest.raises(LogError, match="too large to be forked"):
        log.fork(tmp_path / "child")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
