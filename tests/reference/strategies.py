"""Hypothesis strategies for the durable values of the reference."""

from hypothesis import strategies as st

from session_schedule.changes import Change, Create, Delete, Dispatch
from session_schedule.records import MAX_EVERY_SECONDS, After, At, Every, Record
from session_schedule.values import MAX_INSTANT, MAX_SAFE_INTEGER, MIN_INSTANT, trim

instants = st.integers(MIN_INSTANT, MAX_INSTANT) | st.sampled_from(
    [MIN_INSTANT, MIN_INSTANT + 1, -1, 0, MAX_INSTANT - 1, MAX_INSTANT]
)
texts = st.text(st.characters() | st.sampled_from('\ufeff\x85\x1c \ud800\udc00"\\\n'), min_size=1)
trimmed_texts = texts.map(trim).filter(bool)
ids = st.sampled_from(["a", "b", "c", "schedule-1", "schedule-2", "10", "9"]) | trimmed_texts
intervals = st.integers(300, MAX_EVERY_SECONDS) | st.integers(300, 100_000)

everies = st.builds(Every, ids, trimmed_texts, intervals, instants)
records: st.SearchStrategy[Record] = (
    st.builds(After, ids, trimmed_texts, st.integers(1, MAX_SAFE_INTEGER), instants)
    | st.builds(At, ids, trimmed_texts, instants)
    | everies
)
changes: st.SearchStrategy[Change] = (
    st.builds(Create, records)
    | st.builds(Delete, ids)
    | st.builds(Dispatch, ids, st.none() | instants)
)
