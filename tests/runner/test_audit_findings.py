"""``schedule-spec audit``: all findings, each reminder's life, and what is active at a clock."""

import json
from pathlib import Path
from typing import Any

import pytest

from schedule_conformance.audit.auditor import audit
from schedule_conformance.commands.main import main
from session_schedule import CorruptLog
from session_schedule.embedded import LogError, read_log
from session_schedule.fold import fold

HEADER = {
    "type": "session",
    "version": 0,
    "id": "s",
    "createdAt": 1,
    "cwd": "/home/user",
    "delegationDepth": 0,
}


def create(id_: str = "a", kind: str = "at", **members: Any) -> dict[str, Any]:
    record = {"id": id_, "kind": kind, "prompt": "p", "scheduledAt": "2027-01-01T00:00:00.000Z"}
    return {"version": 1, "operation": "create", "schedule": record | members}


def every(id_: str) -> dict[str, Any]:
    return create(id_, "every", everySeconds=300)


def ended(operation: str, id_: str = "a", **members: Any) -> dict[str, Any]:
    return {"version": 1, "operation": operation, "id": id_, **members}


def line(seq: int, change: Any, **members: Any) -> str:
    return json.dumps({"type": "schedule/change", "seq": seq, "time": 1, "data": change} | members)


def written(folder: Path, *lines: str | bytes, header: Any = HEADER, end: bytes = b"\n") -> Path:
    path = folder / "s.jsonl"
    texts = [each.encode() if isinstance(each, str) else each for each in lines]
    path.write_bytes(b"\n".join([json.dumps(header).encode(), *texts]) + end)
    return path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main(["audit", "--json", *words])
    return code, json.loads(capsys.readouterr().out)


def found(path: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[Any, ...]]:
    code, report = told(capsys, str(path))
    assert code == (1 if report["findings"] else 0)
    return [(each["line"], each["event"], each["rule"]) for each in report["findings"]]


def test_findings_after_the_first_are_told_as_if_it_were_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = [
        create("a"),
        ended("delete", "b"),  # of none
        create("b"),
        create("a"),  # again
        {"version": 2},
        ended("dispatch", "a"),
        ended("dispatch", "a"),  # again
        ended("dispatch", "b", acceptedAt="2027-01-01T00:00:00.000Z"),  # of a one-shot
    ]
    path = written(tmp_path, *(line(seq, each) for seq, each in enumerate(changes)))
    assert found(path, capsys) == [
        (3, 1, "FOLD-4"),
        (5, 3, "FOLD-3"),
        (6, 4, "CHG-1"),
        (8, 6, "FOLD-5"),
        (9, 7, "FOLD-6"),
    ]
    assert main(["audit", str(path)]) == 1
    shown = capsys.readouterr().out
    assert "delete of 'b', which was never created (FOLD-4)" in shown
    assert "create of 'a', which was created already at event 0 (FOLD-3)" in shown
    assert "dispatch of 'a', which was dispatched already at event 5 (FOLD-5)" in shown
    assert shown.count("the log is corrupt from here on") == 1
    assert shown.count("that change is passed over") == 1
    assert "2 reminders created, 1 active, where what is wrong is passed over" in shown


def test_broken_lines_are_passed_over_and_the_next_says_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(
        tmp_path,
        line(0, create("a")),
        "{bad",
        line(2, create("b")),
        line(3, create("c"), type="newer/event"),
        line(4, ended("delete", "a")),
        b'{"type":"turn/start","seq":5,"time":1,"data":"\xff"}',
        b"\0\0\0",
        line(9, ended("delete", "a")),
        line(12, ended("delete", "b")),
    )
    assert found(path, capsys) == [
        (3, None, "LOG-1"),
        (5, None, "LOG-7"),
        (7, None, "LOG-1"),
        (8, None, "LOG-1"),
        (9, 9, "FOLD-4"),
        (10, 10, "LOG-5"),
    ]
    assert main(["audit", str(path)]) == 1
    shown = capsys.readouterr().out
    assert f"{path}:7: the line is not UTF-8 (LOG-1)" in shown
    assert f"{path}:8: a hole of NUL bytes, as a loss of power leaves it (LOG-1)" in shown
    assert f"{path}:9: event 9: delete of 'a', which was deleted already at event 4" in shown
    assert shown.count("a reader refuses the log as a whole") == 1


def test_the_first_finding_is_what_a_reader_says(tmp_path: Path) -> None:
    """What an audit finds first of a kind, the readable path finds too, and says alike."""
    sound = [line(0, create("a")), line(1, every("b")), line(2, ended("dispatch"))]
    broken = [
        line(3, None),
        line(3, {}),
        line(3, ended("dispatch", "b")),
        line(3, ended("dispatch", "b", acceptedAt="2026-12-31T23:59:59.999Z")),
        line(3, create("c", prompt=" c")),
        line(3, create("c"), ignorable=False),
        line(3, create("c"), extra=1),
        line(4, create("c")),
        line(3, create("c"))[:-1],
        "",
        "[]",
        json.dumps({"type": "text-chunks", "seq0": 3, "time0": 1, "data": {}}),
    ]
    for last in broken:
        path = written(tmp_path, *sound, last)
        result = audit(path, [path.read_bytes()])
        try:
            fold(read_log(path).events)
        except LogError as error:
            expected = ("line", error.rule, error.reason, error.line)
        except CorruptLog as error:
            expected = ("change", error.rule, error.message, 5)
        else:
            pytest.fail(f"a reader finds nothing wrong with {last}")
        (finding,) = result.findings
        assert (finding.kind, finding.rule, finding.reason, finding.line) == expected


def test_without_a_header_nothing_else_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "{bad", header={**HEADER, "version": 1})
    assert found(path, capsys) == [(1, None, "LOG-3")]
    path.write_bytes(b"")
    assert found(path, capsys) == [(1, None, "LOG-2")]


def test_lives_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accepted = "2027-01-01T00:{:02}:00.000Z".format
    changes = [
        create("a"),
        every("b"),
        create("c"),
        create("d"),
        ended("dispatch", "a"),
        ended("dispatch", "b", acceptedAt=accepted(1)),
        ended("dispatch", "b", acceptedAt=accepted(11)),
        ended("delete", "b"),
        ended("delete", "c"),
    ]
    path = written(tmp_path, *(line(seq, each) for seq, each in enumerate(changes)))
    assert main(["audit", "--lives", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "  a: created at event 0, dispatched at event 4",
        "  b: created at event 1, dispatched 2 times, last at event 6, deleted at event 7",
        "  c: created at event 2, deleted at event 8",
        "  d: created at event 3, active",
    ]
    _, report = told(capsys, str(path))
    assert report["reminders"][1] == {
        "id": "b",
        "created": 1,
        "dispatches": 2,
        "dispatched": 6,
        "ended": 7,
        "by": "delete",
    }


@pytest.mark.parametrize(
    ("at", "state"),
    [
        ("2026-12-31T23:59:59.999Z", "scheduled"),
        ("2027-01-01T00:00:00Z", "overdue"),
        ("2027-01-01T00:59:00+01:00", "scheduled"),
    ],
)
def test_active_reminders_have_a_state_at_a_clock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], at: str, state: str
) -> None:
    path = written(tmp_path, line(0, create("a")))
    _, report = told(capsys, str(path), "--at", at, "--zone", "asia/kolkata")
    assert report["active"] == [
        create("a")["schedule"]
        | {"state": state, "local": "2027-01-01T05:30:00.000+05:30 Asia/Kolkata"}
    ]


def test_a_target_at_the_end_of_the_calendar_has_no_local_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = create("a", scheduledAt="9999-12-31T23:59:59.999Z")
    path = written(tmp_path, line(0, last))
    assert main(["audit", str(path), "--zone", "Asia/Kolkata"]) == 0
    assert "out of the calendar in Asia/Kolkata" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--at", "2026-03-01T10:00:00"], "IN-13"),
        (["--at", "2026-02-30T10:00:00Z"], "IN-15"),
        (["--zone", "Europe/Berln"], "did you mean Europe/Berlin?"),
        (["--findings", "0"], "not a whole number above zero"),
    ],
)
def test_a_clock_or_zone_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    path = written(tmp_path)
    try:
        code = main(["audit", str(path), *words])
    except SystemExit as error:
        code = int(str(error.code))
    assert code == 3
    assert complaint in capsys.readouterr().err


def test_of_many_findings_the_first_are_shown_and_all_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *(line(seq, {}) for seq in range(250)))
    assert main(["audit", str(path)]) == 1
    shown = capsys.readouterr().out
    assert shown.count("(CHG-1)") == 100
    assert f"{path}: and 150 findings more; --findings 250 shows all" in shown
    assert main(["audit", str(path), "--findings", "250"]) == 1
    assert capsys.readouterr().out.count("(CHG-1)") == 250


def test_an_inherited_part_breaks_no_rule_of_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {**HEADER, "parentSession": "parent", "seedLength": 2}
    path = written(tmp_path, line(0, {}), line(1, create()), line(2, {}), header=header)
    assert found(path, capsys) == [(4, 2, "CHG-1")]
    path = written(tmp_path, line(0, {}), header=header)
    assert found(path, capsys) == [(1, None, "FOLD-13")]
