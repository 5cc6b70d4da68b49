"""Which first lines are headers, and which are refused."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from log_lines import HEADER, create, refused, without, write

from session_schedule.embedded.log.session_log import read_log


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


TEXTS = ("type", "id", "cwd", "parentSession", "origin", "agentPreset")
NUMBERS = ("version", "createdAt", "delegationDepth", "seedLength")


@pytest.mark.parametrize("value", [None, False, True, [], {}], ids=json.dumps)
@pytest.mark.parametrize("member", [*TEXTS, *NUMBERS])
def test_a_member_of_another_type_is_refused(tmp_path: Path, member: str, value: object) -> None:
    error = refused(write(tmp_path, {**HEADER, member: value}, create(0)))
    assert (error.line, error.rule) == (1, "LOG-2")


@pytest.mark.parametrize("member", TEXTS)
def test_a_number_is_no_text(tmp_path: Path, member: str) -> None:
    assert refused(write(tmp_path, {**HEADER, member: 1}, create(0))).rule == "LOG-2"


@pytest.mark.parametrize("member", NUMBERS)
def test_a_text_is_no_number(tmp_path: Path, member: str) -> None:
    assert refused(write(tmp_path, {**HEADER, member: "0"}, create(0))).rule == "LOG-2"


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
