"""A log that is no longer what this writer left, or no longer at its place, is not written."""

import os
import shutil
from pathlib import Path

import pytest

from session_schedule.embedded import BarrierError, LogError, SessionLog, read_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder" / "session.jsonl"


def change(path: Path, how: str) -> None:
    """Do to the file of a log what a program may do that does not heed its lock."""
    content = path.read_bytes()
    other = path.with_name("other")
    match how:
        case "longer":
            path.write_bytes(content + b"{}\n")
        case "shorter":
            path.write_bytes(content[:-1])
        case "removed":
            path.unlink()
        case "removed, with another name left":
            os.link(path, other)
            path.unlink()
        case "renamed":
            path.rename(other)
        case "renamed and copied back":
            path.rename(other)
            shutil.copy(other, path)
        case "replaced":
            other.write_bytes(content)
            other.replace(path)
        case "in a folder that was renamed":
            path.parent.rename(path.parent.with_name("elsewhere"))
        case "in a folder that became a file":
            path.parent.rename(path.parent.with_name("elsewhere"))
            path.parent.write_bytes(b"")
        case _:
            raise AssertionError(how)


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    "how",
    [
        "longer",
        "shorter",
        "removed",
        "removed, with another name left",
        "renamed",
        "renamed and copied back",
        "replaced",
        "in a folder that was renamed",
        "in a folder that became a file",
    ],
)
def test_a_log_that_another_program_changed_is_not_written(path: Path, how: str) -> None:
    """LOG-18."""
    with SessionLog.create(path) as log:
        log.append("todo/write", "before")
        change(path, how)
        left = contents(path.parents[1])
        with pytest.raises(LogError) as appending:
            log.append("todo/write", "refused")
        with pytest.raises(BarrierError) as confirming:
            log.barrier()
        assert appending.value.rule == confirming.value.rule == "LOG-18"
        assert str(path) in str(appending.value)
        assert contents(path.parents[1]) == left
        assert len(log.events) == 1


def test_a_log_that_is_back_at_its_place_is_written_again(path: Path) -> None:
    with SessionLog.create(path) as log:
        path.rename(path.with_name("other"))
        with pytest.raises(BarrierError):
            log.barrier()
        path.with_name("other").rename(path)
        log.append("todo/write", "after")
        log.barrier()
    assert [event.data for event in read_log(path).events] == ["after"]


def test_a_log_is_found_when_the_program_changes_its_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    with SessionLog.create(path.name) as log:
        monkeypatch.chdir(path.parents[1])
        log.append("todo/write", "after")
        log.barrier()
    assert [event.data for event in read_log(path).events] == ["after"]


def test_a_log_behind_a_link_is_written_until_the_link_points_elsewhere(path: Path) -> None:
    SessionLog.create(path).close()
    link = path.with_name("link")
    link.symlink_to(path)
    with SessionLog.open(link) as log:
        log.append("todo/write", "before")
        log.barrier()
        other = path.with_name("other")
        shutil.copy(path, other)
        link.unlink()
        link.symlink_to(other)
        with pytest.raises(LogError, match="took the place"):
            log.append("todo/write", "refused")
