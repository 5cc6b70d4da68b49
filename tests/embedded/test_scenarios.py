"""The asyncio owner does what scenarios ask: those of the corpus, and as the scripted host does."""

from typing import Any

import asyncio_host
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.compare import same, without_messages
from schedule_conformance.ports.features import needed
from schedule_conformance.ports.scenario import Malformed
from schedule_conformance.reference_port import scenario as scenario_host
from session_schedule.embedded.owner import phase
from session_schedule.values import format_instant

CASES = [
    case
    for case in files.load(data.folder("corpus"), sweeps=False)
    if case.op == "session"
    and case.level == "must"
    and needed(case.op, case.args) <= asyncio_host.FEATURES
]
NOON = 1_785_931_200_000

Step = dict[str, Any]


@pytest.fixture(autouse=True)
def _without_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios refuse claims and fail follow-ups in a row on purpose."""
    monkeypatch.setattr(phase, "REFUSAL_PAUSE", 0)
    monkeypatch.setattr(phase, "FAILURE_PAUSE", 0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_scenario_comes_out_as_expected(case: Case) -> None:
    got = asyncio_host.run_scenario(case.args)
    assert same(without_messages(case.expect.value), without_messages(got)), got


def call(tool: str, **arguments: object) -> Step:
    return {"call": f"schedule_{tool}", "args": arguments}


CREATES = st.one_of(
    st.builds(lambda n: call("create", prompt="tea", after_seconds=n), st.integers(1, 200)),
    st.builds(lambda n: call("create", prompt="water", every_seconds=n), st.integers(299, 400)),
)
CALLS = st.one_of(
    CREATES,
    st.builds(lambda n: call("delete", id=f"schedule-{n}"), st.integers(1, 6)),
    st.just(call("list")),
)
FAULTS = st.one_of(
    st.builds(
        lambda at, kind, nth: {"fault": {"at": at, "kind": kind, "nth": nth}},
        st.sampled_from(["flush", "claim", "followup", "append"]),
        st.sampled_from(["fail", "crash-before", "crash-after"]),
        st.integers(1, 6),
    ),
    st.builds(
        lambda nth: {"fault": {"at": "flush", "kind": "hold", "nth": nth}}, st.integers(1, 4)
    ),
)
CLOCKS = st.builds(
    lambda seconds: {"clock": seconds}, st.one_of(st.integers(1, 900), st.integers(-300, 0))
)
STEPS = st.lists(
    st.one_of(
        CALLS,
        CLOCKS,
        CLOCKS,
        st.builds(lambda calls: {"calls": calls}, st.lists(CALLS, min_size=2, max_size=3)),
        st.sampled_from([{"turn": "start"}, {"turn": "end"}]),
        FAULTS,
        st.sampled_from([{"release": "ok"}, {"release": "fail"}]),
        st.builds(lambda lost: {"crash": {"lost": lost}}, st.integers(0, 3)),
        st.sampled_from([{"open": {}}, {"dispose": {}}, {"inspect": True}]),
    ),
    min_size=4,
    max_size=16,
)
SCENARIOS = st.builds(
    lambda creates, steps: possible([*creates, *steps]), st.lists(CREATES, max_size=3), STEPS
)


def possible(candidates: list[Step]) -> dict[str, Any]:
    """Return a scenario of the steps that can happen, opened again where it was closed.

    A clock moves by so many seconds.
    """
    now = NOON
    scenario: dict[str, Any] = {"now": format_instant(now), "steps": []}
    for candidate in candidates:
        step = candidate
        if "clock" in step:
            now += step["clock"] * 1_000
            step = {"clock": format_instant(now)}
        for steps in ([*scenario["steps"], step], [*scenario["steps"], {"open": {}}, step]):
            try:
                scenario_host.run_scenario({**scenario, "steps": steps})
            except Malformed:
                continue
            scenario["steps"] = steps
            break
    return scenario


@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(SCENARIOS)
def test_the_asyncio_host_and_the_scripted_host_show_the_same(scenario: dict[str, Any]) -> None:
    assert asyncio_host.run_scenario(scenario) == scenario_host.run_scenario(scenario)
