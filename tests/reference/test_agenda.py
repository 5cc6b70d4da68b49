"""A state with its targets in order decides what a plain one decides."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from schedule_conformance.fuzz.strategies import records
from session_schedule.agenda import Agenda
from session_schedule.changes import decode_change
from session_schedule.delivery import due
from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules
from session_schedule.records import After, Every
from session_schedule.values import format_instant

TARGETS = st.integers(0, 20).map(lambda minutes: format_instant(minutes * 60_000))
"""Few, so that many are equal."""


@settings(max_examples=400, deadline=None)
@given(st.lists(records.logs(True, TARGETS), max_size=3), st.lists(st.integers(-1, 9_999_999)))
def test_an_agenda_decides_as_all_active_records_do(
    logs: list[list[dict[str, Any]]], clocks: list[int]
) -> None:
    plain, agenda = Schedules(), Agenda()
    for event in (event for log in logs for event in log):
        try:
            change = decode_change(event["data"])
        except CorruptLog:
            continue
        assert refusal(plain, change) == refusal(agenda, change)
        assert agenda == plain
        targets = [record.scheduled_at for record in plain.active.values()]
        for now in [*clocks, *targets, *(target - 1 for target in targets)]:
            assert due(agenda.relevant(now), now) == due(plain.active.values(), now)


def refusal(schedules: Schedules, change: Any) -> str | None:
    try:
        schedules.apply(change)
    except CorruptLog as error:
        return error.rule
    return None


def test_a_look_costs_what_is_due() -> None:
    agenda = Agenda()
    for number in range(10_000):
        agenda.create(Every(f"e{number}", "p", 300, number))
        agenda.create(After(f"a{number}", "p", 1, 1_000_000 + number))
    assert len(agenda.relevant(99)) == 100
    assert len(agenda.relevant(1_000_500)) == 1
    assert agenda.relevant(-1) == [Every("e0", "p", 300, 0)]


def test_stale_entries_do_not_pile_up() -> None:
    agenda = Agenda()
    agenda.create(Every("e", "p", 300, 0))
    for number in range(1_000):
        agenda.dispatch("e", number * 300_000)
        agenda.create(After(f"a{number}", "p", 1, number))
        agenda.delete(f"a{number}")
    assert len(agenda._everies) + len(agenda._one_shots) < 200
