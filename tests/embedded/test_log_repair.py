"""A hole that a loss of power left does not take what was confirmed with it (LOG-34)."""

from pathlib import Path

import pytest
from disk import data
from disk_trial import PowerLosses
from log_lines import HEADER, create, write
from modelled_disk import PAGE, ModelledDisk

from schedule_conformance.commands.main import main
from session_schedule.embedded import LogError, SessionLog, read_log, repair_log


def punch(path: Path, start: int, size: int) -> None:
    """Let a part of a file read as a page does that was never written."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(size))


def with_a_hole(path: Path) -> bytes:
    """Return what of a log was confirmed, before a large event with a hole and a small one."""
    with SessionLog.create(path) as log:
        for number in range(3):
            log.append("todo/write", number)
        log.barrier()
        confirmed = path.read_bytes()
        log.append("todo/write", "x" * 9_000)
        log.append("todo/write", "later")
    punch(path, PAGE, PAGE)
    return confirmed


def test_what_lies_before_a_hole_is_given_back_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    confirmed = with_a_hole(path)
    damaged = path.read_bytes()
    for use in (SessionLog.open, read_log):
        with pytest.raises(LogError, match="a hole of NUL bytes") as caught:
            use(path)
        assert (caught.value.line, path.read_bytes()) == (5, damaged)
    repair = repair_log(path)
    assert repair is not None
    assert (repair.line, repair.lines, repair.size) == (5, 2, len(damaged) - len(confirmed))
    assert repair.aside.read_bytes() == damaged[len(confirmed) :]
    assert path.read_bytes() == confirmed
    with SessionLog.open(path) as log:
        log.append("todo/write", "after")
    assert data(path) == [0, 1, 2, "after"]
    assert repair_log(path) is None


def test_a_repair_of_the_command_tells_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "session.jsonl"
    with_a_hole(path)
    damaged = path.read_bytes()
    assert main(["audit", str(path)]) == 1
    assert f"{path}:5: a hole of NUL bytes" in capsys.readouterr().out
    assert path.read_bytes() == damaged
    assert main(["audit", "--repair", str(path)]) == 0
    told, audited, *_ = capsys.readouterr().out.splitlines()
    size = len(damaged) - path.stat().st_size
    assert f"line 5: {size} bytes and 2 whole lines" in told
    assert f"{path}.tail-1" in told
    assert audited.endswith("3 events, sound")
    assert main(["audit", "--repair", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == audited


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([create(0), "{bad", create(1)], id="not-json"),
        pytest.param([create(0), create(2)], id="gap"),
        pytest.param([{**create(0), "type": "newer/event"}], id="unknown-event"),
        pytest.param([create(0), "{bad", "\0"], id="hole-after-other-damage"),
    ],
)
def test_damage_that_no_loss_of_power_leaves_is_not_repaired(
    tmp_path: Path, lines: list[object]
) -> None:
    path = write(tmp_path, HEADER, *lines)
    before = path.read_bytes()
    with pytest.raises(LogError, match="no loss of power leaves that, and nothing was changed"):
        repair_log(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_without_its_header_a_log_is_not_repaired(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, create(0))
    punch(path, 0, 20)
    before = path.read_bytes()
    with pytest.raises(LogError, match="header"):
        repair_log(path)
    assert path.read_bytes() == before


def test_a_log_that_is_open_is_not_repaired(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with_a_hole(path)
    before = path.read_bytes()
    punch(path, PAGE, 0)
    path.write_bytes(before.replace(b"\0", b"x"))
    with SessionLog.open(path):
        path.write_bytes(before)
        with pytest.raises(LogError, match="open already"):
            repair_log(path)
    assert path.read_bytes() == before


def test_a_power_loss_that_reorders_pages_takes_nothing_that_was_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LOG-8, LOG-9 and LOG-34."""
    losses = PowerLosses(ModelledDisk(tmp_path, monkeypatch), seed=20260805)
    losses.run(100)
    assert losses.tally["confirmed events"] > 100
    assert losses.tally["holes repaired"] > 10
    assert losses.tally["confirmed events lost"] == 0
