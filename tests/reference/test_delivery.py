"""What is due, at clocks that the protocol cannot write."""

import pytest

from session_schedule.delivery import DueBatch, DueOneShot, Wait, due
from session_schedule.records import At, Every
from session_schedule.values import MAX_INSTANT, MIN_INSTANT

ONE_SHOT = At("one-shot", "p", 0)
EVERY = Every("every", "p", 300, MIN_INSTANT)


@pytest.mark.parametrize("clock", [MAX_INSTANT + 1, 2**53])
def test_a_clock_beyond_the_calendar_delivers_no_batch_and_sets_no_timer(clock: int) -> None:
    """DUE-19: the decision time could not be written."""
    assert due([EVERY], clock) == Wait(None)


def test_a_clock_beyond_the_calendar_delivers_one_shots() -> None:
    """DUE-19: a one-shot needs no decision time."""
    assert due([EVERY, ONE_SHOT], MAX_INSTANT + 1) == DueOneShot(ONE_SHOT)


def test_the_last_clock_of_the_calendar_delivers_a_batch() -> None:
    """DUE-19: both ends are inside."""
    for clock in (MIN_INSTANT, MAX_INSTANT):
        decision = due([EVERY], clock)
        assert isinstance(decision, DueBatch)
        assert decision.accepted_at == clock


def test_a_clock_before_the_calendar_waits() -> None:
    """DUE-19: nothing can be due there, and the earliest target is in the future."""
    assert due([EVERY], MIN_INSTANT - 1) == Wait(MIN_INSTANT)
