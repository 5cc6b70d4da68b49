"""Strategies for `due`, `occurrence`, `view` and `frame`: clocks at and around targets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from schedule_conformance.fuzz.strategies import records, values
from session_schedule.values import format_instant, parse_instant

Json = dict[str, Any]


_MOST_RECORDS = 5
_SHIFTS = st.sampled_from([0, -1, 1, -values.SECOND, -301 * values.SECOND, values.DAY])


def _target(record: Json) -> int:
    target = parse_instant(record["scheduledAt"])
    if target is None:
        raise ValueError(f"not a canonical instant: {record['scheduledAt']}")
    return target


@st.composite
def occurrences(draw: DrawFn, surrogates: bool) -> Json:
    """Decisions on the boundaries of a grid, around them, before the first and far after."""
    record = draw(records.everies(surrogates, values.canonical))
    interval = int(record["everySeconds"]) * values.SECOND
    boundary = values.within_calendar(_target(record) + draw(st.integers(0, 9)) * interval)
    decision = draw(values.near(boundary) | values.instants)
    return {"record": record, "acceptedAt": format_instant(decision)}


@st.composite
def views(draw: DrawFn, surrogates: bool) -> Json:
    """Records seen at their target and around it."""
    record = draw(records.records(surrogates))
    return {"record": record, "now": format_instant(draw(values.near(_target(record))))}


@st.composite
def decisions(draw: DrawFn, surrogates: bool) -> Json:
    """Active records whose targets lie close to the clock and to each other."""
    now = draw(values.instants)
    active = {}
    for _ in range(draw(st.integers(0, _MOST_RECORDS))):
        record = draw(records.records(surrogates))
        target = values.within_calendar(now + draw(_SHIFTS))
        active[record["id"]] = record | {"scheduledAt": format_instant(target)}
    return {"active": list(active.values()), "now": format_instant(now)}


def frames(surrogates: bool) -> SearchStrategy[Json]:
    """One-shots and batches, with prompts that are hard to escape."""
    one_shot = records.one_shots(surrogates, values.canonical)
    every = records.everies(surrogates, values.canonical)
    due = st.fixed_dictionaries({"record": every, "occurrenceAt": values.canonical})
    batch = st.lists(due, min_size=1, max_size=3)
    return st.fixed_dictionaries({"reminder": one_shot}) | st.fixed_dictionaries({"batch": batch})
