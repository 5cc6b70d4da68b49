"""Sentences of the chapter on tools."""

from __future__ import annotations

import json
from typing import Any

from binding.asking import NOW, create_of, local, record, value_of
from binding.data import CODES, read
from binding.sentence import Sentence
from session_schedule.tools import TOOLS


def _results(*steps: Any, events: Any = ()) -> list[Any]:
    """What the calls of a scenario return, in order."""
    log = [{"type": "schedule/change", "data": change} for change in events]
    seen = value_of("session", now=NOW, events=log, steps=list(steps))
    return [each["result"] for step in seen for each in step if "result" in each]


def _second_barrier_fails(call: dict[str, Any]) -> Any:
    fault = {"fault": {"at": "flush", "kind": "fail", "nth": 2}}
    (result,) = _results(fault, call, events=[create_of(record())])
    return result


DELETE = {"call": "schedule_delete", "args": {"id": "a"}}
CREATE = {"call": "schedule_create", "args": {"prompt": "p", "after_seconds": 60}}
LIST: dict[str, Any] = {"call": "schedule_list", "args": {}}


def _is_uncertain(call: dict[str, Any], code: str, member: str, id_: str) -> bool:
    name, _, value = member.partition(": ")
    result = _second_barrier_fails(call)
    return result["code"] == code and result[name] == json.loads(value) and id_ in result


def _is_deleted(answer: str) -> bool:
    (result,) = _results(DELETE, events=[create_of(record())])
    return bool(json.loads(answer.replace("…", '"a"')) == result)


def _is_not_found(must: bool, answer: str) -> bool:
    unknown = {"call": "schedule_delete", "args": {"id": "b"}}
    fault = {"fault": {"at": "flush", "kind": "fail", "nth": 2}}
    (result,) = _results(fault, unknown, events=[create_of(record())])
    return must is bool(json.loads(answer.replace("…", '"b"')) == result)


def _reports_corruption(count: int) -> bool:
    delete = {"version": 1, "operation": "delete", "id": "b"}
    codes = [result["code"] for result in _results(CREATE, LIST, DELETE, events=[delete])]
    return codes == ["corrupt_schedule_log"] * count and len(TOOLS) == count


def _errors_have(
    must: bool, code: str, message: str, uncertain: str, operation: str, id_: str
) -> bool:
    errors = [
        _second_barrier_fails(CREATE),
        *_results({"call": "schedule_create", "args": {"prompt": " ", "after_seconds": 1}}),
    ]
    with_operation = {error[code] for error in errors if operation in error and id_ in error}
    shown = all(message in error for error in errors) and with_operation == {uncertain}
    return must is shown


def _is_in_every_error(message: str) -> bool:
    (refused,) = _results({"call": "schedule_create", "args": {"prompt": " ", "after_seconds": 1}})
    return message in refused and message in _second_barrier_fails(CREATE)


SENTENCES = (
    Sentence("tools", "{tools:quotes}, as transactions", lambda tools: tools == list(TOOLS)),
    Sentence(
        "tools",
        "{code:quote} is none of them",
        lambda code: [code] == [each["code"] for each in read("codes")["not_an_error"]],
    ),
    Sentence("TOOL-1", "not exactly its {count:count} keys", lambda count: len(local()) == count),
    Sentence("TOOL-6", "from all {count:count} tools", _reports_corruption),
    Sentence(
        "TOOL-8",
        "the answer is {code} with {member:quote} and the {id_:quote}",
        lambda **claims: _is_uncertain(CREATE, **claims),
    ),
    Sentence("TOOL-11", "none of the {count:count} of", lambda count: len(CODES) == count),
    Sentence("TOOL-19", "The {message:quote} of an error", _is_in_every_error),
    Sentence("TOOL-11", "{must} answer {answer:quote} after one barrier", _is_not_found),
    Sentence("TOOL-12", "and answer {answer:quote}", _is_deleted),
    Sentence(
        "TOOL-12",
        "the answer is {code} with {member:quote} and the {id_:quote}",
        lambda **claims: _is_uncertain(DELETE, **claims),
    ),
    Sentence("TOOL-15", "{count:count} stable codes", lambda count: len(CODES) == count),
    Sentence(
        "TOOL-20",
        "{must} have a {code:quote} and a {message:quote}, both strings; {uncertain:quote} also has"
        " {operation:quote}, and {id_:quote} where it is known",
        _errors_have,
    ),
    Sentence("TOOL-15", "be one of {codes:quotes}. Codes are", lambda codes: tuple(codes) == CODES),
)
