"""The JSON Schemas of the spec accept and refuse what the corpus says, and so does the reference.

A schema cannot tell how a value was spelled: cases of texts that are no JSON, or hold a key twice
or a number that a double rounds, are put to it as the value that JSON text stands for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from schedule_conformance.base import data
from schedule_conformance.corpus.case import Case
from schedule_conformance.corpus.shipped import load_shipped
from session_schedule.errors import CorruptLog
from session_schedule.schemas import argument_error
from session_schedule.values import parse_json

FOLDER = data.folder("spec") / "data/schemas"
SCHEMAS = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}
REGISTRY = Registry().with_resources(
    [(f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()]
)
CASES = load_shipped(sweeps=False)
TOOLS = ("create", "list", "delete")


def fits(name: str, value: object) -> bool:
    """Whether a value fits one of the schemas."""
    validator = jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    return validator.is_valid(value)


def decode_cases() -> Iterator[tuple[Case, Any]]:
    """The cases of `decode` whose text, if they have one, is JSON, with the value it stands for."""
    for case in CASES:
        if case.op == "decode":
            try:
                yield (
                    case,
                    parse_json(case.args["text"]) if "text" in case.args else case.args["change"],
                )
            except CorruptLog:
                assert not case.expect.accepts or case.level == "may", case.id


def calls() -> Iterator[tuple[Case, str, Any, dict[str, Any]]]:
    """Each answered call of the scenarios: case, tool (no prefix), arguments, observation."""
    for case in CASES:
        if case.op != "session" or not case.expect.accepts:
            continue
        asked = [
            call
            for step in case.args["steps"]
            for call in step.get("calls", [step] if "call" in step else [])
        ]
        for seen in (one for step in case.expect.value for one in step):
            if "call" in seen:
                call = asked[seen["call"] - 1]
                yield case, call["call"].removeprefix("schedule_"), call["args"], seen


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == f"{name}.json"


def test_a_change_fits_its_schema_where_the_cases_accept_it() -> None:
    verdicts = [(case, fits("change", value)) for case, value in decode_cases()]
    assert len(verdicts) > 300
    assert [case.id for case, fitting in verdicts if fitting != case.expect.accepts] == []


def test_records_and_views_of_the_cases_fit() -> None:
    for case in CASES:
        if case.op == "create" and case.expect.accepts:
            assert fits("record", case.expect.value), case.id
        if case.op == "view" and case.expect.accepts:
            assert fits("view", case.expect.value), case.id
            assert not fits("record", case.expect.value), case.id
            for key in case.expect.value:
                rest = {name: each for name, each in case.expect.value.items() if name != key}
                assert not fits("view", rest), (case.id, key)


def test_arguments_fit_where_the_harness_lets_them_through() -> None:
    refused = 0
    for case, tool, arguments, seen in calls():
        assert fits(f"{tool}-arguments", arguments) == ("refused" not in seen), case.id
        refused += "refused" in seen
    assert refused > 20


ODD: tuple[Any, ...] = (
    None,
    True,
    1,
    1.5,
    "",
    "x",
    [],
    {},
    {"date": "d", "time": "t", "time_zone": "z"},
)


@pytest.mark.parametrize("tool", TOOLS)
def test_arguments_fit_where_the_reference_takes_them(tool: str) -> None:
    names = {"prompt", "id", "extra", *SCHEMAS["create-arguments"]["properties"]}
    right = {"create": {"prompt": "p"}, "list": {}, "delete": {"id": "a"}}[tool]
    tried: list[Any] = [*ODD, right]
    tried += [right | {name: value} for name in sorted(names) for value in ODD]
    local = {"date": "d", "time": "t", "time_zone": "z"}
    tried += [right | {"at": {k: v for k, v in local.items() if k != name}} for name in local]
    tried += [right | {"at": local | {name: value}} for name in (*local, "x") for value in ODD]
    for arguments in tried:
        taken = argument_error(f"schedule_{tool}", arguments) is None
        assert fits(f"{tool}-arguments", arguments) == taken, arguments


def test_results_fit() -> None:
    shapes = set()
    for case, tool, _, seen in calls():
        if "result" not in seen:
            continue
        result = seen["result"]
        if isinstance(result, dict) and "code" in result and "deleted" not in result:
            result = {"message": "free text", **result}
            assert not fits("error", result | {"code": "schedule_not_found"})
            assert not fits("error", result | {"extra": 1})
            assert fits("error", result), case.id
        assert fits(f"{tool}-result", result), (case.id, result)
        shapes.add((tool, result["code"] if isinstance(result, dict) and "code" in result else ""))
    assert len(shapes) > 15
