"""Each classic mistake is found by the corpus, and named by the runner."""

from __future__ import annotations

import random
import secrets
import sys
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace

from schedule_conformance.base import data as folders
from schedule_conformance.base import jsontext
from schedule_conformance.corpus import files
from schedule_conformance.judging.likeliest import FILE, likeliest, mistakes
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure
from schedule_conformance.ports.process import Command
from schedule_conformance.running.asking import ask
from schedule_conformance.running.drive import Limits
from schedule_conformance.running.through_fold import through_fold
from wrong_ports import catalogue, judging
from wrong_ports.registry import PORTS

KNOWN = mistakes()
SECONDS = 30


CASES = [*judging.cases(), *judging.others()]


def outcomes(failed: list[Outcome]) -> list[Outcome]:
    """A run that has these failures."""
    by_id = {outcome.case.id: outcome for outcome in failed}
    return [by_id.get(case.id) or Outcome(case, Verdict.PASS) for case in CASES]


def test_the_reference_passes_every_case() -> None:
    assert [case.id for case in judging.cases() if not judging.passes(case)] == []


@pytest.mark.parametrize("name", PORTS)
def test_cases_name_the_mistake_and_all_of_them_fail(name: str) -> None:
    named = judging.naming(PORTS[name].mistake)

    assert named, "no case names the mistake"
    assert named - set(catalogue.failing_cases()[name]) == set()


@pytest.mark.parametrize("name", PORTS)
def test_the_report_lays_each_failure_to_the_mistake_and_to_no_other(name: str) -> None:
    failed = catalogue.answers()[name]

    (explanation,) = likeliest(outcomes(failed), KNOWN)

    assert explanation.mistake.name == name
    assert explanation.failures == [outcome.case.id for outcome in failed]
    assert explanation.matching == len(failed)


def test_of_ports_with_three_mistakes_nineteen_failures_in_twenty_are_named_right() -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    chance = random.Random(seed)  # noqa: S311 - it makes up tests, not secrets
    right = failures = 0
    until = monotonic() + SECONDS
    while monotonic() < until:
        names = composable(chance)
        with ExitStack() as stack:
            for name in names:
                stack.enter_context(PORTS[name].installed())
            ran = [judging.outcome(case) for case in CASES]
        failures += sum(outcome.verdict.shows_mistake for outcome in ran)
        for explanation in likeliest(ran, KNOWN):
            if explanation.mistake.name in names:
                shown = explanation.mistake.cases | explanation.mistake.others
                right += len(shown.keys() & set(explanation.failures))

    assert failures
    assert right >= 0.95 * failures


def composable(chance: random.Random) -> list[str]:
    """Three mistakes that stand in the places of different functions."""
    while True:
        names = chance.sample(list(PORTS), 3)
        places = [place for name in names for place in PORTS[name].replacements]
        if len(places) == len(set(places)):
            return names


def test_the_same_case_failed_with_another_answer_names_no_mistake() -> None:
    other = Answer(0, error=Failure("internal_error"))
    failed = [replace(each, answer=other) for each in catalogue.answers()["gap-shifted"]]

    assert likeliest(outcomes(failed), KNOWN) == []


def test_a_mistake_is_named_that_shows_in_three_of_five_of_its_cases() -> None:
    failed = catalogue.answers()["later-side-of-an-overlap"]

    (explanation,) = likeliest(outcomes(failed[::5] + failed[1::5] + failed[2::5]), KNOWN)

    assert explanation.mistake.name == "later-side-of-an-overlap"


def test_failures_of_the_sweep_beyond_the_sample_count_with_their_cause() -> None:
    swept = [case for case in files.load(folders.folder("corpus")) if "Paris" in case.id]
    with PORTS["gap-shifted"].installed():
        ran = [judging.outcome(case) for case in swept]
    failed = [outcome for outcome in ran if outcome.verdict.shows_mistake]

    (explanation,) = likeliest([*outcomes(catalogue.answers()["gap-shifted"]), *failed], KNOWN)

    assert failed
    assert {outcome.case.id for outcome in failed} <= set(explanation.failures)


def test_each_mistake_fails_other_cases_than_the_others() -> None:
    names = defaultdict(list)
    for name, failing in catalogue.failing_cases().items():
        names[tuple(failing)].append(name)

    assert [alike for alike in names.values() if len(alike) > 1] == []


def test_a_wrong_port_leaves_the_reference_as_it_was() -> None:
    before = [case.id for case in judging.cases() if not judging.passes(case)]
    for port in PORTS.values():
        with port.installed():
            pass

    assert [case.id for case in judging.cases() if not judging.passes(case)] == before == []


@pytest.mark.parametrize("name", ["gap-shifted", "backlog-enumerated", "timer-trusted"])
def test_as_a_process_a_wrong_port_fails_the_same_cases(name: str) -> None:
    folder = str(Path(__file__).parents[1])
    start = f"import sys; sys.path.insert(0, {folder!r})\n"
    start += "from wrong_ports.__main__ import main; main(sys.argv[1:])"
    command = Command([sys.executable, "-c", start, name])

    answers = ask(command, judging.cases(), Limits())

    assert answers.hello.name == f"wrong port {name}"
    failed = [outcome.case.id for outcome in answers.outcomes if outcome.verdict.counts_against]
    assert sorted(failed) == catalogue.failing_cases()[name]


def test_the_catalogue_is_fresh() -> None:
    again = "run: cd tests && python -m wrong_ports --write"
    assert catalogue.PAGE.read_text(encoding="utf-8") == catalogue.page(
        catalogue.failing_cases()
    ), again
    assert FILE.read_text(encoding="utf-8") == catalogue.data(), again


@pytest.mark.parametrize(
    "name",
    ["null-as-absent", "extra-keys-accepted", "booleans-as-integers", "strip-instead-of-trim"],
)
def test_a_lenient_port_without_decode_fails_through_fold_what_it_fails_with_it(name: str) -> None:
    put = [through_fold(case) for case in judging.cases() if case.op == "decode"]
    asked = [replace(case, args=as_sent(case.args)) for case in put if case is not None]
    with PORTS[name].installed():
        failing = {case.id for case in asked if not judging.passes(case)}

    assert failing
    assert failing == {case.id for case in asked} & set(catalogue.failing_cases()[name])


def as_sent(args: dict[str, Any]) -> Any:
    """The arguments as a port reads them."""
    return jsontext.decode(jsontext.encode(args))
