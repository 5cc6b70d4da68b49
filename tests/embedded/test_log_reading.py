"""What is read, and what is refused with line and rule: by upstream too, unless a test says no."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from session_schedule import fold
from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log import read_log

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
    record = {"id": id_, "kind": "at", "prompt": "p", "scheduledAt": "2027-01-01T00:00:00.000Z"}
    data = {"version": 1, "operation": "create", "schedule": record}
    return {"type": "schedule/change", "seq": seq, "time": 1, "data": data}


def row(type_: str = "text-chunks", data: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": type_, "seq0": 0, "time0": 5, "data": data or ROW_DATA, **fields}


def write(folder: Path, *lines: Any, end: str = "\n") -> Path:
    """Write a log of these lines, each an object or its text."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path = folder / "session.jsonl"
    path.write_text("\n".join(texts) + end, encoding="utf-8", newline="")
    return path


def without(name: str, value: dict[str, Any]) -> dict[str, Any]:
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


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        pytest.param("", "LOG-1", id="blank"),
        pytest.param("{bad", "LOG-1", id="not-json"),
        pytest.param("\0" * 9, "LOG-1", id="zeros"),
        pytest.param(json.dumps(create(0)) * 2, "LOG-1", id="two-values"),
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


@pytest.mark.parametrize("depth", [1_500, 200_000])
def test_what_is_nested_beyond_reason_is_refused_in_good_order(tmp_path: Path, depth: int) -> None:
    deep = '{"type":"todo/write","seq":0,"time":1,"data":' + "[" * depth + "]" * depth + "}"
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


# The header.


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"version": 0.0, "createdAt": 1e3, "seedLength": 1.0}, id="integral-floats"),
        pytest.param({"unknown": {"a": 1}}, id="unknown-field"),
        pytest.param({"origin": "subagent", "agentPreset": "x"}, id="origin-and-preset"),
        pytest.param({"delegationDepth": 3, "parentSession": "p"}, id="depth-and-parent"),
        pytest.param({"seedLength": 9}, id="seed-beyond-the-events"),
        pytest.param({"id": "\ud800"}, id="surrogate-id"),
    ],
)
def test_a_header_is_read(tmp_path: Path, fields: dict[str, Any]) -> None:
    header = read_log(write(tmp_path, {**HEADER, **fields}, create(0))).header
    read = msgspec.to_builtins(header)
    assert {name: read[name] for name in fields if name != "unknown"} == {
        name: value for name, value in fields.items() if name != "unknown"
    }


def test_a_log_without_cwd_or_events_is_read(tmp_path: Path) -> None:
    stored = read_log(write(tmp_path, json.dumps(without("cwd", HEADER)) + "\r"))
    assert stored.header.cwd is None
    assert stored.events == []


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("", id="blank"),
        pytest.param("{bad", id="not-json"),
        pytest.param("[]", id="array"),
        pytest.param("\ufeff" + json.dumps(HEADER), id="byte-order-mark"),
        pytest.param({**HEADER, "type": "x"}, id="type"),
        pytest.param(without("version", HEADER), id="no-version"),
        pytest.param({**HEADER, "version": "0"}, id="version-text"),
        pytest.param({**HEADER, "version": False}, id="version-false"),
        pytest.param(without("id", HEADER), id="no-id"),
        pytest.param({**HEADER, "id": 5}, id="id-number"),
        pytest.param({**HEADER, "id": ""}, id="id-empty"),
        pytest.param(without("createdAt", HEADER), id="no-creation"),
        pytest.param({**HEADER, "createdAt": -1}, id="creation-negative"),
        pytest.param({**HEADER, "createdAt": 1.5}, id="creation-fraction"),
        pytest.param({**HEADER, "createdAt": "1"}, id="creation-text"),
        pytest.param({**HEADER, "createdAt": True}, id="creation-true"),
        pytest.param(without("delegationDepth", HEADER), id="no-depth"),
        pytest.param({**HEADER, "delegationDepth": -1}, id="depth-negative"),
        pytest.param({**HEADER, "cwd": "home"}, id="cwd-relative"),
        pytest.param({**HEADER, "cwd": None}, id="cwd-null"),
        pytest.param({**HEADER, "parentSession": 5}, id="parent-number"),
        pytest.param({**HEADER, "parentSession": None}, id="parent-null"),
        pytest.param({**HEADER, "seedLength": -1}, id="seed-negative"),
        pytest.param({**HEADER, "seedLength": 0.5}, id="seed-fraction"),
        pytest.param({**HEADER, "seedLength": None}, id="seed-null"),
        pytest.param({**HEADER, "seedLength": 2**53}, id="seed-unsafe"),
        pytest.param({**HEADER, "origin": "x"}, id="origin"),
        pytest.param({**HEADER, "agentPreset": None}, id="preset-null"),
        pytest.param({**HEADER, "sandboxMode": "x"}, id="retired-field"),
    ],
)
def test_a_file_without_a_good_header_is_refused(tmp_path: Path, header: Any) -> None:
    error = refused(write(tmp_path, header, create(0)))
    assert (error.line, error.rule) == (1, "LOG-2")


@pytest.mark.parametrize("version", [1, -1, 0.5, 1e300])
def test_another_format_is_refused_whatever_else_is_wrong(tmp_path: Path, version: float) -> None:
    error = refused(write(tmp_path, {"version": version}, "{bad"))
    assert (error.line, error.rule) == (1, "LOG-3")
    assert "version" in error.reason


@pytest.mark.parametrize("content", [b"", json.dumps(HEADER).encode()], ids=["empty", "torn"])
def test_a_file_without_a_whole_first_line_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(content)
    assert refused(path).rule == "LOG-2"


# The end.

TORN = [
    pytest.param('{"type":"schedule/cha', id="half-a-line"),
    pytest.param(json.dumps(create(1, "b")), id="a-line-without-its-end"),
    pytest.param("\0" * 100, id="zeros"),
    pytest.param("{bad", id="not-json"),
]


@pytest.mark.parametrize("tail", TORN)
def test_a_torn_line_is_no_event_and_is_set_aside(
    tmp_path: Path, tail: str, caplog: pytest.LogCaptureFixture
) -> None:
    """LOG-8 and LOG-9."""
    path = write(tmp_path, HEADER, create(0), tail, end="")
    whole = path.read_bytes().removesuffix(tail.encode())
    assert read_log(path).torn == tail.encode()
    assert path.read_bytes() == whole + tail.encode()
    with SessionLog.open(path) as log:
        assert list(fold(log.events).active) == ["a"]
        assert path.read_bytes() == whole
        log.append("todo/write", {})
    assert (tmp_path / "session.jsonl.tail-1").read_bytes() == tail.encode()
    assert [event.seq for event in read_log(path).events] == [0, 1]
    (warning,) = caplog.records
    assert "session.jsonl.tail-1" in warning.getMessage()
    assert vars(warning)["rule"] == "LOG-9"
    assert vars(warning)["session"] == "one"


def test_a_torn_character_is_set_aside_too(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, create(0))
    with path.open("ab") as file:
        file.write(b'{"type":"\xf0\x9f')
    SessionLog.open(path).close()
    assert (tmp_path / "session.jsonl.tail-1").read_bytes() == b'{"type":"\xf0\x9f'


def test_what_was_set_aside_before_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER)
    for number in (1, 2, 3):
        with path.open("ab") as file:
            file.write(b"torn %d" % number)
        SessionLog.open(path).close()
    tails = sorted(tmp_path.glob("*.tail-*"))
    assert [tail.read_bytes() for tail in tails] == [b"torn 1", b"torn 2", b"torn 3"]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([create(0), "{bad"], id="bad-last-line"),
        pytest.param([create(0), create(2)], id="gap-at-the-end"),
        pytest.param([create(0), "{bad", "torn"], id="bad-before-torn"),
    ],
)
def test_damage_in_a_whole_line_is_not_cut_off_as_upstream_does(
    tmp_path: Path, lines: list[Any]
) -> None:
    """LOG-10."""
    end = "" if lines[-1] == "torn" else "\n"
    assert refused(write(tmp_path, HEADER, *lines, end=end)).line == 3
