"""A torn end is set aside; damage before it is left as it is."""

import json
from pathlib import Path
from typing import Any

import pytest
from log_lines import HEADER, create, refused, write

from session_schedule import fold
from session_schedule.embedded import SessionLog
from session_schedule.embedded.log.session_log import read_log

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
    """LOG-8, LOG-9, LOG-32 and LOG-33."""
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
    assert vars(warning)["rule"] == "LOG-33"
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
    """LOG-10 and LOG-25."""
    end = "" if lines[-1] == "torn" else "\n"
    assert refused(write(tmp_path, HEADER, *lines, end=end)).line == 3
