"""An older or newer tz database is excused; a wrong algorithm never is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from runner_kit import verdicts, zone_case

from schedule_conformance.judging import tz
from schedule_conformance.judging.tz import PortRelease
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

PASS, FAIL, TZ = Verdict.PASS, Verdict.FAIL, Verdict.TZ
COMPARED = ("2020a", "2026f")


def outcome(verdict: Verdict, zone: str = "Area/Place", **members: Any) -> Outcome:
    """An outcome of a case about a zone."""
    return Outcome(zone_case("zones/x", zone, **members), verdict, Answer(1, value="other"))


def settled(outcomes: Iterable[Outcome], release: PortRelease) -> list[Verdict]:
    return verdicts(tz.settle(list(outcomes), release))


@pytest.mark.parametrize(
    ("members", "told", "verdict"),
    [
        ({"since": "2026b"}, "2026a", TZ),
        ({"since": "2026b"}, "2025c", TZ),
        ({"since": "2026b"}, "2026b", FAIL),
        ({"since": "2026b"}, "2026c", FAIL),
        ({"until": "2026b"}, "2026c", TZ),
        ({"until": "2026b"}, "2026b", FAIL),
        ({"since": "2025a", "until": "2026b"}, "2025c", FAIL),
        ({}, "1996a", FAIL),
    ],
)
def test_a_difference_is_excused_where_the_expectation_is_not_for_the_release(
    members: dict[str, Any], told: str, verdict: Verdict
) -> None:
    assert settled([outcome(FAIL, **members)], PortRelease(told, told=True)) == [verdict]


def test_only_failures_are_excused() -> None:
    others = [verdict for verdict in Verdict if verdict is not FAIL]
    outcomes = [outcome(verdict, since="2026b") for verdict in others]
    assert settled(outcomes, PortRelease("2025a", told=True)) == others


def test_the_excuse_is_told() -> None:
    (excused,) = tz.settle([outcome(FAIL, since="2026b")], PortRelease("2025c", told=True))
    assert excused.note == "the expectation holds since tz 2026b; the port has tz 2025c"
    assert excused.answer == Answer(1, value="other")


def votes(since: str, passed: int, failed: int) -> list[Outcome]:
    """Outcomes of cases that hold since a release."""
    return [outcome(PASS, since=since)] * passed + [outcome(FAIL, since=since)] * failed


@pytest.mark.parametrize(
    ("votes_by_release", "newest", "lacks"),
    [
        ({}, None, None),
        ({"2026a": (3, 0), "2026b": (3, 0)}, "2026b", None),
        ({"2026a": (3, 0), "2026b": (0, 3), "2026c": (0, 3)}, "2026a", "2026b"),
        ({"2026a": (0, 3), "2026b": (0, 3)}, None, "2026a"),
        ({"2026a": (2, 1), "2026b": (1, 2)}, "2026a", "2026b"),
        ({"2026a": (0, 3), "2026b": (3, 0), "2026c": (0, 1)}, "2026b", "2026c"),
        ({"2026a": (3, 0), "2026b": (1, 1)}, "2026a", None),
    ],
)
def test_the_release_is_inferred_from_answers(
    votes_by_release: dict[str, tuple[int, int]], newest: str | None, lacks: str | None
) -> None:
    outcomes = [
        found for since, sides in votes_by_release.items() for found in votes(since, *sides)
    ]
    assert tz.inferred(outcomes) == PortRelease(newest, lacks)


def test_a_wrong_algorithm_is_not_excused_by_an_inferred_release() -> None:
    outcomes = [*votes("2026a", 5, 2), *votes("2026b", 0, 3), outcome(FAIL), outcome(PASS)]
    verdict = settled(outcomes, tz.inferred(outcomes))
    assert verdict == [PASS] * 5 + [FAIL] * 2 + [TZ] * 3 + [FAIL, PASS]


def test_crashes_are_no_evidence() -> None:
    crashed = [outcome(Verdict.ERRORED, since="2026a")] * 3
    assert tz.inferred([*crashed, outcome(PASS, since="2026a")]) == PortRelease("2026a")


@pytest.mark.parametrize("told", ["2019c", "2027a"])
def test_beyond_the_compared_releases_few_zones_may_differ(told: str) -> None:
    same = [outcome(PASS, f"Area/{n}", compared=COMPARED) for n in range(9)]
    changed = [outcome(FAIL, "Area/Changed", compared=COMPARED)] * 3
    assert settled([*same, *changed], PortRelease(told, told=True)) == [PASS] * 9 + [TZ] * 3


def test_beyond_the_compared_releases_a_wrong_algorithm_is_not_excused() -> None:
    same = [outcome(PASS, f"Area/{n}", compared=COMPARED) for n in range(9)]
    wrong = [outcome(FAIL, f"Area/{n}", compared=COMPARED) for n in range(9)]
    verdict = settled([*same, *wrong], PortRelease("2027a", told=True))
    assert verdict == [PASS] * 9 + [FAIL] * 9


@pytest.mark.parametrize("release", [PortRelease("2026f", told=True), PortRelease("2027a")])
def test_within_the_compared_releases_nothing_is_excused(release: PortRelease) -> None:
    same = [outcome(PASS, f"Area/{n}", compared=COMPARED) for n in range(9)]
    changed = [outcome(FAIL, "Area/Changed", compared=COMPARED)]
    assert settled([*same, *changed], release) == [PASS] * 9 + [FAIL]


@pytest.mark.parametrize(
    ("said", "understood"), [("2026a", True), (None, False), ("2026.1", False), ("", False)]
)
def test_a_release_is_told_as_the_tz_database_names_it(said: str | None, understood: bool) -> None:
    assert (tz.told(said) is not None) == understood


def test_probes_are_some_cases_of_each_release() -> None:
    cases = [
        zone_case(f"zones/{since}/{n}", since=since)
        for since in ("2026a", "2026b")
        for n in range(100)
    ]
    chosen = tz.probes([*cases, zone_case("zones/always")])
    counts = {
        since: sum(probe.tz.since == since for probe in chosen if probe.tz)
        for since in ("2026a", "2026b")
    }
    assert counts == {"2026a": 9, "2026b": 9}


def test_an_inferred_release_is_remarked() -> None:
    (remark,) = tz.remarks(None, PortRelease("2026a", "2026b"), [])
    assert remark.startswith("the port does not tell its tz release; ")
    assert remark.endswith("2026a or newer, without 2026b")


def test_a_release_that_the_answers_contradict_is_remarked() -> None:
    remarks = tz.remarks("2026c", PortRelease("2026c", told=True), votes("2026b", 0, 3))
    assert remarks == ["the port tells tz 2026c, but answers as if without 2026b"]
    assert tz.remarks("2026c", PortRelease("2026c", told=True), votes("2026b", 3, 0)) == []


KYIV = "zones/database/kyiv"


def refused(case_id: str, code: str) -> Outcome:
    """A case that holds since a release, and is refused."""
    return Outcome(zone_case(case_id, since="2026b"), FAIL, Answer(1, error=Failure(code)))


@pytest.mark.parametrize(
    ("case_id", "code", "verdict"),
    [
        ("zones/x", "invalid_time_zone", FAIL),
        (KYIV, "invalid_rule", FAIL),
        (KYIV, "invalid_time_zone", TZ),
    ],
)
def test_a_refusal_is_excused_only_where_it_is_right_under_another_release(
    case_id: str, code: str, verdict: Verdict
) -> None:
    assert settled([refused(case_id, code)], PortRelease("2020a", told=True)) == [verdict]


@pytest.mark.parametrize(
    ("instant", "verdict"),
    [("2024-03-31T01:30:00.000Z", TZ), ("2024-03-31T01:31:00.000Z", FAIL)],
)
def test_an_instant_is_excused_only_where_it_is_right_under_another_release(
    instant: str, verdict: Verdict
) -> None:
    case = zone_case("zones/gaps/nuuk-evening", since="2026b")
    outcomes = [Outcome(case, FAIL, Answer(1, value={"scheduledAt": instant}))]
    assert settled(outcomes, PortRelease("2020a", told=True)) == [verdict]
