"""A person at ``schedule-spec live`` creates, lists and deletes, and is reminded."""

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from doubles import DEADLINE

from schedule_conformance.commands.sessions.conversation import (
    ToolCall,
    Unreadable,
    describe,
    parse,
)
from session_schedule.embedded import SessionLog

LIVE = [sys.executable, "-m", "schedule_conformance", "live"]
LOCAL = {"date": "2030-01-31", "time": "10:00:00", "time_zone": "Europe/Berlin"}


@contextmanager
def live(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the command on pipes; it is killed if a test takes too long."""
    with subprocess.Popen(
        [*LIVE, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    ) as process:
        guard = threading.Timer(DEADLINE, process.kill)
        guard.start()
        try:
            yield process
        finally:
            guard.cancel()
            process.kill()


def type_line(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """Read lines to the first that holds the text, and return all of them."""
    assert process.stdout is not None
    read = ""
    for line in process.stdout:
        read += line
        if text in line:
            return read
    raise AssertionError(f"{text!r} did not come, but:\n{read}")


@pytest.mark.parametrize(
    ("line", "tool", "arguments"),
    [
        ("after 10 tea", "schedule_create", {"prompt": "tea", "after_seconds": 10}),
        (
            " after  5m  two  cups ",
            "schedule_create",
            {"prompt": "two  cups ", "after_seconds": 300},
        ),
        ("after 0.5 tea", "schedule_create", {"prompt": "tea", "after_seconds": 0.5}),
        ("after -1 tea", "schedule_create", {"prompt": "tea", "after_seconds": -1}),
        ("every 2h water", "schedule_create", {"prompt": "water", "every_seconds": 7_200}),
        ("every 1d water", "schedule_create", {"prompt": "water", "every_seconds": 86_400}),
        (
            "at 2030-01-31T09:00:00Z call",
            "schedule_create",
            {"prompt": "call", "at": "2030-01-31T09:00:00Z"},
        ),
        (
            "at 2030-01-31 10:00:00 Europe/Berlin call mum",
            "schedule_create",
            {"prompt": "call mum", "at": LOCAL},
        ),
        ("list", "schedule_list", {}),
        ("delete schedule-1", "schedule_delete", {"id": "schedule-1"}),
    ],
)
def test_a_line_is_a_tool_call(line: str, tool: str, arguments: Any) -> None:
    assert parse(line) == ToolCall(tool, arguments)


@pytest.mark.parametrize(
    "line",
    ["tea", "after 10", "after soon tea", "after 1e3 tea", "at noon tea", "delete", "list all"],
)
def test_another_line_is_told_what_would_be_one(line: str) -> None:
    with pytest.raises(Unreadable, match=r"90, 90s, 5m, 2h and 1d|type one of"):
        parse(line)


def test_each_answer_is_described() -> None:
    assert describe([]) == "nothing is active"
    assert describe({"id": "a", "deleted": True}) == "a is deleted"
    assert describe({"id": "a", "deleted": False, "code": "x"}) == "a is not active"
    assert describe({"code": "not_future", "message": "past"}) == "not_future: past"
    with pytest.raises(TypeError):
        describe(None)


def test_a_session_is_created_managed_and_left(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with live(path) as process:
        for line, reply in [
            ("help", "quit"),
            ("every 300 water", "schedule-1  scheduled"),
            ("every 299 water", "frequency_too_high: "),
            ("at 2020-01-01T00:00:00Z past", "not_future: "),
            ("sing", "not a command"),
            ("", "quit"),
            ("after 1h tea", "schedule-2  scheduled"),
            ("delete schedule-1", "schedule-1 is deleted"),
            ("delete schedule-1", "schedule-1 is not active"),
            ("list", "tea"),
        ]:
            type_line(process, line)
            read_until(process, reply)
        type_line(process, "quit")
        assert "water" not in read_until(process, f"stays in {path}")
        assert process.wait(DEADLINE) == 0
    assert path.exists()


def test_a_reminder_appears_when_it_falls_due(tmp_path: Path) -> None:
    with live(tmp_path / "session.jsonl") as process:
        type_line(process, "after 1 tea")
        read_until(process, "schedule-1  scheduled")
        assert "[SCHEDULE REMINDER]" in read_until(process, 'reminder_prompt_json: "tea"')


def test_what_fell_due_meanwhile_appears_when_one_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with live(path) as process:
        type_line(process, "after 1 tea")
        read_until(process, "schedule-1")
        type_line(process, "quit")
        assert process.wait(DEADLINE) == 0
    time.sleep(1.1)
    with live(path) as process:
        read_until(process, 'reminder_prompt_json: "tea"')
        type_line(process, "list")
        read_until(process, "nothing is active")


def test_a_corrupt_log_is_told_at_opening(tmp_path: Path) -> None:
    """DUE-18: a person who was not told would wait for reminders that never come."""
    with SessionLog.create(tmp_path / "log", id_="one") as log:
        log.append("schedule/change", {"version": 1, "operation": "delete", "id": "a"})
    with live(tmp_path / "log") as process:
        assert read_until(process, "session one; ")
        assert "the log is corrupt, so nothing is delivered" in read_until(process, "(FOLD-4)")
        assert f"schedule-spec audit {tmp_path / 'log'}" in read_until(process, "audit")
        type_line(process, "quit")
        assert process.wait(DEADLINE) == 0


def test_lines_may_come_from_a_file(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("after 1h tea\nlist", encoding="utf-8")
    with script.open() as lines:
        done = subprocess.run(
            [*LIVE, str(tmp_path / "session.jsonl")],
            stdin=lines,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=True,
        )
    assert done.stdout.count("schedule-1  scheduled") == 2
    assert done.stderr == ""


def piped(path: Path, lines: bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Let the command read lines from a pipe, to its end."""
    return subprocess.run(
        [*LIVE, str(path)],
        input=lines,
        stderr=subprocess.PIPE,
        timeout=DEADLINE,
        check=False,
        **{"stdout": subprocess.PIPE, **options},
    )


def test_lines_of_any_pieces_are_read_to_the_last(tmp_path: Path) -> None:
    script = b"after 1h %s\r\nsing \xff\nlist" % (b"x" * 200_000)
    done = piped(tmp_path / "session.jsonl", script)
    assert done.stdout.count(b"x" * 200_000) == 2
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_line_without_end_is_refused_and_leaves_the_session_in_good_order(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    done = piped(path, b"after 1h tea\n" + b"x" * 3_000_000)
    assert done.returncode == 3
    assert done.stderr == b"schedule-spec: a line of the input has more than 1048576 bytes\n"
    assert b"tea" in piped(path, b"list\n").stdout


def test_a_standard_input_that_is_closed_is_at_its_end(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *LIVE, str(tmp_path / "session.jsonl")],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert "stays in" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = piped(tmp_path / "session.jsonl", b"list\n", stdout=full)
    assert done.returncode == 3
    assert done.stderr == b"schedule-spec: the output cannot be written: No space left on device\n"


def test_a_terminal_shows_a_prompt(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*LIVE, str(tmp_path / "session.jsonl")], stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        os.write(ours, b"\nquit\n")
        shown = b""
        while b"stays in" not in shown:
            shown += os.read(ours, 1 << 16)
        assert process.wait(DEADLINE) == 0
    os.close(ours)
    assert shown.count(b"> ") == 2


def test_an_interrupt_leaves_without_a_traceback(tmp_path: Path) -> None:
    with live(tmp_path / "session.jsonl") as process:
        read_until(process, "help")
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in read_until(process, "interrupted")
        assert process.wait(DEADLINE) == 130


@pytest.mark.parametrize("content", ["", "tea\n", '{"type":"session","version":99}\n'])
def test_a_file_that_is_no_session_log_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, encoding="utf-8")
    with live(path) as process:
        assert str(path) in read_until(process, "schedule-spec: ")
        assert process.wait(DEADLINE) == 3
    assert path.read_text(encoding="utf-8") == content
