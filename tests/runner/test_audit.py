"""``schedule-spec audit``: which event of a log breaks which rule."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from schedule_conformance.commands.main import main

HEADER = {
    "type": "session",
    "version": 0,
    "id": "s",
    "createdAt": 1785931200000,
    "cwd": "/home/user",
    "delegationDepth": 0,
}
RECORD = {"id": "a", "kind": "at", "prompt": "p", "scheduledAt": "2027-01-01T00:00:00.000Z"}
CREATE = {"version": 1, "operation": "create", "schedule": RECORD}
DELETE = {"version": 1, "operation": "delete", "id": "a"}


def log(folder: Path, *changes: object, header: dict[str, object] = HEADER) -> Path:
    """Write a session log that holds these changes."""
    events = [
        {"type": "schedule/change", "seq": seq, "time": 1785931200000, "data": change}
        for seq, change in enumerate(changes)
    ]
    path = folder / "s.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in [header, *events]))
    return path


def test_a_sound_log_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(log(tmp_path, CREATE))]) == 0
    shown = capsys.readouterr().out
    assert "session s: 1 events, sound" in shown
    assert "1 reminders created, 1 active" in shown
    assert '"scheduledAt":"2027-01-01T00:00:00.000Z"' in shown


def test_an_inherited_part_is_not_folded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {**HEADER, "parentSession": "parent", "seedLength": 1}
    assert main(["audit", str(log(tmp_path, DELETE, header=header))]) == 0
    assert "1 of them inherited" in capsys.readouterr().out


def test_the_event_and_the_rule_that_it_breaks_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = log(tmp_path, CREATE, DELETE, DELETE)
    assert main(["audit", str(path)]) == 1
    shown = capsys.readouterr().out
    reason = "delete of 'a', which was deleted already at event 1 (FOLD-4)"
    assert shown.startswith(f"{path}:4: event 2: {reason}\n")
    assert "FOLD-4 — A delete ends an active record (spec/fold.md)" in shown
    assert f"data: {json.dumps(DELETE)}" in shown
    assert "```" not in shown, "the examples of a rule are for its page"


def test_a_seed_that_is_longer_than_the_log_concerns_the_whole_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {**HEADER, "parentSession": "parent", "seedLength": 9}
    assert main(["audit", str(log(tmp_path, CREATE, header=header))]) == 1
    assert "FOLD-13" in capsys.readouterr().out


def test_a_broken_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = log(tmp_path, CREATE)
    path.write_text(path.read_text() + "{bad\n")
    assert main(["audit", str(path)]) == 1
    assert f"{path}:3: " in capsys.readouterr().out


def test_a_torn_end_is_reported_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = log(tmp_path, CREATE)
    torn = path.read_bytes() + b'{"type":'
    path.write_bytes(torn)
    assert main(["audit", str(path)]) == 0
    assert "a torn line of 8 bytes" in capsys.readouterr().out
    assert path.read_bytes() == torn


def test_a_file_that_is_not_there_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(tmp_path / "none.jsonl")]) == 2
    assert "No such file" in capsys.readouterr().out


def test_a_pipe_is_an_error_and_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert main(["audit", str(path)]) == 2
    assert "not a regular file" in capsys.readouterr().out


LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    ("change", "header", "code"),
    [
        pytest.param({**DELETE, "id": LONG}, HEADER, 1, id="id-of-a-reminder"),
        pytest.param({**CREATE, LONG: 1}, HEADER, 1, id="name-of-a-field"),
        pytest.param(CREATE, {**HEADER, "id": LONG}, 0, id="id-of-the-session"),
        pytest.param(CREATE, {**HEADER, "cwd": LONG}, 1, id="folder"),
    ],
)
def test_what_is_long_is_cut(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: object,
    header: dict[str, object],
    code: int,
) -> None:
    path = log(tmp_path, change, header=header)
    assert main(["audit", str(path)]) == code
    shown = capsys.readouterr().out
    assert len(shown) < 5_000
    assert "… (1000" in shown


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = log(tmp_path, CREATE)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "schedule_conformance", "audit", str(path)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=30,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == ("schedule-spec: the output cannot be written: No space left on device\n")


def test_a_defect_is_not_taken_for_an_output_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "a defect", "file")

    monkeypatch.setattr("schedule_conformance.audit.many.audit", fail)
    with pytest.raises(OSError, match="a defect"):
        main(["audit", str(log(tmp_path, CREATE))])
