"""The TLA+ model holds, notices what is broken, and agrees with the corpus and the reference."""

from __future__ import annotations

import os

import pytest

from model_check import tla, tlc
from model_check.agreement import agreement
from model_check.checks import check, noticed
from model_check.sources import corpus, made_up, traces, wrong
from model_check.validation import verdicts
from model_check.walks import walks

MISTAKES = (
    "no-barrier-before-delivery",
    "no-barrier-before-reading",
    "dispatch-before-the-follow-up",
    "failed-follow-up-dispatched",
    "failed-dispatch-overlooked",
    "failed-barrier-retried",
    "busy-agent-interrupted",
    "idle-agent-not-noticed",
    "first-look-decides",
    "one-shots-share-a-turn",
    "decision-times-differ",
    "batch-of-one",
    "batch-in-creation-order",
    "every-before-one-shots",
    "due-after-the-target-alone",
    "owner-not-woken",
    "calls-interleaved",
    "seed-folded",
    "next-target-drifts",
    "views-with-an-early-clock",
)
"""Wrong ports whose mistake shows over time, not in a text or a value."""


@pytest.fixture(scope="module", autouse=True)
def _checker() -> None:
    """Skip where TLC cannot run; never under continuous integration."""
    lacking = tlc.missing()
    if lacking is not None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"the model is checked with TLC, which needs {lacking}")


def test_values_are_read_as_they_are_written() -> None:
    value = {"a": [1, -2, {"b": True, "c": []}], "d": 'a "b" \\'}

    assert tla.read(tla.written(value)) == value


def test_the_small_configuration_holds() -> None:
    outcome = check("small")

    assert outcome.violated is None
    assert outcome.distinct is not None
    assert outcome.distinct > 10_000


@pytest.mark.parametrize("variant", ["no-look-barrier", "unconfirmed-create", "fold-seed"])
def test_a_property_notices_a_guard_that_is_switched_off(variant: str) -> None:
    assert noticed(variant)


def test_the_model_allows_what_the_corpus_expects() -> None:
    told = traces(list(corpus())[::3])

    assert len(told.traces) > 100
    refused = [
        name
        for name, verdict in zip(told.names, verdicts(told.traces), strict=True)
        if not verdict.allowed
    ]
    assert refused == []


def test_the_model_allows_what_the_reference_makes_of_made_up_scenarios() -> None:
    told = traces(made_up(100, seed=7))

    assert len(told.traces) > 50
    assert [each for each in verdicts(told.traces, lax=True) if not each.allowed] == []


def test_the_reference_shows_what_the_model_shows_on_its_walks() -> None:
    found = agreement(walks(100, seed=7))

    assert len(found.same) > 100
    assert found.against == []


def test_the_model_refuses_what_wrong_ports_show() -> None:
    told = {name: traces(wrong(name, 3)).traces for name in MISTAKES}
    judged = iter(verdicts([trace for each in told.values() for trace in each]))
    refused = {name: [not next(judged).allowed for _ in each] for name, each in told.items()}

    assert [name for name in MISTAKES if not any(refused[name])] == []
