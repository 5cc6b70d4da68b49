"""Sentences of the chapter on the session log that are about reading one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from binding.sentence import Sentence
from session_schedule.embedded import LogError
from session_schedule.embedded.log.reading import StoredLog, parse_log

HEADER: dict[str, Any] = {
    "type": "session",
    "version": 0,
    "id": "one",
    "createdAt": 1,
    "cwd": "/home/user",
    "delegationDepth": 0,
}
ROW = {"turn": 1, "step": 1, "index": 0, "dt": [], "texts": ["a"]}


def event(type_: str = "turn/end", seq: int = 0, **fields: Any) -> dict[str, Any]:
    """An event of a log."""
    return {"type": type_, "seq": seq, "time": 1, "data": {}, **fields}


def content(*lines: Any, end: str = "\n") -> bytes:
    """The bytes of a log of these lines, each an object or its text."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return ("\n".join(texts) + end).encode()


def parsed(*lines: Any, end: str = "\n") -> StoredLog:
    """A log of these lines, as it is read."""
    return parse_log(Path("session.jsonl"), content(*lines, end=end))


def rule_broken(*lines: Any, end: str = "\n") -> str | None:
    """The rule for which a log of these lines is refused; None if it is read."""
    try:
        parsed(*lines, end=end)
    except LogError as error:
        return error.rule
    return None


def _is_the_header(must: bool, member: str) -> bool:
    (name,) = json.loads(f"{{{member}}}")
    whole = HEADER | json.loads(f"{{{member}}}")
    without = {key: value for key, value in HEADER.items() if key != name}
    return rule_broken(whole) is None and must is (rule_broken(without) == "LOG-2")


def _is_known(must: bool, mark: str) -> bool:
    marked = event("x/y") | json.loads(f"{{{mark}}}")
    return must is (rule_broken(HEADER, event("x/y")) == "LOG-7") and (
        rule_broken(HEADER, marked) is None
    )


def _has_exactly(must: bool, **_names: Any) -> bool:
    row = {"type": "text-chunks", "seq0": 0, "time0": 1, "data": ROW}
    extra = rule_broken(HEADER, row | {"x": 1}), rule_broken(HEADER, row | {"data": ROW | {"x": 1}})
    return rule_broken(HEADER, row) is None and must is (extra == ("LOG-6", "LOG-6"))


def _is_a_log(lines: list[str]) -> bool:
    return rule_broken(*lines) is None


SENTENCES = (
    Sentence(
        "LOG-1",
        "Each line {must} be one JSON value",
        lambda must: must is (rule_broken(HEADER, "{} {}") == "LOG-1"),
    ),
    Sentence("LOG-2", "The first line {must} be an object with {member:quote}", _is_the_header),
    Sentence(
        "LOG-3",
        "{must} be refused before anything else",
        lambda must: must is (rule_broken(HEADER | {"version": 1, "id": 7}, "x") == "LOG-3"),
    ),
    Sentence(
        "LOG-4",
        "Every further line {must} be a packed row",
        lambda must: must is (rule_broken(HEADER, [1]) == "LOG-4"),
    ),
    Sentence(
        "LOG-5",
        "Places are contiguous from {first:int}",
        lambda first: rule_broken(HEADER, event(seq=first), event(seq=first + 1)) is None,
    ),
    Sentence(
        "LOG-5",
        "{must} be the number of events before it",
        lambda must: must is (rule_broken(HEADER, event(seq=1)) == "LOG-5"),
    ),
    Sentence("LOG-6", "It {must} have exactly", _has_exactly),
    Sentence("LOG-7", "{must} be refused, unless it has {mark:quote}", _is_known),
    Sentence(
        "LOG-8",
        "It {must} count as an event",
        lambda must: must is (len(parsed(HEADER, event(), end="").events) == 1),
    ),
)
