"""A port without `decode` is asked its cases through `fold`, and they judge it as strictly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from runner_kit import case, verdicts

from schedule_conformance.base import data, jsontext
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case, Expect
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.process import Command
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.run import Plan, run
from schedule_conformance.running.through_fold import through_fold

CORPUS = [case for case in files.load(data.folder("corpus"), sweeps=False) if case.op == "decode"]
RECORD = {"id": "a", "kind": "at", "prompt": "p", "scheduledAt": "2026-08-05T12:00:00.000Z"}
FOLD_ALONE = Path(__file__).parent / "ports" / "fold_alone.py"


def decode(args: dict[str, Any], **members: Any) -> Case:
    return case("changes/x", op="decode", args=args, **members)


def folded(args: dict[str, Any], value: Any) -> Case:
    put = through_fold(decode(args, expect=Expect(value=value)))
    assert put is not None
    return put


def test_a_create_is_folded_alone() -> None:
    create = {"version": 1, "operation": "create", "schedule": RECORD}
    put = folded({"change": create}, create)
    assert (put.op, put.id) == ("fold", "changes/x")
    assert put.args == {"events": [{"type": "schedule/change", "data": create}]}
    assert put.expect == Expect(value={"active": [RECORD], "seenIds": ["a"]})


def test_a_delete_ends_a_record_that_is_created_first() -> None:
    delete = {"version": 1, "operation": "delete", "id": "a"}
    put = folded({"change": delete}, delete)
    create, last = put.args["events"]
    assert create["data"]["schedule"]["id"] == "a"
    assert last == {"type": "schedule/change", "data": delete}
    assert put.expect == Expect(value={"active": [], "seenIds": ["a"]})


@pytest.mark.parametrize(
    ("accepted_at", "target"),
    [
        ("2026-08-05T12:00:00.000Z", "2026-08-05T12:05:00.000Z"),
        ("9999-12-31T23:54:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("9999-12-31T23:55:00.000Z", None),
    ],
)
def test_a_dispatch_of_an_every_advances_it(accepted_at: str, target: str | None) -> None:
    dispatch = {"version": 1, "operation": "dispatch", "id": "a", "acceptedAt": accepted_at}
    active = folded({"change": dispatch}, dispatch).expect.value["active"]
    assert [record["scheduledAt"] for record in active] == ([target] if target else [])


def test_a_text_keeps_its_spelling() -> None:
    text = '{"version":1.0,"operation":"delete","id":"b","id":"a"}'
    put = folded({"text": text}, {"version": 1, "operation": "delete", "id": "a"})
    assert bytes(put.args["events"][-1]["data"]).decode() == text


@pytest.mark.parametrize("text", ["", "{", "[1,\n2]", '{"id": "\\ud800"}', '{"version": 1e400}'])
def test_a_text_that_cannot_be_part_of_every_request_is_not_asked(text: str) -> None:
    assert through_fold(decode({"text": text})) is None


@pytest.mark.parametrize("asked", CORPUS, ids=lambda asked: asked.id)
def test_the_reference_answers_what_is_put_through_fold(asked: Case) -> None:
    put = through_fold(asked)
    if put is None:
        return
    given = answer({"seq": 0, "op": "fold", "args": _sent(put.args)})
    assert given.get("value") == (put.expect.value if put.expect.accepts else None)


def test_a_port_without_decode_is_asked_and_the_report_says_so() -> None:
    cases = [case for case in CORPUS if case.chapter == "changes"]
    command = Command([sys.executable, str(FOLD_ALONE)])
    result = run(Plan(command=command, corpus=cases, cases=cases), lambda _done, _all: None)
    assert set(verdicts(result.outcomes)) == {Verdict.PASS}
    assert result.notes == [
        f"the port lists no decode: {len(cases)} of its cases were put through fold"
    ]


def _sent(args: dict[str, Any]) -> Any:
    return jsontext.decode(jsontext.encode(args))
