"""Sentences of the chapter on the session log that are about files: opening, writing, forking."""

from __future__ import annotations

import fcntl
import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from binding.sentence import Sentence
from binding.sentences.log_reading import HEADER, content, event
from session_schedule.embedded import LogError, SessionLog
from session_schedule.embedded.log.reading import read_log

TORN = '{"type":"turn/'


@contextmanager
def _log(*lines: Any, end: str = "\n") -> Iterator[Path]:
    """A log of these lines in a folder of its own; warnings of the reader are not shown."""
    logging.getLogger("session_schedule").addHandler(logging.NullHandler())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(content(HEADER, *lines, end=end))
        yield path


def _refused(act: Callable[[], object]) -> str | None:
    """The rule for which something is refused; None if it is not."""
    try:
        act()
    except LogError as error:
        return error.rule
    return None


def _is_removed(must: bool) -> bool:
    with _log(event(), TORN, end="") as path:
        SessionLog.open(path).close()
        return must is (path.read_bytes() == content(HEADER, event()))


def _is_kept(must: bool) -> bool:
    with _log(TORN, end="") as path:
        SessionLog.open(path).close()
        kept = [file.read_text() for file in path.parent.iterdir() if file != path]
        return must is (kept == [TORN])


def _is_its_name(suffix: str, first: int) -> bool:
    with _log(TORN, end="") as path:
        SessionLog.open(path).close()
        return path.with_name(f"{path.name}{suffix}{first}").exists()


def _is_refused_as_a_whole(must: bool) -> bool:
    with _log(event(seq=7), event()) as path:
        return must is (_refused(lambda: SessionLog.open(path)) == "LOG-5")


def _is_changed(must: bool, act: Callable[[Path], object], *lines: Any, end: str = "\n") -> bool:
    """Whether MUST stands where something changes a log, and MUST NOT where it does not."""
    with _log(*lines, end=end) as path:
        before = path.read_bytes()
        with suppress(LogError):
            act(path)
        others = [file for file in path.parent.iterdir() if file != path]
        return must is (path.read_bytes() != before or bool(others))


def _is_locked(must: bool, call: str = "flock") -> bool:
    with _log() as path, SessionLog.open(path), path.open() as other:
        try:
            getattr(fcntl, call)(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return must
        return not must


def _second_writer_is_refused(must: bool) -> bool:
    with _log() as path, SessionLog.open(path):
        try:
            SessionLog.open(path)
        except LogError as error:
            return must is (error.rule == "LOG-26" and str(path) in str(error))
        return not must


def _is_written(must: bool) -> bool:
    with _log() as path, SessionLog.open(path) as log:
        log.append("todo/write", {"a": "\u00e9\ud800/"}, time=1)
        line = '{"type":"todo/write","seq":0,"time":1,"data":{"a":"\u00e9\\ud800/"}}\n'
        return must is (path.read_bytes() == content(HEADER) + line.encode())


def _is_appendable(must: bool) -> bool:
    with _log() as path, SessionLog.open(path) as log:
        return must is (
            _refused(lambda: log.append("todo/write", object())) == "LOG-14"
            and _refused(lambda: log.append("x/y", {})) == "LOG-7"
        )


def _messages_need_a_place(types: list[str]) -> bool:
    with _log() as path, SessionLog.open(path) as log:
        refused = [_refused(partial(log.append, type_, {})) for type_ in types]
    return refused == ["LOG-14"] * 3


def _wrong_headers_are_refused(must: bool) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        refused = _refused(lambda: SessionLog.create(path, id_="", cwd="/", now=1))
        return must is (refused == "LOG-2" and not path.exists())


def _is_written_at_once(must: bool) -> bool:
    with _log() as path, SessionLog.open(path) as log:
        log.append("turn/end", {}, time=1)
        return must is (path.read_bytes().count(b"\n") == 2)


def _foreign_changes_are_noticed(must: bool) -> bool:
    with _log() as path, SessionLog.open(path) as log:
        with path.open("ab") as other:
            other.write(content(event()))
        before = path.read_bytes()
        refused = _refused(lambda: log.append("turn/end", {})), _refused(log.barrier)
        return must is (refused == ("LOG-18", "LOG-18") and path.read_bytes() == before)


def _replaces_nothing(must: bool) -> bool:
    with _log() as path:
        before = path.read_bytes()
        refused = _refused(lambda: SessionLog.create(path, id_="two", cwd="/", now=1))
        return must is (refused == "LOG-19" and path.read_bytes() == before)


def _fork(*lines: Any, length: int) -> Any:
    with _log(*lines) as path, SessionLog.open(path) as log:
        child = path.with_name("child.jsonl")
        log.fork(child, id_="two", seed_length=length, now=1).close()
        return read_log(child)


def _has_the_first_events(must: bool, depth: int) -> bool:
    stored = _fork(event(), event(seq=1), event(seq=2), length=2)
    types = [each.type for each in stored.events]
    return must is (types == ["turn/end", "turn/end", "session/end-seed"]) and (
        stored.header.delegation_depth == depth and stored.header.seed_length == 2
    )


def _begins_inside_a_turn(must: bool) -> bool:
    try:
        _fork(event("turn/start"), length=1)
    except LogError:
        return not must
    return must


def _expects(must: bool, type_: str) -> bool:
    with _log(event(type_)) as path:
        return must is (_refused(lambda: read_log(path)) is None)


SENTENCES = (
    Sentence("LOG-32", "the line {must} be removed from it", _is_removed),
    Sentence("LOG-9", "{must} be kept first, on the disk", _is_kept),
    Sentence(
        "LOG-9",
        "followed by {suffix:quote} and the first free number from {first:int}",
        _is_its_name,
    ),
    Sentence("LOG-10", "{must} be refused as a whole", _is_refused_as_a_whole),
    Sentence(
        "LOG-25",
        "{must} be changed",
        lambda must: _is_changed(must, SessionLog.open, event(seq=7), event()),
    ),
    Sentence(
        "LOG-11",
        "{must} write",
        lambda must: _is_changed(must, read_log, event(), TORN, end=""),
    ),
    Sentence(
        "LOG-12", "{must} hold an exclusive advisory lock on the file ({call:quote})", _is_locked
    ),
    Sentence("LOG-26", "{must} be refused, with the name of the file", _second_writer_is_refused),
    Sentence("LOG-13", "A line {must} be the text", _is_written),
    Sentence("LOG-14", "An append {must} be refused if its data", _is_appendable),
    Sentence("LOG-14", "it is a message ({types:quotes})", _messages_need_a_place),
    Sentence("LOG-27", "{must} be refused", _wrong_headers_are_refused),
    Sentence("LOG-15", "An append {must} write its line before it returns", _is_written_at_once),
    Sentence(
        "LOG-18",
        "an append or barrier {must} fail and change nothing",
        _foreign_changes_are_noticed,
    ),
    Sentence("LOG-19", "A new log {must} be put in place", _replaces_nothing),
    Sentence(
        "LOG-20",
        "A fork {must} have the first `seedLength` events of its parent, unchanged and with their"
        " places; then `session/end-seed`, unless they end with one; `parentSession`, the parent's"
        " `cwd`, and depth {depth:int}",
        _has_the_first_events,
    ),
    Sentence("LOG-30", "A fork {must} begin inside an open turn", _begins_inside_a_turn),
    Sentence(
        "LOG-22",
        "Opening a log {must} append anything",
        lambda must: _is_changed(must, lambda path: SessionLog.open(path).close(), event()),
    ),
    Sentence("LOG-31", "A reader {must} expect {type_:quote} events", _expects),
)
