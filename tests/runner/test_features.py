"""A port is asked for the features that it lists, and told which one it lacks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.features import Feature, lack, needed
from schedule_conformance.ports.messages import Hello
from schedule_conformance.ports.process import Command
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.asking import ask
from schedule_conformance.running.drive import Limits

ALL = frozenset(get_args(Feature))
CASES = [case for case in load_shipped(sweeps=False) if needed(case.op, case.args)]
CALL = {"call": "schedule_list", "args": {}}
PORT = """
import sys
from schedule_conformance.reference_port import operations
hello = operations.OPS["hello"]
operations.OPS["hello"] = lambda args: {**hello(args), "features": ["cancel", "of the future"]}
operations.serve()
"""


def scenario(*steps: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"now": "2026-08-05T12:00:00.000Z", "steps": list(steps), **others}


@pytest.mark.parametrize(
    ("args", "features"),
    [
        (scenario(CALL, {"turn": "end"}, {"inspect": True}), set()),
        (scenario({"fault": {"at": "claim", "kind": "fail"}}), set()),
        (scenario(observe=["barriers"]), {"barriers"}),
        (scenario(observe=["waits", "barriers"]), {"barriers", "waits"}),
        (scenario(observe=[], persistence=True), set()),
        (scenario(persistence=False), {"no-persistence"}),
        (scenario({"cancel": 1}), {"cancel"}),
        (scenario({"clock": 0}), {"clock-range"}),
        (scenario({"clock": None}), {"clock-failure"}),
        (scenario({"meanwhile": {"append": []}}), {"meanwhile"}),
        (scenario({"meanwhile": {"clock": 1}}), {"meanwhile", "clock-range"}),
        (scenario({"meanwhile": {"clock": None}}), {"meanwhile", "clock-failure"}),
        (scenario({"fault": {"at": "claim", "kind": "throw"}}), {"claim-throw"}),
        (scenario({"fault": {"at": "read", "kind": "fail"}}), {"read-failure"}),
        (scenario({"fault": {"at": "idle", "kind": "fail"}}), {"idle-failure"}),
        (scenario({"fault": {"at": "frame", "kind": "fail"}}), {"frame-failure"}),
        (scenario({"turn": "fail"}), {"turn-failure"}),
        (scenario({"inspect": "all"}), {"whole-log"}),
        (scenario(CALL | {"by": "other"}), {"other-agent"}),
        (scenario({"calls": [CALL, CALL | {"by": "other"}]}), {"other-agent"}),
        (scenario({"fork": {}}), {"fork"}),
        ({"steps": 7}, set()),
        ([], set()),
    ],
)
def test_a_scenario_needs_the_features_that_it_makes_use_of(args: Any, features: set[str]) -> None:
    assert needed("session", args) == features
    assert needed("fold", args) == frozenset()


@pytest.mark.parametrize("feature", sorted(ALL))
def test_each_feature_is_shown_by_a_case_that_needs_no_other(feature: Feature) -> None:
    alone = [case for case in CASES if needed(case.op, case.args) == {feature}]
    assert any(case.level == "must" for case in alone)


def test_the_protocol_describes_each_feature() -> None:
    page = (Path(__file__).parents[2] / "conformance/protocol.md").read_text("utf-8")
    assert [feature for feature in ALL if f"| `{feature}` " not in page] == []


def test_the_reference_has_every_feature() -> None:
    hello = answer({"seq": 0, "op": "hello", "args": {"protocol": 1}})["value"]
    assert set(hello["features"]) == ALL


def test_a_port_is_not_asked_for_what_it_does_not_list() -> None:
    answers = ask(Command([sys.executable, "-c", PORT]), CASES, Limits())

    for case, outcome in zip(CASES, answers.outcomes, strict=True):
        missing = sorted(needed(case.op, case.args) - {"cancel"})
        if missing:
            assert outcome.verdict is Verdict.UNSUPPORTED
            assert outcome.note is not None
            assert outcome.note.startswith("the port does not list the feature")
            assert outcome.note.endswith(", ".join(missing))
        else:
            assert outcome.verdict is Verdict.PASS


def test_an_operation_that_is_not_listed_is_said_before_its_features() -> None:
    hello = Hello(protocol=1, name="port", ops=["fold"])
    why = lack(hello, "session", scenario({"cancel": 1}))
    assert why == "the port does not list this operation"
