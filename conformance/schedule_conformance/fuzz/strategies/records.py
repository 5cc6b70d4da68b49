"""Strategies for records and changes, and for logs made of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from schedule_conformance.fuzz.strategies import values
from session_schedule.changes import decode_change
from session_schedule.errors import CorruptLog
from session_schedule.fold import EVENT_TYPE, Schedules
from session_schedule.records import MAX_EVERY_SECONDS, MIN_EVERY_SECONDS, Every
from session_schedule.values import MAX_SAFE_INTEGER, format_instant

Json = dict[str, Any]


_LONGEST_LOG = 7

# Types that no harness takes for its own: of those it would judge the data.
_OTHER_TYPES = st.sampled_from(["note", "schedule/changed", "schedule/change ", "Schedule/Change"])

EDGES_OF_INTERVALS = (
    *(MIN_EVERY_SECONDS - 1, MIN_EVERY_SECONDS),
    *(MAX_EVERY_SECONDS, MAX_EVERY_SECONDS + 1, MAX_SAFE_INTEGER),
)

delays = values.numbers.filter(lambda number: 1 <= number <= MAX_SAFE_INTEGER)
intervals = values.numbers.filter(lambda number: MIN_EVERY_SECONDS <= number <= MAX_EVERY_SECONDS)


@cache
def one_shots(surrogates: bool, instants: SearchStrategy[str]) -> SearchStrategy[Json]:
    """Valid `after` and `at` records with such targets."""
    common = {
        "id": values.ids(surrogates),
        "prompt": values.trimmed(surrogates),
        "scheduledAt": instants,
    }
    at = st.fixed_dictionaries({"kind": st.just("at"), **common})
    after = st.fixed_dictionaries({"kind": st.just("after"), "afterSeconds": delays, **common})
    return at | after


@cache
def everies(surrogates: bool, instants: SearchStrategy[str]) -> SearchStrategy[Json]:
    """Valid `every` records with such targets."""
    return st.fixed_dictionaries(
        {
            "kind": st.just("every"),
            "id": values.ids(surrogates),
            "prompt": values.trimmed(surrogates),
            "everySeconds": intervals,
            "scheduledAt": instants,
        }
    )


@cache
def records(
    surrogates: bool, instants: SearchStrategy[str] = values.canonical
) -> SearchStrategy[Json]:
    """Valid records of all kinds."""
    return one_shots(surrogates, instants) | everies(surrogates, instants)


def _change(operation: str, **members: SearchStrategy[Any]) -> SearchStrategy[Json]:
    version = st.sampled_from([1, 1, 1, 1.0])
    return st.fixed_dictionaries({"version": version, "operation": st.just(operation), **members})


@cache
def changes(surrogates: bool) -> SearchStrategy[Json]:
    """Valid changes."""
    ids = values.ids(surrogates)
    return (
        _change("delete", id=ids)
        | _change("dispatch", id=ids)
        | _change("dispatch", id=ids, acceptedAt=values.canonical)
        | _create(records(surrogates))
    )


@cache
def near_changes(surrogates: bool) -> SearchStrategy[Json]:
    """Changes that are valid, or are not because of something small."""
    valid = changes(surrogates)
    blank = values.texts(surrogates)
    seconds = st.sampled_from(EDGES_OF_INTERVALS) | values.numbers | values.no_integers
    one_shot = one_shots(surrogates, values.canonical)
    every = everies(surrogates, values.canonical)
    return st.one_of(
        valid,
        values.spoilt(valid),
        _change("delete", id=blank),
        _change("dispatch", id=values.ids(surrogates), acceptedAt=values.no_instants),
        _with(valid, "version", st.sampled_from([True, 1.0, "1", 2, 1.5, None, [1]])),
        _create(_with(one_shot | every, "prompt", blank)),
        _create(_with(one_shot | every, "scheduledAt", values.no_instants)),
        _create(_with(one_shot, "afterSeconds", seconds)),
        _create(_with(every, "everySeconds", seconds)),
    )


def _create(record: SearchStrategy[Json]) -> SearchStrategy[Json]:
    return _change("create", schedule=record)


def _with(
    objects: SearchStrategy[Json], name: str, value: SearchStrategy[Any]
) -> SearchStrategy[Json]:
    """Objects with this member, whether they had it or not."""
    return st.builds(lambda each, drawn: each | {name: drawn}, objects, value)


@st.composite
def logs(
    draw: DrawFn, surrogates: bool, targets: SearchStrategy[str] = values.canonical
) -> list[Json]:
    """Events of a session; most changes are possible where they stand, and few are not."""
    events: list[Json] = []
    schedules = Schedules()
    made = records(surrogates, targets)
    for _ in range(draw(st.integers(0, _LONGEST_LOG))):
        sort = draw(st.sampled_from(["create", "create", "dispatch", "delete", "other", "near"]))
        if sort == "other":
            events.append({"type": draw(_OTHER_TYPES), "data": draw(values.oddities)})
            continue
        if sort == "create" or (sort != "near" and not schedules.active):
            change = {"version": 1, "operation": "create", "schedule": draw(made)}
        elif sort == "near":
            change = draw(near_changes(surrogates))
        else:
            change = draw(_ending(sort, schedules))
        events.append({"type": EVENT_TYPE, "data": change})
        try:
            schedules.apply(decode_change(change))
        except CorruptLog:
            # Two errors in one log would hide each other.
            break
    return events


@st.composite
def _ending(draw: DrawFn, operation: str, schedules: Schedules) -> Json:
    """A delete or a dispatch of an active record, sometimes as of one of another kind."""
    record = draw(st.sampled_from(list(schedules.active.values())))
    change: Json = {"version": 1, "operation": operation, "id": record.id}
    if operation == "dispatch" and isinstance(record, Every) != (draw(st.integers(0, 5)) == 5):
        interval = record.every_seconds * values.SECOND if isinstance(record, Every) else 0
        boundary = record.scheduled_at + draw(st.integers(0, 3)) * interval
        change["acceptedAt"] = format_instant(draw(values.near(boundary)))
    return change
