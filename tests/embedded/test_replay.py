"""Replaying a log says of each log just what reading it whole and folding it says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_lines import HEADER, ROW_DATA, create, row

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.fuzz.strategies import records
from schedule_conformance.fuzz.strategies.rawjson import json_texts
from session_schedule.embedded.log.errors import LogError
from session_schedule.embedded.log.reading import parse_log
from session_schedule.embedded.log.replay import replay
from session_schedule.errors import CorruptLog
from session_schedule.fold import fold
from session_schedule.quick import _instant, _Unusual
from session_schedule.values import parse_instant

PATH = Path("a.jsonl")


def readably(content: bytes) -> Any:
    """What the readable path says of a log."""
    try:
        stored = parse_log(PATH, content)
    except LogError as error:
        return "log", error.rule, error.line, str(error)
    try:
        schedules = fold(stored.events, stored.header.seed_length or 0)
    except CorruptLog as error:
        return "corrupt", error.rule, error.message, error.event, stored.size, len(stored.torn)
    return schedules, len(stored.events), stored.size, len(stored.torn)


def quickly(content: bytes, piece: int = 1 << 18) -> Any:
    """What the quick path says of it, given in pieces."""
    try:
        log = replay(PATH, (content[at : at + piece] for at in range(0, len(content) or 1, piece)))
    except LogError as error:
        return "log", error.rule, error.line, str(error)
    if log.corrupt is not None:
        corrupt = log.corrupt
        return "corrupt", corrupt.rule, corrupt.message, corrupt.event, log.size, log.torn
    assert log.schedules is not None
    return log.schedules, log.events, log.size, log.torn


def line(seq: int, change: str) -> str:
    """The line of a change, whose JSON text is given."""
    return f'{{"type":"schedule/change","seq":{seq},"time":1,"data":{change}}}'


def log(*lines: str, seed: object = None, end: str = "\n") -> bytes:
    """The content of a log of these lines."""
    header = HEADER | ({} if seed is None else {"seedLength": seed, "parentSession": "p"})
    return ("\n".join([json.dumps(header), *lines]) + end).encode("utf-8", "surrogatepass")


def histories() -> Iterator[tuple[str, bytes]]:
    """Every change of the corpus as a log of its own, and every history."""
    for case in files.load(data.folder("corpus"), sweeps=False):
        if case.op == "decode":
            text = case.args.get("text", json.dumps(case.args.get("change")))
            if "\n" not in text and "\r" not in text:
                yield case.id, log(line(0, text))
        elif case.op == "fold" and isinstance(case.args.get("events"), list):
            seed = case.args.get("seedLength")
            lines = [
                json.dumps({"type": event["type"], "seq": seq, "time": 1, "data": event["data"]})
                for seq, event in enumerate(case.args["events"])
                if isinstance(event, dict) and event.keys() == {"type", "data"}
            ]
            yield case.id, log(*lines, seed=seed)


HISTORIES = dict(histories())


def test_the_corpus_has_changes_and_histories() -> None:
    assert len(HISTORIES) > 400
    sound = [content for content in HISTORIES.values() if readably(content)[0] != "corrupt"]
    assert 100 < len(sound) < len(HISTORIES) - 100


@pytest.mark.parametrize("id_", HISTORIES)
def test_the_paths_agree_on_the_corpus(id_: str) -> None:
    assert quickly(HISTORIES[id_]) == readably(HISTORIES[id_])


CREATE, OTHER = json.dumps(create(0)), '{"type":"turn/start","seq":0,"time":1,"data":{}}'
LATER = json.dumps(create(1, "b"))


@pytest.mark.parametrize(
    "lines",
    [
        [CREATE, "", LATER],
        [CREATE, CREATE],
        [f"{CREATE}{LATER}"],
        [f"{CREATE} {LATER}", ""],
        ['{"type":"turn/start","seq":0,', '"time":1,"data":{}}'],
        [f"{CREATE}\r", f"{LATER}\r"],
        [f" {CREATE}  "],
        [LATER],
        [CREATE.replace('"seq": 0', '"seq": 0.0')],
        [CREATE.replace('"time": 1', '"time": 9007199254740992')],
        [CREATE.replace('"time"', '"extra": 1, "time"')],
        [CREATE.replace('"time"', '"ignorable": true, "time"')],
        [CREATE.replace('"time"', '"ignorable": false, "time"')],
        [CREATE.replace('"time"', '"surfaceOp": {"a": 1}, "sourceEventSeqs": [0], "time"')],
        [CREATE.replace('"type": "schedule/change"', '"type":"turn/end","type":"schedule/change"')],
        [CREATE.replace('"seq": 0', '"seq": 7, "seq": 0')],
        [CREATE.replace('"id": "a"', '"id": 1, "id": "a"')],
        [CREATE.replace('"kind": "at"', '"kind": "every", "kind": "at"')],
        [CREATE.replace('"version": 1', '"version": 1e0')],
        [CREATE.replace('"p"', '"\\ud800"')],
        [CREATE.replace('"p"', '"\ufeffp"')],
        [CREATE.replace('"p"', '"p\x85"')],
        [OTHER.replace("turn/start", "mine/own")],
        [OTHER.replace("turn/start", "mine/own").replace("{}}", '{},"ignorable":true}')],
        [json.dumps(row()), json.dumps(create(3))],
        [json.dumps(row(data=ROW_DATA | {"dt": []}))],
        [OTHER, LATER.replace('"b"', '" b"'), OTHER.replace('"seq":0', '"seq":2')],
        [OTHER, LATER.replace('"b"', '" b"'), OTHER],
        ['{"type":"turn/start","seq":0,"time":1,"data":' + "[" * 5_000 + "]" * 5_000 + "}"],
        ["null"],
        ["[]"],
        ["nonsense"],
    ],
)
def test_the_paths_agree_on_lines_that_are_unusual(lines: list[str]) -> None:
    for end in ("\n", "", '\n{"type":'):
        content = log(*lines, end=end)
        assert quickly(content) == readably(content)
        assert quickly(content, 7) == readably(content)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, -1, "1"])
def test_the_paths_agree_on_seeds(seed: object) -> None:
    for second in (LATER, CREATE.replace('"seq": 0', '"seq": 1'), LATER.replace('"b"', '""')):
        content = log(CREATE, second, seed=seed)
        assert quickly(content) == readably(content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x28\xb5\x2f\xfd",
        b"{}",
        b"{}\n",
        b"\xff\n",
        log() + b"\xff\n",
        log(OTHER)[:-9],
    ],
)
def test_the_paths_agree_on_what_is_hardly_a_log(content: bytes) -> None:
    assert quickly(content) == readably(content)
    assert quickly(content, 3) == readably(content)


@settings(max_examples=300, deadline=None)
@given(records.logs(surrogates=True), st.data())
def test_the_paths_agree_on_histories_that_are_bent(
    history: list[dict[str, Any]], draw: st.DataObject
) -> None:
    changes = [event["data"] for event in history if event["type"] == "schedule/change"]
    bent = st.one_of(records.near_changes(True), records.changes(True))
    changes.insert(draw.draw(st.integers(0, len(changes))), draw.draw(bent))
    lines = [line(seq, json.dumps(change)) for seq, change in enumerate(changes)]
    content = log(*lines)
    assert quickly(content) == readably(content)


@settings(max_examples=300, deadline=None)
@given(json_texts(records.near_changes(True)))
def test_the_paths_agree_on_other_spellings(text: str) -> None:
    content = log(line(0, text.replace("\n", " ").replace("\r", " ")))
    assert quickly(content) == readably(content)


def near_instants() -> st.SearchStrategy[str]:
    """Canonical instants, and texts a character or a part away from one."""
    part = st.text("0123456789-:.TZ+ \u0660", max_size=24)
    right = st.datetimes().map(lambda at: at.isoformat(timespec="milliseconds") + "Z")
    bent = st.tuples(right, st.integers(0, 24), st.integers(0, 3), part)
    return right | bent.map(lambda b: b[0][: b[1]] + b[3] + b[0][b[1] + b[2] :]) | part


@settings(max_examples=1_000)
@given(near_instants())
def test_an_instant_in_parts_is_the_instant(text: str) -> None:
    try:
        found: int | None = _instant(text)
    except _Unusual:
        found = None
    assert found == parse_instant(text)
