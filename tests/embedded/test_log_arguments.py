"""Whatever a log is given to write can be read again, or is refused (LOG-2, LOG-14, LOG-27)."""

from pathlib import Path
from typing import Any

import pytest

from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.session_log import read_log

NOW = 1_785_931_200_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def new(path: Path, **options: Any) -> SessionLog:
    return SessionLog.create(path, **{"id_": "one", "cwd": "/home/user", "now": NOW, **options})


# The header.

UNFIT = [
    pytest.param({"id_": ""}, id="id-empty"),
    pytest.param({"id_": 5}, id="id-number"),
    pytest.param({"id_": b"one"}, id="id-bytes"),
    pytest.param({"now": -1}, id="now-negative"),
    pytest.param({"now": 1.5}, id="now-fraction"),
    pytest.param({"now": True}, id="now-true"),
    pytest.param({"now": 2**60}, id="now-unsafe"),
    pytest.param({"now": float("inf")}, id="now-infinite"),
]


@pytest.mark.parametrize(
    "options",
    [
        *UNFIT,
        pytest.param({"cwd": "home"}, id="cwd-relative"),
        pytest.param({"cwd": 5}, id="cwd-number"),
    ],
)
def test_what_a_header_cannot_say_is_not_created(path: Path, options: Any) -> None:
    with pytest.raises(LogError) as caught:
        new(path, **options)
    assert caught.value.rule == "LOG-2"
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize("options", UNFIT)
def test_what_a_header_cannot_say_is_not_forked(path: Path, options: Any) -> None:
    with new(path) as log, pytest.raises(LogError) as caught:
        log.fork(path.with_name("child"), **options)
    assert caught.value.rule == "LOG-2"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("seed_length", [True, 0.5, "0", [], float("nan")])
def test_what_is_no_number_of_events_is_not_forked(path: Path, seed_length: Any) -> None:
    """LOG-20."""
    with new(path) as log:
        log.append("todo/write", {})
        with pytest.raises(LogError) as caught:
            log.fork(path.with_name("child"), seed_length=seed_length)
    assert caught.value.rule == "LOG-20"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("id_", ["\ud83d\ude00", "\ud800", "a\nb", "../\0"])
def test_a_header_is_what_its_readers_will_find(path: Path, id_: str) -> None:
    with new(path, id_=id_, now=5.0) as log:
        assert log.header == read_log(path).header
        assert log.header.created_at == 5


# Events.


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    ("type_", "data", "rule"),
    [
        pytest.param("todo/write", float("nan"), "LOG-14", id="not-a-number"),
        pytest.param("todo/write", b"bytes", "LOG-14", id="bytes"),
        pytest.param("todo/write", {"a": object()}, "LOG-14", id="object"),
        pytest.param("todo/write", CIRCLE, "LOG-14", id="circle"),
        pytest.param("todo/write", nested(257), "LOG-14", id="nested-257"),
        pytest.param("todo/write", nested(100_000), "LOG-14", id="nested-100000"),
        pytest.param("user/message", {}, "LOG-14", id="message"),
        pytest.param("note", {}, "LOG-7", id="unknown-type"),
    ],
)
def test_what_cannot_be_read_again_is_not_appended(
    path: Path, type_: str, data: Any, rule: str
) -> None:
    with new(path) as log:
        before = path.read_bytes()
        with pytest.raises(LogError) as caught:
            log.append(type_, data)
        assert caught.value.rule == rule
        assert path.read_bytes() == before
        assert not log.events


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"time": 2**53}, id="time-unsafe"),
        pytest.param({"time": 1.5}, id="time-fraction"),
        pytest.param({"time": True}, id="time-true"),
        pytest.param({"time": "1"}, id="time-text"),
        pytest.param({"time": float("nan")}, id="time-nan"),
        pytest.param({"ignorable": 1}, id="ignorable-1"),
        pytest.param({"ignorable": None}, id="ignorable-none"),
        pytest.param({"type_": []}, id="type-list"),
        pytest.param({"type_": 5}, id="type-number"),
        pytest.param({"type_": None}, id="type-none"),
    ],
)
def test_what_an_envelope_cannot_hold_is_not_appended(path: Path, options: Any) -> None:
    """LOG-14, LOG-4."""
    with new(path) as log:
        before = path.read_bytes()
        with pytest.raises(LogError) as caught:
            log.append(**{"type_": "todo/write", "data": {}, **options})
        assert caught.value.rule == "LOG-4"
        assert path.read_bytes() == before
        assert not log.events


def test_a_time_is_an_integer_by_its_value(path: Path) -> None:
    with new(path) as log:
        log.append("todo/write", {}, time=5.0)  # type: ignore[arg-type]
    assert path.read_text().endswith('"time":5,"data":{}}\n')
    assert [event.time for event in read_log(path).events] == [5]


def test_data_of_256_levels_and_with_many_brackets_in_text_is_read_again(path: Path) -> None:
    with new(path) as log:
        log.append("todo/write", nested(256))
        log.append("todo/write", {"text": '[{"\\' * 1_000})
    events = read_log(path).events
    assert [event.data for event in events] == [nested(256), {"text": '[{"\\' * 1_000}]
