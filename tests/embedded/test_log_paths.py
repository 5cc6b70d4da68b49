"""Paths, folders and file systems as they come: a log is used there, or a line says why not."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from disk import data, failing
from failing_disk import failing_disk
from log_lines import HEADER

from session_schedule.embedded import LogError, SessionLog, read_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def tear(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"torn")


# Paths that no file has.

WAYS: list[Callable[[Any], object]] = [SessionLog.create, SessionLog.open, read_log]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", ["", ".", "/", "a\0b", "a\0b/c", "\ud800", "line\nfeed\0"])
def test_a_path_that_no_file_has_is_refused_in_one_line(
    way: Callable[[Any], object],
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in (place, Path(place)):
        with pytest.raises(LogError) as caught:
            way(given)
        assert len(str(caught.value).splitlines()) == 1
        str(caught.value).encode()
    assert list(tmp_path.iterdir()) == []


def test_a_fork_to_a_path_that_no_file_has_is_refused(path: Path) -> None:
    with SessionLog.create(path) as log:
        for place in ("", "a\0b"):
            with pytest.raises(LogError):
                log.fork(place)


def test_without_a_working_folder_a_session_needs_one_named(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(LogError, match="working folder is gone"):
        SessionLog.create(path)
    for way in WAYS:
        with pytest.raises(LogError):
            way("session.jsonl")
    assert list(tmp_path.iterdir()) == []
    with SessionLog.create(path, cwd="/srv") as log:
        log.append("todo/write", {})
        log.barrier()
    monkeypatch.chdir(tmp_path)


def test_a_log_larger_than_can_be_held_is_refused(path: Path) -> None:
    """LOG-1."""
    SessionLog.create(path).close()
    os.truncate(path, 2**40)
    for way in (SessionLog.open, read_log):
        with pytest.raises(LogError, match="1,099,511,627,776 bytes") as caught:
            way(path)
        assert caught.value.path == path


def test_a_log_for_which_there_is_no_memory_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SessionLog.create(path).close()

    def no_memory(*_arguments: object, **_options: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(os, "fdopen", no_memory)
    for way in (SessionLog.open, read_log):
        with pytest.raises(LogError, match="more than can be held in memory"):
            way(path)


# Ways to a log that went away.


def through_a_folder(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> SessionLog:
    way = folder / "way"
    way.mkdir()
    monkeypatch.chdir(way)
    log = SessionLog.create(f"../{path.name}", cwd="/srv")
    monkeypatch.chdir(folder)
    way.rmdir()
    return log


def through_a_link(path: Path, folder: Path, _monkeypatch: pytest.MonkeyPatch) -> SessionLog:
    way = folder / "way"
    way.symlink_to(folder)
    log = SessionLog.create(way / path.name)
    way.unlink()
    return log


def by_a_link(path: Path, folder: Path, _monkeypatch: pytest.MonkeyPatch) -> SessionLog:
    SessionLog.create(path).close()
    way = folder / "way"
    way.symlink_to(path)
    log = SessionLog.open(way)
    way.unlink()
    return log


@pytest.mark.parametrize("way", [through_a_folder, through_a_link, by_a_link])
def test_a_log_outlives_the_way_by_which_it_was_opened(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, way: Any
) -> None:
    """LOG-18: it is where it was, and is the same file."""
    with way(path, tmp_path, monkeypatch) as log:
        log.append("todo/write", "after")
        log.barrier()
        path.rename(tmp_path / "elsewhere")
        with pytest.raises(LogError, match="removed or renamed") as caught:
            log.append("todo/write", "refused")
        assert caught.value.rule == "LOG-18"
    assert data(tmp_path / "elsewhere") == ["after"]


def test_a_link_that_leads_elsewhere_now_is_noticed(tmp_path: Path, path: Path) -> None:
    """LOG-18."""
    other = tmp_path / "other"
    other.mkdir()
    SessionLog.create(other / path.name).close()
    way = tmp_path / "way"
    way.symlink_to(tmp_path)
    with SessionLog.create(way / path.name) as log:
        way.unlink()
        way.symlink_to(other)
        with pytest.raises(LogError, match="took the place"):
            log.append("todo/write", "refused")


# File systems without hard links.


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS])
def test_without_hard_links_a_log_is_created_and_replaces_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """LOG-19."""
    monkeypatch.setattr(os, "link", failing(number))
    with SessionLog.create(path) as log:
        log.append("todo/write", "kept")
        log.barrier()
        with pytest.raises(LogError, match="open already"):
            SessionLog.open(path)
    before = path.read_bytes()
    with pytest.raises(LogError, match="a file of this name exists"):
        SessionLog.create(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("function", ["rename", "replace"])
def test_without_hard_links_a_creation_that_fails_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """LOG-19."""
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    monkeypatch.setattr(os, "rename", failing(errno.EIO))
    monkeypatch.setattr(os, function, failing(errno.EIO))
    with pytest.raises(LogError, match="Input/output error"):
        SessionLog.create(path)
    assert list(path.parent.iterdir()) == []


# What is set aside.


def test_what_is_torn_off_a_log_with_a_long_name_is_kept_under_a_shorter_one(
    tmp_path: Path,
) -> None:
    """LOG-9."""
    longest = os.pathconf(tmp_path, "PC_NAME_MAX")
    for name in ("x" * longest, "é" * (longest // 2), "x" * (longest - 3)):
        path = tmp_path / name
        for _ in range(2):
            if not path.exists():
                SessionLog.create(path).close()
            tear(path)
            SessionLog.open(path).close()
        path.unlink()
        tails = sorted(tmp_path.iterdir())
        assert [tail.name[-7:] for tail in tails] == [".tail-1", ".tail-2"]
        for tail in tails:
            assert tail.read_bytes() == b"torn"
            assert path.name.startswith(tail.name[:-7])
            tail.unlink()


@pytest.mark.parametrize("kind", ["link to nothing", "folder", "file"])
def test_whatever_has_the_name_of_a_tail_is_left_alone(path: Path, kind: str) -> None:
    """LOG-9."""
    SessionLog.create(path).close()
    taken = path.with_name(f"{path.name}.tail-1")
    match kind:
        case "link to nothing":
            taken.symlink_to("nowhere")
        case "folder":
            taken.mkdir()
        case _:
            taken.write_bytes(b"")
    tear(path)
    SessionLog.open(path).close()
    assert path.with_name(f"{path.name}.tail-2").read_bytes() == b"torn"
    assert not path.with_name("nowhere").exists()


def test_a_full_file_system_is_not_littered_with_empty_tails(tmp_path: Path) -> None:
    """LOG-9."""
    with failing_disk(tmp_path) as disk:
        path = disk.folder / "session.jsonl"
        SessionLog.create(path).close()
        with path.open("ab") as file:
            file.write(b"t" * 9_000)
        fill = path.with_name("fill")
        with fill.open("wb", buffering=0) as file:
            while True:
                try:
                    file.write(bytes(1_024))
                except OSError:
                    break
        names = sorted(path.parent.iterdir())
        for _ in range(3):
            with pytest.raises(LogError, match="No space left"):
                SessionLog.open(path)
        assert sorted(path.parent.iterdir()) == names
        fill.unlink()
        SessionLog.open(path).close()
        assert path.with_name(f"{path.name}.tail-1").read_bytes() == b"t" * 9_000


# Systems without fcntl, as Windows.

WITHOUT_FCNTL = """
import sys
sys.modules["fcntl"] = None
from session_schedule.embedded import LogError, SessionLog, read_log
for way in (read_log, SessionLog.open, SessionLog.create):
    try:
        print(len(way(sys.argv[1]).events))
    except LogError as error:
        print(error)
from schedule_conformance.commands.main import main
sys.exit(main(["audit", sys.argv[1]]))
"""


def test_a_system_without_locks_reads_logs_and_says_what_writes_them(path: Path) -> None:
    """LOG-11 and LOG-12."""
    SessionLog.create(path, id_="one").close()
    before = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FCNTL, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    read, opened, created, audited, *_ = done.stdout.splitlines()
    assert (done.returncode, done.stderr, read) == (0, "", "0")
    assert "written on Linux" in opened
    assert "written on Linux" in created
    assert audited == "session one: 0 events, sound"
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


# Names that are no text.


@pytest.mark.parametrize("text", ['{"\\ud800":1}', '{"a":{"\\udc00":[]}}', '"\\ud800"'])
def test_a_header_may_have_fields_whose_names_are_no_text(path: Path, text: str) -> None:
    """LOG-2: what it does not know means nothing."""
    line = json.dumps({**HEADER, "x": 0}).replace('"x": 0', f'"\\ud800": {text}, "\\udfff": 1')
    path.write_text(line + "\n", encoding="utf-8")
    assert read_log(path).header.id == "one"
    with SessionLog.open(path) as log:
        log.append("todo/write", json.loads(text))
    assert data(path) == [json.loads(text)]


@pytest.mark.parametrize("field", ["sourceEventSeqs", "\\ud800"])
def test_an_event_may_not(path: Path, field: str) -> None:
    """LOG-4."""
    event = f'{{"type":"todo/write","seq":0,"time":1,"data":0,"{field}":{{"\\ud800":1}}}}'
    path.write_text(json.dumps(HEADER) + f"\n{event}\n", encoding="utf-8")
    if field == "sourceEventSeqs":
        assert data(path) == [0]
        return
    with pytest.raises(LogError, match="unknown fields") as caught:
        read_log(path)
    str(caught.value).encode()
