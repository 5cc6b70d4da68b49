"""A session log is created, appended to, reopened and forked, by one writer at a time."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.layout import session_path
from session_schedule.embedded.log.session_log import read_log

NOW = 1_785_931_200_000
DELETE = {"version": 1, "operation": "delete", "id": "schedule-1"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def new(path: Path, **options: Any) -> SessionLog:
    return SessionLog.create(path, **{"id_": "one", "cwd": "/home/user", "now": NOW, **options})


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_log_is_written_as_upstream_writes_it(path: Path) -> None:
    """LOG-13."""
    with new(path) as log:
        log.append("schedule/change", DELETE, time=NOW)
        log.append("note", {"é": "\ud800\u2028\x7f\x01😀"}, time=NOW + 1, ignorable=True)
    assert path.read_bytes().decode() == (
        '{"type":"session","version":0,"id":"one","createdAt":1785931200000,'
        '"cwd":"/home/user","delegationDepth":0}\n'
        '{"type":"schedule/change","seq":0,"time":1785931200000,'
        '"data":{"version":1,"operation":"delete","id":"schedule-1"}}\n'
        '{"type":"note","seq":1,"time":1785931200001,'
        '"data":{"é":"\\ud800\u2028\x7f\\u0001😀"},"ignorable":true}\n'
    )


def test_an_event_is_in_the_file_as_soon_as_it_is_appended(path: Path) -> None:
    """LOG-15."""
    with new(path) as log:
        event = log.append("schedule/change", DELETE)
        assert read_log(path).events == [event] == log.events
        assert json.loads(path.read_bytes().splitlines()[1])["data"] == DELETE


def test_a_reopened_log_goes_on_where_it_ended(path: Path) -> None:
    with new(path) as log:
        first = log.append("schedule/change", DELETE)
    with SessionLog.open(path) as log:
        assert log.header.id == "one"
        assert log.events == [first]
        second = log.append("schedule/change", DELETE)
        assert (first.seq, second.seq) == (0, 1)
        assert second.time >= first.time > NOW
    with SessionLog.open(path) as log:
        assert log.events == [first, second]


def test_opening_writes_nothing(path: Path) -> None:
    """LOG-22."""
    new(path).close()
    before = path.read_bytes()
    SessionLog.open(path).close()
    assert path.read_bytes() == before
    assert names(path.parent) == ["session.jsonl"]


def test_what_the_caller_changes_later_does_not_change_the_event(path: Path) -> None:
    data = {"items": [1]}
    with new(path) as log:
        event = log.append("todo/write", data)
        data["items"].append(2)
        event.data["items"].append(3)
        assert event.data == {"items": [1]}


def test_a_new_session_has_an_id_of_its_own_and_works_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with SessionLog.create("a.jsonl") as one, SessionLog.create("b.jsonl") as other:
        assert one.header.id != other.header.id
        assert one.header.cwd == str(tmp_path)
        assert one.header.created_at > NOW


def test_a_log_is_private_to_its_user(path: Path) -> None:
    new(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_log_is_not_created_over_a_file(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(LogError, match="exists") as caught:
        new(path)
    assert (caught.value.rule, caught.value.path) == ("LOG-19", path)
    assert path.read_bytes() == b"precious"
    assert names(path.parent) == ["session.jsonl"]


def test_a_log_is_not_created_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="No such file"):
        new(tmp_path / "none" / "session.jsonl")


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    new(path).close()
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize("use", [SessionLog.open, read_log])
@pytest.mark.parametrize("what", ["nothing", "folder", "device", "pipe"])
def test_what_is_no_file_is_no_log(tmp_path: Path, what: str, use: Callable[[Path], Any]) -> None:
    path = tmp_path / what
    if what == "folder":
        path.mkdir()
    elif what == "device":
        path = Path("/dev/null")
    elif what == "pipe":
        subprocess.run(["mkfifo", str(path)], check=True)
    with pytest.raises(LogError) as caught:
        use(path)
    assert str(caught.value).startswith(f"{path}: ")


# One writer.


def test_a_log_that_is_open_cannot_be_opened_again(path: Path) -> None:
    with new(path):
        with pytest.raises(LogError, match="open already") as caught:
            SessionLog.open(path)
        assert (caught.value.rule, caught.value.path) == ("LOG-26", path)
        assert str(path) in str(caught.value)
    SessionLog.open(path).close()


def test_another_process_cannot_open_it_either_but_may_read_it(path: Path) -> None:
    """LOG-12, LOG-26 and LOG-11."""
    program = (
        "import sys\n"
        "from session_schedule.embedded import LogError, SessionLog\n"
        "from session_schedule.embedded.log.session_log import read_log\n"
        "print(len(read_log(sys.argv[1]).events))\n"
        "try: SessionLog.open(sys.argv[1])\n"
        "except LogError as error: print(error)\n"
    )
    with new(path) as log:
        log.append("todo/write", {})
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
        )
    assert (
        done.stdout == f"1\n{path}: the log is open already, in this process or another (LOG-26)\n"
    )


def test_a_log_that_could_not_be_opened_is_not_locked(path: Path) -> None:
    path.write_bytes(b"{}\n")
    for _ in range(2):
        with pytest.raises(LogError) as caught:
            SessionLog.open(path)
        assert caught.value.rule == "LOG-2"


def test_a_closed_log_refuses_and_closing_twice_is_allowed(path: Path) -> None:
    log = new(path)
    log.close()
    log.close()
    with pytest.raises(LogError, match="closed"):
        log.append("todo/write", {})
    with pytest.raises(LogError, match="closed"):
        log.barrier()


def test_events_may_be_appended_while_barriers_run(path: Path) -> None:
    with new(path) as log:
        done = threading.Event()

        def confirm() -> None:
            while not done.is_set():
                log.barrier()

        threads = [threading.Thread(target=confirm) for _ in range(2)]
        for thread in threads:
            thread.start()
        for number in range(300):
            log.append("todo/write", number)
        done.set()
        for thread in threads:
            thread.join()
    assert [event.data for event in read_log(path).events] == list(range(300))


# Forks.


def test_a_fork_has_the_events_of_its_parent_and_a_header_that_says_so(tmp_path: Path) -> None:
    with new(tmp_path / "parent.jsonl") as parent:
        events = [parent.append("todo/write", number) for number in range(3)]
        with parent.fork(tmp_path / "child.jsonl", id_="kid", seed_length=2, now=NOW + 9) as child:
            child.append("todo/write", "own")
    lines = (tmp_path / "child.jsonl").read_text().splitlines()
    assert lines[0] == (
        '{"type":"session","version":0,"id":"kid","createdAt":1785931200009,"cwd":"/home/user",'
        '"parentSession":"one","seedLength":2,"delegationDepth":0}'
    )
    assert lines[3] == '{"type":"session/end-seed","seq":2,"time":1785931200009,"data":{}}'
    stored = read_log(tmp_path / "child.jsonl")
    assert stored.events[:2] == events[:2]
    assert [event.seq for event in stored.events] == [0, 1, 2, 3]
    assert stored.header.seed_length == 2


def test_a_fork_inherits_everything_if_nothing_is_said_and_one_mark_is_enough(
    tmp_path: Path,
) -> None:
    with (
        new(tmp_path / "parent.jsonl") as parent,
        parent.fork(tmp_path / "child.jsonl") as child,
        child.fork(tmp_path / "grandchild.jsonl") as grandchild,
    ):
        assert [event.type for event in grandchild.events] == ["session/end-seed"]
        assert child.header.seed_length == 0
        assert grandchild.header.seed_length == 1
        assert grandchild.header.parent_session == child.header.id


def test_a_fork_keeps_what_upstream_wrote_about_messages(tmp_path: Path) -> None:
    message = (
        '{"type":"user/message","seq":0,"time":5,"data":{"id":"m"},'
        '"sourceEventSeqs":[],"surfaceOp":"append"}\n'
    )
    new(tmp_path / "parent.jsonl").close()
    with (tmp_path / "parent.jsonl").open("a") as file:
        file.write(message)
    with SessionLog.open(tmp_path / "parent.jsonl") as parent:
        parent.fork(tmp_path / "child.jsonl").close()
    assert message in (tmp_path / "child.jsonl").read_text()


@pytest.mark.parametrize("seed_length", [-1, 4])
def test_a_fork_cannot_have_more_than_there_is(tmp_path: Path, seed_length: int) -> None:
    with new(tmp_path / "parent.jsonl") as parent:
        for number in range(3):
            parent.append("todo/write", number)
        with pytest.raises(LogError) as caught:
            parent.fork(tmp_path / "child.jsonl", seed_length=seed_length)
    assert caught.value.rule == "LOG-20"
    assert names(tmp_path) == ["parent.jsonl"]


def test_a_fork_does_not_begin_inside_a_turn(tmp_path: Path) -> None:
    with new(tmp_path / "parent.jsonl") as parent:
        parent.append("turn/start", {"turn": 1})
        parent.append("todo/write", {})
        with pytest.raises(LogError) as caught:
            parent.fork(tmp_path / "child.jsonl")
        assert caught.value.rule == "LOG-30"
        parent.append("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
        parent.fork(tmp_path / "child.jsonl").close()
        parent.fork(tmp_path / "other.jsonl", seed_length=0).close()


# Where upstream looks; the names are those that upstream gave.


@pytest.mark.parametrize(
    ("cwd", "id_", "place"),
    [
        pytest.param("/home/user", "s1", "--home-user--/s1", id="plain"),
        pytest.param(None, "s1", "_no-cwd/s1", id="no-folder"),
        pytest.param("/", "s1", "--root--/s1", id="root"),
        pytest.param("/-a//b:c\\d", "s1", "--a-b-c-d--/s1", id="separators"),
        pytest.param("/a b/~é😀", ".", "--a~0020b-~007E~00E9~D83D~DE00--/~002E", id="escapes"),
        pytest.param("/x", "..", "--x--/~002E~002E", id="dots"),
        pytest.param("/x", "../a/\ud800", "--x--/..~002Fa~002F~D800", id="traversal"),
        pytest.param("/" + "y" * 300, "s", f"--{'y' * 251}--/s", id="long"),
    ],
)
def test_a_session_lives_where_upstream_looks(cwd: str | None, id_: str, place: str) -> None:
    """LOG-21."""
    assert session_path(Path("root"), cwd, id_) == Path("root", place, "session.jsonl")
