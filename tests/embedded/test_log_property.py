"""Whatever is written is read again; whatever is cut off or changed, nothing else is read."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.session_log import read_log

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
    max_leaves=8,
)
TIMES = st.integers(-(2**53) + 1, 2**53 - 1)
EVENTS = st.lists(st.tuples(ANY_TEXT, VALUES, TIMES), max_size=6)

MIXED = [
    ("schedule/change", {"version": 1, "operation": "delete", "id": "schedule-1"}),
    ("todo/write", "é\u2028😀\n"),
    ("todo/write", [None, True, -0.5, {"a": "\ud800"}]),
    ("session/title", {}),
]


def paired(value: Any) -> Any:
    """Return a value whose surrogate pairs are characters, which in JSON they are."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        case list():
            return [paired(item) for item in value]
        case dict():
            return {paired(key): paired(item) for key, item in value.items()}
    return value


@given(EVENTS)
def test_events_are_read_as_they_were_written(events: list[tuple[str, Any, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        with SessionLog.create(path) as log:
            for type_, data, time in events:
                log.append(f"own/{type_}", data, time=time, ignorable=True)
            written = list(log.events)
        with SessionLog.open(path) as log:
            found = [(event.type, event.data, event.time) for event in log.events]
            assert found == [(paired(f"own/{type_}"), paired(d), t) for type_, d, t in events]
            assert [(event.type, event.data) for event in written] == [e[:2] for e in found]
        assert path.read_bytes().count(b"\n") == len(events) + 1


def set_aside(folder: Path) -> bytes:
    """Return what was set aside in a folder."""
    return b"".join(aside.read_bytes() for aside in folder.glob("*.tail-*"))


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the content of a small log."""
    path = tmp_path_factory.mktemp("log") / "session.jsonl"
    with SessionLog.create(path, id_="one", cwd="/", now=0) as log:
        for type_, data in MIXED:
            log.append(type_, data, time=0)
    return path.read_bytes()


def test_a_log_that_is_cut_anywhere_has_exactly_its_whole_lines(
    tmp_path: Path, content: bytes
) -> None:
    """So it has every confirmed event, since a barrier confirms whole lines."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(content)
    events = read_log(path).events
    for size in range(len(content) + 1):
        path.write_bytes(content[:size])
        whole = content[:size].count(b"\n")
        if whole == 0:
            with pytest.raises(LogError):
                SessionLog.open(path)
            assert path.read_bytes() == content[:size]
            continue
        with SessionLog.open(path) as log:
            assert log.events == events[: whole - 1]
        assert path.read_bytes() + set_aside(tmp_path) == content[:size]
        for aside in tmp_path.glob("*.tail-*"):
            aside.unlink()


@settings(deadline=None)
@given(place=st.integers(0), byte=st.integers(0, 255), whole=st.just(value=True) | st.booleans())
def test_a_log_with_a_wrong_byte_is_refused_and_left_or_read_to_its_end(
    content: bytes, place: int, byte: int, *, whole: bool
) -> None:
    changed = bytearray(content if whole else content[:-9])
    changed[place % len(changed)] = byte
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        path.write_bytes(changed)
        try:
            with SessionLog.open(path) as log:
                assert len(log.events) == changed.count(b"\n") - 1
                assert path.read_bytes() + set_aside(Path(folder)) == changed
        except LogError as refusal:
            error = refusal
        else:
            return
        assert error.path == path
        assert error.rule
        assert path.read_bytes() == changed


@given(st.binary())
def test_no_content_is_read_but_a_log(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        path.write_bytes(content)
        with pytest.raises(LogError):
            read_log(path)
        assert path.read_bytes() == content
