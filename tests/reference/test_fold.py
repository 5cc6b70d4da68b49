"""Properties of replay that no single case can show."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import changes, everies, instants, records

from session_schedule import (
    Change,
    CorruptLog,
    Every,
    Schedules,
    allocate,
    decode_change,
    decode_record,
    encode_change,
    encode_record,
    fold,
    resolve,
)
from session_schedule.records import Record
from session_schedule.values import MAX_INSTANT


@dataclass(frozen=True)
class LoggedEvent:
    """The least that replay asks of an event."""

    type: str
    data: object


def logged(history: list[Change]) -> list[LoggedEvent]:
    return [LoggedEvent("schedule/change", encode_change(change)) for change in history]


def valid_prefix(history: list[Change]) -> list[Change]:
    """Return the changes that are possible, each in the state which those before it leave."""
    state, kept = Schedules(), []
    for change in history:
        try:
            state.apply(change)
        except CorruptLog:
            continue
        kept.append(change)
    return kept


def first_bad(history: list[Change]) -> int | None:
    """Return the index of the first change that is not possible in its state."""
    state = Schedules()
    for index, change in enumerate(history):
        try:
            state.apply(change)
        except CorruptLog:
            return index
    return None


histories = st.lists(changes, max_size=30)


@given(records)
def test_a_record_reads_back_from_its_durable_form(record: Record) -> None:
    assert decode_record(encode_record(record)) == record


@given(changes)
def test_a_change_reads_back_from_its_durable_form(change: Change) -> None:
    assert decode_change(encode_change(change)) == change


@given(histories, st.integers(0, 30))
def test_folding_on_equals_folding_whole(history: list[Change], cut: int) -> None:
    """FOLD-16: a kept state and a state folded from the start are the same."""
    valid = valid_prefix(history)
    kept = fold(logged(valid[:cut]))
    for change in valid[cut:]:
        kept.apply(change)
    assert kept == fold(logged(valid))


@given(histories)
def test_a_corrupt_change_leaves_the_kept_state_as_it_was(history: list[Change]) -> None:
    """FOLD-16: a refusal has no effect."""
    state = Schedules()
    for change in history:
        before = state.copy()
        try:
            state.apply(change)
        except CorruptLog:
            assert state == before


@given(histories)
def test_a_corrupt_log_names_its_first_bad_event(history: list[Change]) -> None:
    """FOLD-15: nothing after the first corrupt event is tried."""
    bad = first_bad(history)
    if bad is None:
        fold(logged(history))
        return
    with pytest.raises(CorruptLog) as refusal:
        fold(logged(history))
    assert refusal.value.event == bad


@given(histories, histories)
def test_a_child_sees_nothing_of_its_seed(seed: list[Change], own: list[Change]) -> None:
    """FOLD-11: a seeded log folds as the child's own events alone."""
    valid = valid_prefix(own)
    assert fold(logged(seed + valid), len(seed)) == fold(logged(valid))


@given(histories)
def test_an_allocated_id_is_new(history: list[Change]) -> None:
    """FOLD-14: never an id that was seen."""
    seen = fold(logged(valid_prefix(history))).seen_ids
    assert allocate(seen) not in seen
    assert allocate(list(seen)) == allocate(seen)


@given(everies, instants)
def test_a_decision_selects_the_grid_points_around_it(record: Every, decision: int) -> None:
    """EVERY-1, EVERY-2, EVERY-4: checked by their definitions, not by the formula."""
    if decision < record.scheduled_at:
        with pytest.raises(CorruptLog, match="EVERY-3"):
            resolve(record, decision)
        return
    interval = record.every_seconds * 1_000
    occurrence = resolve(record, decision)
    assert record.scheduled_at <= occurrence.occurrence_at <= decision
    assert (occurrence.occurrence_at - record.scheduled_at) % interval == 0
    assert occurrence.occurrence_at + interval > decision
    if occurrence.next_scheduled_at is None:
        assert occurrence.occurrence_at + interval > MAX_INSTANT
    else:
        assert occurrence.next_scheduled_at == occurrence.occurrence_at + interval <= MAX_INSTANT


def test_states_differ_by_order() -> None:
    first, second = (
        Schedules(seen_ids={"a": None, "b": None}),
        Schedules(seen_ids={"b": None, "a": None}),
    )
    assert first != second
    assert first != "a"
