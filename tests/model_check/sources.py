"""Where traces come from: the corpus, made-up scenarios, and wrong ports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

import wrong_ports.catalogue  # noqa: F401 - it registers the wrong ports
from model_check.terms import Outside, Term
from model_check.translate import trace
from schedule_conformance.corpus.case import Case
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.fuzz.search.hunt import Hunt, Plan
from schedule_conformance.judging.likeliest import mistakes
from schedule_conformance.ports.features import needed
from schedule_conformance.reference_port.operations import answer
from wrong_ports import judging
from wrong_ports.registry import PORTS

Json = dict[str, Any]
Seen = list[list[Json]]


class Scenario(msgspec.Struct, frozen=True):
    """A scenario with what was observed; `name` tells it from others."""

    name: str
    args: Json
    seen: Seen


class Traces(msgspec.Struct, frozen=True):
    """Scenarios as traces of the model, and why others are none.

    Attributes:
        names: Of the scenarios that the model speaks of, in order.
        traces: Their traces.
        outside: The others, by the reason.
    """

    names: list[str]
    traces: list[Term]
    outside: dict[str, list[str]]


def traces(scenarios: Iterable[Scenario]) -> Traces:
    """Translate what can be translated."""
    found = Traces([], [], {})
    for scenario in scenarios:
        try:
            translated = trace(scenario.args, scenario.seen)
        except Outside as reason:
            found.outside.setdefault(str(reason), []).append(scenario.name)
        else:
            found.names.append(scenario.name)
            found.traces.append(translated)
    return found


def session_cases() -> list[Case]:
    """The scenarios of the corpus."""
    return [case for case in judging.cases() if case.op == "session"]


def corpus() -> Iterator[Scenario]:
    """The scenarios of the corpus, with what the corpus expects."""
    for case in session_cases():
        yield Scenario(case.id, case.args, case.expect.value)


def made_up(count: int, seed: int) -> list[Scenario]:
    """Scenarios of the fuzzer, with what the reference observes."""
    made: list[Scenario] = []

    def keep(question: Question) -> None:
        made.append(Scenario(f"made up {len(made)}", question.args, observed(question.args)))

    Hunt(Plan(op="session", args=None, examples=count, seed=seed), keep).run()
    return made


def wrong(name: str, most: int) -> list[Scenario]:
    """Scenarios of the corpus that a wrong port fails, with what it observes, at most so many.

    Those that need a feature of the protocol are left out, since the model has few of them.
    """
    failing = _failing()[name]
    found: list[Scenario] = []
    with PORTS[name].installed():
        for case in session_cases():
            if case.id in failing and not needed("session", case.args) and len(found) < most:
                try:
                    found.append(Scenario(case.id, case.args, observed(case.args)))
                except Exception:  # noqa: BLE001, S112 - a port that dies of it observes nothing
                    continue
    return found


def wrong_in_sessions() -> list[str]:
    """The wrong ports that fail a scenario of the corpus."""
    scenarios = {case.id for case in session_cases()}
    return [name for name, failing in _failing().items() if scenarios & failing]


def _failing() -> dict[str, frozenset[str]]:
    """The ids of the cases that each wrong port fails."""
    return {mistake.name: frozenset(mistake.cases) for mistake in mistakes()}


def observed(args: Json) -> Seen:
    """What the reference of this process, as it is now, observes.

    Raises:
        ValueError: The scenario asks for what cannot happen.
    """
    given = answer({"seq": 0, "op": "session", "args": args})
    if "value" not in given:
        raise ValueError(given["error"]["message"])
    seen: Seen = given["value"]
    return seen
