"""The fixed-rate arithmetic is right for all inputs: see docs/evidence/fixed-rate-arithmetic.md.

Proved means that z3 finds no integers, however large, for which it is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
import z3  # type: ignore[import-untyped]  # it has no stubs
from symbolic import Branches, Integer, Path, paths

from session_schedule.errors import CorruptLog
from session_schedule.every import Occurrence, resolve
from session_schedule.records import MAX_EVERY_SECONDS, MIN_EVERY_SECONDS, Every
from session_schedule.values import MAX_INSTANT, MIN_INSTANT

SPAN = MAX_INSTANT - MIN_INSTANT
MIN_INTERVAL, MAX_INTERVAL = MIN_EVERY_SECONDS * 1_000, MAX_EVERY_SECONDS * 1_000

target, seconds, decision = z3.Ints("target seconds decision")
interval = seconds * 1_000
RECORD = z3.And(
    target >= MIN_INSTANT,
    target <= MAX_INSTANT,
    seconds >= MIN_EVERY_SECONDS,
    seconds <= MAX_EVERY_SECONDS,
)
IN_CALENDAR = z3.And(decision >= MIN_INSTANT, decision <= MAX_INSTANT)


def is_possible(*conditions: Any) -> bool:
    solver = z3.Solver()
    solver.set(timeout=60_000)
    solver.add(*conditions)
    answer = solver.check()
    assert answer != z3.unknown, solver.reason_unknown()
    return bool(answer == z3.sat)


def is_proved(goal: Any, *conditions: Any) -> bool:
    return not is_possible(z3.Not(goal), *conditions)


def resolved(branches: Branches) -> Occurrence | CorruptLog:
    def integer(term: Any) -> Any:
        return Integer(term, branches)

    record = Every("schedule-1", "prompt", integer(seconds), integer(target))
    try:
        return resolve(record, integer(decision))
    except CorruptLog as refusal:
        return refusal


PATHS = [path for path in paths(resolved) if is_possible(RECORD, path.condition)]
ACCEPTED = [path for path in PATHS if isinstance(path.outcome, Occurrence)]
ONGOING = [path for path in ACCEPTED if path.outcome.next_scheduled_at is not None]
FINAL = [path for path in ACCEPTED if path.outcome.next_scheduled_at is None]


def test_every_way_through_the_code_is_looked_at() -> None:
    """Three are refused: before the calendar, after it, and before the target."""
    assert (len(PATHS), len(ONGOING), len(FINAL)) == (5, 1, 1)
    assert is_proved(z3.Or([path.condition for path in PATHS]), RECORD)


def test_a_decision_is_accepted_exactly_in_the_calendar_and_from_the_target_on() -> None:
    accepted = z3.Or([path.condition for path in ACCEPTED])
    assert is_proved(accepted == z3.And(IN_CALENDAR, decision >= target), RECORD)


@pytest.mark.parametrize("path", ACCEPTED, ids=["ongoing", "final"])
def test_the_occurrence_is_the_point_from_which_the_decision_is_within_an_interval(
    path: Path,
) -> None:
    occurrence = path.outcome.occurrence_at.term
    given = (RECORD, path.condition)
    assert is_proved((occurrence - target) % interval == 0, *given)
    assert is_proved(z3.And(target <= occurrence, occurrence <= decision), *given)
    assert is_proved(decision < occurrence + interval, *given)


def test_the_next_target_is_one_interval_later_and_missing_exactly_past_the_calendar() -> None:
    (ongoing,), (final,) = ONGOING, FINAL
    following = ongoing.outcome.occurrence_at.term + interval
    given = (RECORD, ongoing.condition)
    assert is_proved(ongoing.outcome.next_scheduled_at.term == following, *given)
    assert is_proved(following <= MAX_INSTANT, *given)
    past = final.outcome.occurrence_at.term + interval > MAX_INSTANT
    assert is_proved(past, RECORD, final.condition)


def test_such_a_point_is_the_greatest_not_after_and_the_one_after_it_the_least_after() -> None:
    """Of any grid, on integers of any size: so the code's answer is the definition's."""
    step, steps, others = z3.Ints("step steps others")
    found, point = target + steps * step, target + others * step
    given = (step > 0, found <= decision, decision < found + step)
    assert is_proved(z3.Implies(point <= decision, point <= found), *given)
    assert is_proved(z3.Implies(point > decision, point >= found + step), *given)


dividend, divisor, quotient = z3.Ints("dividend divisor quotient")
DIVISION = z3.And(
    dividend >= 0,
    divisor > 0,
    quotient * divisor <= dividend,
    dividend < (quotient + 1) * divisor,
)
WIDEST = (SPAN // MIN_INTERVAL).bit_length()


def rounds_down(exponent: int) -> Any:
    """Say that dividend / divisor lies nearer to a double below quotient + 1 than to it.

    Between 2**exponent and twice that, doubles are 2**(exponent - 52) apart; the claim is that
    the exact quotient lies more than half of that below quotient + 1.
    """
    return ((quotient + 1) * divisor - dividend) * 2 ** (53 - exponent) > divisor


@pytest.mark.parametrize("exponent", range(WIDEST))
def test_a_double_quotient_never_reaches_the_next_integer(exponent: int) -> None:
    within = z3.And(2**exponent <= quotient, quotient < 2 ** (exponent + 1))
    assert is_proved(rounds_down(exponent), DIVISION, dividend <= SPAN, within)


def test_nor_does_a_double_quotient_below_one() -> None:
    """From a half to one, doubles are 2**-53 apart."""
    given = (DIVISION, divisor <= MAX_INTERVAL, quotient == 0)
    assert is_proved(rounds_down(-1), *given)


def test_no_quotient_is_larger_than_those() -> None:
    given = (DIVISION, dividend <= SPAN, divisor >= MIN_INTERVAL)
    assert is_proved(quotient < 2**WIDEST, *given)


def test_the_claim_fails_for_larger_dividends() -> None:
    """The limit is there, and the proofs can fail."""
    within = z3.And(quotient >= 2**30, quotient < 2**31)
    assert is_possible(z3.Not(rounds_down(30)), DIVISION, dividend < 2**55, within)


def test_all_other_numbers_on_the_way_are_exact_doubles() -> None:
    """Integers up to 2**53 are; only a next target past the calendar can be larger."""
    assert SPAN < 2**53
    assert max(abs(MIN_INSTANT), MAX_INSTANT, MAX_INTERVAL) < 2**53
    given = (DIVISION, dividend <= SPAN)
    assert is_proved(z3.And(quotient * divisor >= 0, quotient * divisor <= SPAN), *given)


def by_doubles(start: int, accepted_at: int, step: int) -> tuple[float, float]:
    """Compute the occurrence and the next target as ECMAScript does, on doubles alone."""
    first, accepted, width = float(start), float(accepted_at), float(step)
    occurrence = first + float(math.floor((accepted - first) / width)) * width
    return occurrence, occurrence + width


def neighbourhoods(step: int) -> Iterator[tuple[int, int]]:
    """Yield distances around points of a grid, each with the number of whole steps in it."""
    most = SPAN // step
    powers = {2**exponent + near for exponent in range(31) for near in (-1, 0, 1)}
    for steps in sorted({*powers, *range(most - 20, most + 1)}):
        if not 0 <= steps <= most:
            continue
        distance = steps * step
        if steps > 0:
            yield distance - 1, steps - 1
        yield distance, steps
        if distance < SPAN:
            yield distance + 1, steps


BOUNDARY_SECONDS = sorted(
    {
        *range(MIN_EVERY_SECONDS, MIN_EVERY_SECONDS + 700),
        *(2**exponent + near for exponent in range(9, 53) for near in (-1, 0, 1)),
        *(SPAN // (1_000 * parts) + near for parts in (1, 2, 3, 7, 1_000) for near in (-1, 0, 1)),
        *range(MAX_EVERY_SECONDS - 3, MAX_EVERY_SECONDS + 1),
    }
)


@pytest.mark.parametrize("start_at", ["the first instant", "the last possible"])
def test_doubles_give_the_definition_beside_every_boundary(start_at: str) -> None:
    """The expectation is known by construction, not computed by division."""
    for step in (each * 1_000 for each in BOUNDARY_SECONDS):
        for distance, steps in neighbourhoods(step):
            start = MIN_INSTANT if start_at == "the first instant" else MAX_INSTANT - distance
            occurrence, following = by_doubles(start, start + distance, step)
            expected = start + steps * step
            assert occurrence == expected
            if expected + step <= MAX_INSTANT:
                assert following == expected + step
            else:
                assert following > MAX_INSTANT
