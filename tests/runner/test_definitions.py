"""Definitions of tools are compared by their structure, and messages where a case expects one."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from schedule_conformance.corpus.case import Expect
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.compare import matches
from schedule_conformance.ports.messages import Answer
from schedule_conformance.reference_port.operations import answer

(CASE,) = [
    case for case in load_shipped(sweeps=False) if case.op == "tools" and case.level == "must"
]
OURS: list[dict[str, Any]] = answer({"seq": 0, "op": "tools", "args": {}})["value"]


def properties(tools: list[dict[str, Any]]) -> Any:
    return tools[0]["parameters"]["properties"]


def one_of(tools: list[dict[str, Any]]) -> None:
    at = properties(tools)["at"]
    at["oneOf"] = list(reversed(at.pop("anyOf")))


def integers(tools: list[dict[str, Any]]) -> None:
    properties(tools)["after_seconds"]["type"] = "integer"


def other_order(tools: list[dict[str, Any]]) -> None:
    tools.reverse()
    properties(tools[::-1])["at"]["anyOf"][1]["required"].reverse()


def more_said(tools: list[dict[str, Any]]) -> None:
    tools[1]["parameters"] |= {"title": "List", "description": "none", "required": []}
    tools[1]["strict"] = True


def closed(tools: list[dict[str, Any]]) -> None:
    tools[2]["parameters"]["additionalProperties"] = False


@pytest.mark.parametrize("change", [one_of, integers, other_order, more_said, closed])
def test_one_structure_may_be_written_in_several_ways(change: Any) -> None:
    tools = deepcopy(OURS)
    change(tools)
    assert tools != OURS
    assert matches("tools", CASE.expect, Answer(0, value=tools))


def renamed(tools: list[dict[str, Any]]) -> None:
    tools[0]["name"] = "create_schedule"


def argument_missing(tools: list[dict[str, Any]]) -> None:
    del properties(tools)["at"]


def argument_too_many(tools: list[dict[str, Any]]) -> None:
    properties(tools)["title"] = {"type": "string"}


def required(tools: list[dict[str, Any]]) -> None:
    tools[0]["parameters"]["required"].append("at")


def optional(tools: list[dict[str, Any]]) -> None:
    del tools[2]["parameters"]["required"]


def of_another_type(tools: list[dict[str, Any]]) -> None:
    properties(tools)["after_seconds"]["type"] = "string"


def text_alone(tools: list[dict[str, Any]]) -> None:
    properties(tools)["at"] = {"type": "string"}


def open_local(tools: list[dict[str, Any]]) -> None:
    del properties(tools)["at"]["anyOf"][1]["additionalProperties"]


def a_fourth_tool(tools: list[dict[str, Any]]) -> None:
    tools.append(tools[1] | {"name": "schedule_update"})


@pytest.mark.parametrize(
    "change",
    [
        renamed,
        argument_missing,
        argument_too_many,
        required,
        optional,
        of_another_type,
        text_alone,
        open_local,
        a_fourth_tool,
    ],
)
def test_another_structure_is_told(change: Any) -> None:
    tools = deepcopy(OURS)
    change(tools)
    assert not matches("tools", CASE.expect, Answer(0, value=tools))


@pytest.mark.parametrize("value", [None, 7, {}, [7], [{}], [{"name": 7}], [[]], "tools"])
def test_what_is_no_list_of_definitions_is_told(value: Any) -> None:
    assert not matches("tools", CASE.expect, Answer(0, value=value))


def test_descriptions_are_compared_where_a_case_is_about_them() -> None:
    told = Expect(value=[{"name": tool["name"], "description": "x"} for tool in OURS])
    assert not matches("tools", told, Answer(0, value=OURS))
    assert matches("tools", told, Answer(0, value=[tool | {"description": "x"} for tool in OURS]))


def test_messages_are_compared_where_a_case_expects_one() -> None:
    def observed(**message: str) -> list[Any]:
        return [[{"result": {"code": "not_future", **message}, "call": 1}]]

    told = Expect(value=observed(message="No."))
    assert matches("session", told, Answer(0, value=observed(message="No.")))
    assert not matches("session", told, Answer(0, value=observed(message="Never.")))
    assert not matches("session", told, Answer(0, value=observed()))
    assert matches("session", Expect(value=observed()), Answer(0, value=observed(message="No.")))
