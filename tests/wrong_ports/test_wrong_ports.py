"""Each classic mistake is found by the corpus, and named by the runner."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schedule_conformance.base import jsontext
from schedule_conformance.judging.likeliest import FILE, likeliest, mistakes
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.process import Command
from schedule_conformance.running.asking import ask
from schedule_conformance.running.drive import Limits
from schedule_conformance.running.through_fold import through_fold
from wrong_ports import catalogue, judging
from wrong_ports.registry import PORTS

KNOWN = mistakes()


def outcomes(failing: set[str]) -> list[Outcome]:
    """A run over the hand-written corpus that fails these cases."""
    return [
        Outcome(case, Verdict.FAIL if case.id in failing else Verdict.PASS)
        for case in judging.cases()
    ]


def test_the_reference_passes_every_case() -> None:
    assert [case.id for case in judging.cases() if not judging.passes(case)] == []


@pytest.mark.parametrize("name", PORTS)
def test_cases_name_the_mistake_and_all_of_them_fail(name: str) -> None:
    named = judging.naming(PORTS[name].mistake)

    assert named, "no case names the mistake"
    assert named - set(catalogue.failing_cases()[name]) == set()


@pytest.mark.parametrize("name", PORTS)
def test_the_report_names_the_mistake_as_the_likeliest_and_as_the_only_one(name: str) -> None:
    explanations = likeliest(outcomes(set(catalogue.failing_cases()[name])), KNOWN)

    assert [explanation.mistake.name for explanation in explanations] == [name]


def test_two_mistakes_at_once_are_both_named() -> None:
    both = {
        *catalogue.failing_cases()["strip-instead-of-trim"],
        *catalogue.failing_cases()["later-side-of-an-overlap"],
    }

    explanations = likeliest(outcomes(both), KNOWN)

    names = {explanation.mistake.name for explanation in explanations}
    assert names == {"strip-instead-of-trim", "later-side-of-an-overlap"}


def test_failures_that_no_mistake_explains_name_none() -> None:
    shown = set().union(*catalogue.failing_cases().values())
    unexplained = next(case.id for case in judging.cases() if case.id not in shown)

    assert likeliest(outcomes({unexplained}), KNOWN) == []


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
    assert FILE.read_text(encoding="utf-8") == catalogue.data(catalogue.failing_cases()), again


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
