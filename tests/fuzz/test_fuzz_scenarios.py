"""The scenarios that are made up have one right answer, and are made smaller as such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.fuzz.search.hunt import Hunt, Plan
from schedule_conformance.fuzz.strategies.determined import determined, fails_the_owner
from schedule_conformance.ports.features import needed
from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.partners import InProcessPartner

if TYPE_CHECKING:
    from schedule_conformance.fuzz.question.oracle import Question

    Json = dict[str, Any]

NOON = "2026-08-05T12:00:00.000Z"
ONE_SECOND = "2026-08-05T12:00:01.000Z"
CREATE = {"call": "schedule_create", "args": {"prompt": "tea", "after_seconds": 1}}
LIST: Json = {"call": "schedule_list", "args": {}}
CLOCK = {"clock": ONE_SECOND}


class Eager(Host):
    """A host whose owner looks at the log once more than it must, whenever anything happened."""

    def settle(self) -> None:
        """Run what can run, and then another look."""
        happens = self.process is not None and bool(self.process.queue)
        super().settle()
        if happens and self.process is not None and self.process.current is None:
            self.wake()
            super().settle()


@pytest.fixture(scope="module")
def scenarios() -> list[Json]:
    """Scenarios of one hunt."""
    made: list[Json] = []

    def keep(question: Question) -> None:
        made.append(question.args)

    Hunt(Plan(op="session", args=None, examples=700, seed=0), keep).run()
    return made


def faulty(at: str, kind: str = "fail", **others: Any) -> Json:
    return {"fault": {"at": at, "kind": kind, **others}}


def observed(args: Json) -> Any:
    return answer({"seq": 0, "op": "session", "args": args})["value"]


def fails_a_look(args: Json) -> bool:
    steps = args["steps"]
    return any(
        fails_the_owner(step, before.get("fault"))
        for before, step in zip([{}, *steps], steps, strict=False)
    )


def test_every_scenario_is_determined(scenarios: list[Json]) -> None:
    assert all(map(determined, scenarios))


def test_every_sort_of_step_and_fault_occurs(scenarios: list[Json]) -> None:
    steps = [step for args in scenarios for step in args["steps"]]
    assert {next(iter(step)) for step in steps} == {
        *("call", "calls", "clock", "turn", "fault", "release", "crash", "open", "dispose"),
        "inspect",
    }
    faults = {(step["fault"]["at"], step["fault"]["kind"]) for step in steps if "fault" in step}
    kinds = ("fail", "crash-before", "crash-after")
    assert faults == {
        ("flush", "hold"),
        *((at, kind) for at in ("flush", "claim", "followup", "append") for kind in kinds),
    }
    assert any("seedLength" in args for args in scenarios)


def test_another_look_makes_no_difference_unless_a_look_failed(scenarios: list[Json]) -> None:
    compared = [args for args in scenarios if not fails_a_look(args)]
    expected = list(map(observed, compared))
    with patch("schedule_conformance.reference_port.scenario.Host", Eager):
        assert list(map(observed, compared)) == expected
    assert len(compared) > len(scenarios) / 2


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([CREATE, faulty("followup"), CLOCK], id="a-fault-right-before-its-step"),
        pytest.param([faulty("flush", nth=2), CREATE], id="the-second-barrier-of-a-call"),
        pytest.param([CREATE, faulty("claim"), CLOCK, CLOCK], id="a-claim-is-tried-again-at-once"),
        pytest.param(
            [faulty("flush", "hold"), LIST, {"crash": {"lost": 1}}], id="a-loss-while-held"
        ),
    ],
)
def test_a_scenario_is_determined(steps: list[Json]) -> None:
    assert determined({"now": NOON, "events": [], "steps": steps})


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([faulty("followup")], id="a-fault-before-no-step"),
        pytest.param([faulty("append"), LIST], id="a-fault-that-does-not-strike"),
        pytest.param([faulty("flush"), faulty("append"), CREATE], id="two-faults-at-once"),
        pytest.param([CREATE, faulty("followup"), CLOCK, CLOCK], id="time-before-a-trigger"),
        pytest.param([CREATE, {"crash": {"lost": 1}}], id="a-loss-that-a-look-may-prevent"),
        pytest.param([{"turn": "end"}], id="a-step-that-is-impossible"),
        pytest.param([faulty("flush", "hold"), LIST, {"dispose": {}}], id="disposed-while-held"),
        pytest.param([faulty("flush"), {"calls": [LIST, LIST]}], id="a-fault-among-many-calls"),
        pytest.param(
            [{"turn": "start"}, CREATE, CLOCK, faulty("flush"), {"turn": "end"}],
            id="an-idle-agent-that-is-awaited",
        ),
    ],
)
def test_a_scenario_is_not_determined(steps: list[Json]) -> None:
    assert not determined({"now": NOON, "events": [], "steps": steps})


def test_a_port_is_fuzzed_with_the_features_that_it_lists_alone() -> None:
    def features_asked(listed: list[str]) -> set[str]:
        asked: set[str] = set()

        def port(request: dict[str, Any]) -> dict[str, Any]:
            given = answer(request)
            if request["op"] == "hello":
                given["value"]["features"] = listed
            asked.update(needed(request["op"], request["args"]))
            return given

        scope = Scope(ops=["session"], examples=450)
        assert Campaign(InProcessPartner(port), scope).run() == []
        return asked

    some = ["barriers", "cancel", "no-persistence", "other-agent", "turn-failure", "whole-log"]
    some += ["frame-failure", "read-failure"]
    assert features_asked(["of the future"]) == set()
    assert features_asked(some) == set(some)
