"""The data of the spec says what the reference, the runner and the documents say."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from binding.data import CODES, Limit, characters, fields, limits, read
from binding.tables import stale
from schedule_conformance.fuzz.strategies import records, values
from schedule_conformance.ports.messages import ErrorCode
from schedule_conformance.reference_port.operations import answer
from session_schedule import create, errors
from session_schedule import records as reference_records
from session_schedule.embedded.log.lines import event, event_types, header, rows
from session_schedule.fold import EVENT_TYPE
from session_schedule.schemas import tool_definitions
from session_schedule.values import trim

ROOT = Path(__file__).parents[2]
EVERY_LIMIT = pytest.mark.parametrize("limit", limits(), ids=lambda limit: limit.name)


def test_the_chapters_show_the_data() -> None:
    assert stale() == [], "run python -m binding tables in conformance/"


def filled(template: Any, number: int) -> Any:
    """A request with a number in each place that waits for one."""
    if template == "{}":
        return number
    if isinstance(template, str):
        return template.format(number) if "{" in template else template
    if isinstance(template, dict):
        return {key: filled(value, number) for key, value in template.items()}
    return [filled(each, number) for each in template] if isinstance(template, list) else template


@EVERY_LIMIT
def test_a_limit_is_the_constant_of_the_reference(limit: Limit) -> None:
    if limit.reference is None:
        assert limit.boundary is not None or limit.rules == ["LOG-5"], "nothing holds it"
        return
    module, _, name = limit.reference.rpartition(".")
    assert getattr(import_module(module), name) == limit.value


@pytest.mark.parametrize(
    ("limit", "boundary"),
    [(limit, limit.boundary) for limit in limits() if limit.boundary is not None],
    ids=lambda value: value.name if isinstance(value, Limit) else "",
)
def test_a_limit_lies_where_the_reference_has_it(limit: Limit, boundary: dict[str, Any]) -> None:
    at = limit.value
    beyond = {"last": [at + 1], "first": [at - 1], "only": [at - 1, at + 1]}[boundary["is"]]

    def refused(number: int) -> str | None:
        got = answer({"seq": 0, **filled(boundary["request"], number)})
        return got["error"]["code"] if "error" in got else None

    integer = limit.name == "smallest safe integer"  # too small an interval is another refusal
    assert refused(at) == ("frequency_too_high" if integer else None)
    for number in beyond:
        assert refused(number) in {"invalid_rule", "corrupt_schedule_log"}


@EVERY_LIMIT
def test_a_limit_is_near_what_fuzzing_tries(limit: Limit) -> None:
    if limit.unit == "s" or "safe integer" in limit.name:
        tried = {*values._EDGES_OF_INTEGERS, *records.EDGES_OF_INTERVALS}
        assert abs(limit.value) in tried


def test_the_codes_are_those_of_reference_runner_schema_and_protocol_in_order() -> None:
    assert get_args(errors.Code) == CODES
    assert get_args(ErrorCode) == CODES
    plain, uncertain = read("schemas/error")["oneOf"]
    named = [*plain["properties"]["code"]["enum"], uncertain["properties"]["code"]["const"]]
    assert sorted(named) == sorted(CODES)
    protocol = (ROOT / "conformance/protocol.md").read_text("utf-8")
    (sentence,) = re.findall(r"^The codes are (.*?)\.$", protocol, re.MULTILINE | re.DOTALL)
    assert tuple(re.findall(r"`(\w+)`", sentence)) == CODES


def is_text(node: ast.expr) -> bool:
    """Whether an expression is a text written out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_each_code_has_the_rules_by_which_the_reference_refuses() -> None:
    raised: dict[str, set[str]] = defaultdict(set)
    for file in (ROOT / "reference/session_schedule").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "InvalidInput":
                texts = [ast.literal_eval(each) for each in node.args[:2] if is_text(each)]
                if len(texts) == 2:
                    raised[texts[0]].add(texts[1])
    listed = {entry["code"]: set(entry["rules"]) for entry in read("codes")["codes"]}
    assert len(raised) == 7
    for code, rules in raised.items():
        assert rules <= listed[code], code


def test_the_framing_is_that_of_the_reference() -> None:
    framing = read("framing")
    record = {"id": "a", "prompt": "p", "scheduledAt": "2026-03-01T10:05:00.000Z"}
    one_shot = answer({"seq": 0, "op": "frame", "args": {"reminder": {**record, "kind": "at"}}})
    written = "\n".join(framing["one_shot"])
    for hole, value in (
        ("<id as a JSON string>", '"a"'),
        ("<scheduledAt>", record["scheduledAt"]),
        ("<prompt as a JSON string>", '"p"'),
    ):
        assert written.count(hole) == 1
        written = written.replace(hole, value)
    assert one_shot["value"] == written

    reminder = {
        "record": {**record, "kind": "every", "everySeconds": 300},
        "occurrenceAt": record["scheduledAt"],
    }
    batch = answer({"seq": 0, "op": "frame", "args": {"batch": [reminder]}})["value"]
    start = "\n".join(framing["batch"]).removesuffix("<JSON array>")
    assert batch.startswith(start)
    (shown,) = msgspec.json.decode(batch.removeprefix(start))
    assert list(shown) == framing["reminder_keys"]


def test_trimming_removes_what_the_data_says_and_nothing_else() -> None:
    trimmed = characters(read("trimming")["trimmed"])
    everything = map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
    assert {each for each in everything if trim(f"{each}a{each}") != f"{each}a{each}"} == trimmed
    assert not characters(read("trimming")["kept"]) & trimmed
    assert set(values._TRIMMED) <= trimmed
    assert characters(read("trimming")["kept"]) <= set(values._KEPT)
    text = read("schemas/record")["$defs"]["text"]["pattern"]
    assert {each for each in map(chr, range(0x10000)) if not re.search(text, each)} == trimmed


def test_the_key_sets_are_those_of_the_reference() -> None:
    for kind, keys in reference_records._KEYS.items():
        assert set(fields("record", kind)) == keys
    arguments = list(read("schemas/create-arguments")["properties"])
    assert sorted(arguments) == sorted(["prompt", *create.SELECTORS])
    for tool in tool_definitions():
        name = tool["name"].removeprefix("schedule_")
        schema = read(f"schemas/{name}-arguments")
        assert (
            tool["parameters"].get("properties", {}).keys() == schema.get("properties", {}).keys()
        )
        assert tool["parameters"].get("required", []) == schema.get("required", [])


def test_the_log_has_the_shapes_of_the_reference() -> None:
    log = read("log")
    assert [entry["field"] for entry in log["header"]] == list(header._ORDER)
    required = {entry["field"] for entry in log["header"] if entry["required"]}
    assert required == {"type", "version", *header._REQUIRED}
    assert log["retired"] == list(header._RETIRED)
    names = [field.encode_name for field in msgspec.structs.fields(event.SessionEvent)]
    assert [entry["field"] for entry in log["event"]] == names
    assert {row["type"]: row["members"] for row in log["rows"]} == rows._MEMBERS
    assert set(log["row_fields"]) == rows._ENVELOPE
    assert log["row_data"] == [*rows._PLACE, "dt"]
    assert set(log["types"]) == event_types.KNOWN_TYPES
    assert set(log["messages"]) == event_types.MESSAGE_TYPES
    assert EVENT_TYPE in log["types"]


def test_the_upstream_adapter_bounds_timers_as_the_data_does() -> None:
    (longest,) = [limit.value for limit in limits() if limit.rules == ["DUE-7"]]
    adapter = (ROOT / "conformance/ports/upstream/due.mjs").read_text("utf-8")
    assert re.findall(r"\b2[0-9]{9}\b", adapter) == [str(longest)]
