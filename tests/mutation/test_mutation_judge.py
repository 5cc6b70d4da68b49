"""The judge of mutants: right about the reference, and not to be taken in."""

from __future__ import annotations

import msgspec
import pytest

from mutation.judge import chapters, objection
from schedule_conformance.corpus.case import Case, Expect


def the_case(case_id: str) -> Case:
    return next(case for case in chapters()[case_id.partition("/")[0]] if case.id == case_id)


ACCEPTING = the_case("every/backlog/whole-calendar-but-one-interval")
REFUSING = the_case("every/before-target/a-millisecond-early")


@pytest.mark.parametrize("chapter", chapters())
def test_the_reference_answers_as_expected_and_refuses_by_a_rule_of_the_case(chapter: str) -> None:
    objections = {case.id: objection(case) for case in chapters()[chapter]}
    assert {case_id: reason for case_id, reason in objections.items() if reason} == {}


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (msgspec.structs.replace(ACCEPTING, expect=Expect(value={})), "answers {"),
        (msgspec.structs.replace(ACCEPTING, expect=REFUSING.expect), "answers {"),
        (msgspec.structs.replace(REFUSING, expect=ACCEPTING.expect), "refuses with corrupt_"),
        (msgspec.structs.replace(REFUSING, expect=Expect(error="not_future")), "refuses with"),
        (msgspec.structs.replace(REFUSING, rules=["EVERY-1", "EVERY-2"]), "refuses by EVERY-3"),
    ],
    ids=["other-value", "value-for-a-refusal", "refusal-for-a-value", "other-code", "other-rule"],
)
def test_it_objects_to_a_wrong_answer(case: Case, reason: str) -> None:
    assert (objection(case) or "").startswith(reason)


def test_the_sweep_is_sampled_in_all_areas() -> None:
    swept = {case.id.split("/")[2] for case in chapters()["zones"] if "sweep" in case.tags}
    assert {"Africa", "America", "Asia", "Europe", "Pacific"} <= swept
