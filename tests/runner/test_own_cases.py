"""Cases of one's own are checked before anyone is asked; the reference survives bad requests."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from schedule_conformance.base import data
from schedule_conformance.commands.main import main
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.ports.scenario import STEPS
from schedule_conformance.reference_port.objections import Objections
from schedule_conformance.reference_port.operations import answer

if TYPE_CHECKING:
    from pathlib import Path

NOW = "2026-08-05T12:00:00.000Z"
LIST = {"call": "schedule_list", "args": {}}
HOLD = {"fault": {"at": "flush", "kind": "hold"}}


def session(*steps: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"now": NOW, "steps": list(steps), **others}


ILL_FORMED = [
    (session({"crash": {}}, LIST), "step 2: the session is closed"),
    (session({"dispose": {}}, LIST), "step 2: the session is closed"),
    (session({"crash": {}}, {"turn": "start"}), "step 2: the session is closed"),
    (session({"turn": "end"}), "step 1: the agent is idle"),
    (session({"turn": "start"}, {"turn": "start"}), "step 2: the agent is busy"),
    (session(LIST, {"release": "ok"}), "step 2: no barrier is held"),
    (session({"open": {}}), "step 1: the session is open"),
    (session({"clock": "tomorrow"}), "step 1: not a canonical instant: 'tomorrow'"),
    (session({}), "step 1: a step has exactly one of call, calls, cancel, clock"),
    (session(LIST | {"turn": "start"}), "this has call, args, turn"),
    (session({"cal": "schedule_list"}), "this has cal"),
    (session({"call": "schedule_lst", "args": {}}), "step 1: Invalid enum value 'schedule_lst'"),
    (session({"call": "schedule_list"}), "step 1: Object missing required field `args`"),
    (session({"calls": []}), "step 1: Expected `array` of length >= 1 - at `$.calls`"),
    (session({"turn": "begin"}), "step 1: Invalid enum value 'begin' - at `$.turn`"),
    (session({"fault": {"at": "flsh", "kind": "fail"}}), "'flsh' - at `$.fault.at`"),
    (session({"fault": {"at": "claim", "kind": "hold"}}), "step 1: only a flush can be held"),
    (session({"fault": {"at": "flush", "kind": "fail", "nth": 0}}), "at `$.fault.nth`"),
    (session({"crash": {"lots": 1}}), "step 1: Object contains unknown field `lots`"),
    (session({"inspect": False}), "step 1: inspect is true"),
    (session(7), "Expected `object`, got `int` - at `$.steps[0]`"),  # type: ignore[arg-type]
    (session(evnts=[]), "unknown field `evnts`"),
    (session(events=[{"data": 1}]), "missing required field `type` - at `$.events[0]`"),
    ({"now": NOW}, "missing required field `steps`"),
    ({"steps": []}, "missing required field `now`"),
    ({"now": "noon", "steps": []}, "not a canonical instant: 'noon'"),
]


@pytest.mark.parametrize(("args", "reason"), ILL_FORMED, ids=[reason for _, reason in ILL_FORMED])
def test_the_reference_says_which_step_cannot_happen(args: dict[str, Any], reason: str) -> None:
    given = answer({"seq": 7, "op": "session", "args": args})

    assert given["seq"] == 7
    assert given["error"]["code"] == "malformed_request"
    assert reason in given["error"]["message"]


@pytest.mark.parametrize(
    ("op", "args"),
    [
        ("decode", {}),
        ("fold", {"events": [{}]}),
        ("fold", {"events": 7}),
        ("occurrence", {}),
        ("create", {"id": "schedule-1", "now": NOW}),
        ("create", {"id": "schedule-1", "now": 7, "input": {}}),
        ("create", []),
        ("allocate", {"seenIds": 7}),
        ("due", {"active": 7, "now": NOW}),
        ("frame", {"batch": [{}]}),
        ("frame", {}),
    ],
)
def test_arguments_that_fit_no_operation_are_answered(op: str, args: Any) -> None:
    error = answer({"seq": 1, "op": op, "args": args})["error"]

    assert error["code"] == "malformed_request"
    assert error["message"].startswith("the arguments do not fit the operation: ")


def test_the_reference_as_a_process_goes_on_after_a_malformed_scenario() -> None:
    requests = [
        {"seq": 1, "op": "allocate", "args": {"seenIds": []}},
        {"seq": 2, "op": "session", "args": session(HOLD, {"release": "ok"})},
        {"seq": 3, "op": "allocate", "args": {"seenIds": ["schedule-1"]}},
    ]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    done = subprocess.run(
        [sys.executable, "-m", "schedule_conformance.reference_port.operations"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"seq": 1, "value": "schedule-1"},
        {
            "seq": 2,
            "error": {"code": "malformed_request", "message": "step 2: no barrier is held"},
        },
        {"seq": 3, "value": "schedule-2"},
    ]


def test_what_was_answered_before_a_line_that_is_no_json_is_not_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schedule_conformance.reference_port.operations"],
        input='{"seq":1,"op":"allocate","args":{"seenIds":[]}}\nno json\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stdout == '{"seq":1,"value":"schedule-1"}\n'


def own(folder: Path, **changes: Any) -> Path:
    """A file of one good case and one that is changed."""
    case: dict[str, Any] = {
        "id": "mine/good",
        "rules": ["DUE-1"],
        "op": "session",
        "args": session(LIST),
        "expect": {"value": [[], [{"result": [], "call": 1}]]},
        "why": "It is an example.",
    }
    file = folder / "mine.json"
    file.write_text(json.dumps({"cases": [case, case | {"id": "mine/bad"} | changes]}))
    return file


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"args": session(LIST, {"release": "ok"})}, "step 2: no barrier is held"),
        ({"args": session({"turn": "end"})}, "step 1: the agent is idle"),
        ({"rules": ["DUE-1", "DUE-99"]}, "there is no rule DUE-99"),
        ({"expect": {"value": [[]]}}, "expects 1 lists, and not one for the opening and 1 steps"),
        ({"expect": {"value": {}}}, "expects no list of lists of observations"),
        (
            {"expect": {"error": "internal_error"}},
            "answered with its observations",
        ),
        ({"op": "view", "args": {"now": NOW}}, "do not fit the operation: KeyError('record')"),
        ({"op": "vew"}, "Invalid enum value 'vew' - at `$.op`"),
        ({"id": "mine/good"}, "the id is in"),
    ],
)
@pytest.mark.parametrize("command", ["run", "list", "show"])
def test_a_bad_case_is_refused_before_any_port_is_started(
    command: str,
    changes: dict[str, Any],
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = own(tmp_path, **changes)
    started = tmp_path / "started"
    port = ["--", sys.executable, "-c", f"open({str(started)!r}, 'w')"] if command == "run" else []

    assert main([command, "--corpus", str(file), *port]) == 3
    error = capsys.readouterr().err
    assert f"{file}: case {changes.get('id', 'mine/bad')}: " in error
    assert reason in error
    assert not started.exists()


def test_a_good_file_is_put_to_the_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--corpus", str(own(tmp_path))]) == 0
    assert "2 passed" in capsys.readouterr().out


def test_nothing_is_to_be_said_against_the_cases_that_are_shipped() -> None:
    objections = Objections(load_rules(data.folder("spec")))
    cases = load_shipped(sweeps=False)
    assert [(case.id, text) for case in cases if (text := objections.to(case))] == []


def test_the_cases_that_are_shipped_ask_for_every_kind_of_step() -> None:
    steps = [
        step
        for case in load_shipped(sweeps=False)
        if case.op == "session"
        for step in case.args["steps"]
    ]
    assert {kind for kind in STEPS for step in steps if kind in step} == set(STEPS)
