"""Sentences of the chapters on records, changes, replay, fixed rate, and views."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from binding.asking import TARGET, create_of, folded, is_corrupt, record, value_of
from binding.data import fields, read
from binding.sentence import Sentence
from binding.sentences.shapes import shifted
from schedule_conformance.reference_port.world import LoggedEvent
from session_schedule.changes import decode_change, encode_change
from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules, fold
from session_schedule.values import MAX_INSTANT, format_instant

DELETE = {"version": 1, "operation": "delete", "id": "a"}
LAST = format_instant(MAX_INSTANT)


def _are_the_kinds(kinds: list[str]) -> bool:
    known = [name for name in read("schemas/record")["$defs"] if name in {"after", "at", "every"}]
    return kinds == known and not any(is_corrupt(create_of(record(kind))) for kind in kinds)


def _counts_the_kinds(kinds: list[str], count: int) -> bool:
    return _are_the_kinds(kinds) and len(kinds) == count


def _is_allocated(form: str) -> bool:
    return bool(form.replace("N", "1") == value_of("allocate", seenIds=[]))


def _is_the_event(type_: str) -> bool:
    event = {"type": type_, "data": create_of(record())}
    return bool(value_of("fold", events=[event])["active"])


def _has_accepted_at(kind: str, key: str) -> bool:
    dispatch = {"version": 1, "operation": "dispatch", "id": "a", key: TARGET}
    return folded(create_of(record(kind)), dispatch) is not None


def _is_first_of_two(form: str, form2: str) -> bool:
    number = form.rpartition("N")
    made = value_of("allocate", seenIds=["x", f"{number[0]}3"])
    return bool(made == form2.replace("N", "4"))


def _seed_is_from(low: int, default: int) -> bool:
    change = create_of(record())
    states = {seed: folded(change, seed=seed) for seed in (low, low - 1, default)}
    events = [{"type": "schedule/change", "data": change}]
    return (
        states[low] is not None
        and states[low - 1] is None
        and value_of("fold", events=events) == states[default]
    )


def _states() -> tuple[Schedules, Schedules, Schedules]:
    """What two changes leave: folded on, folded whole, and with a corrupt change tried after."""
    changes = [
        decode_change(each)
        for each in (create_of(record("every")), create_of(record(id="b")), {**DELETE, "id": "a"})
    ]
    kept = Schedules()
    for change in changes:
        kept.apply(change)
    events = [LoggedEvent("schedule/change", encode_change(change)) for change in changes]
    tried = kept.copy()
    with suppress(CorruptLog):
        tried.apply(decode_change(DELETE))
    return kept, fold(events), tried


def _stops_at_the_first(must: bool) -> bool:
    changes: list[object] = [create_of(record()), {}, []]
    try:
        fold([LoggedEvent("schedule/change", change) for change in changes])
    except CorruptLog as error:
        return must is (error.event == 1)
    return not must


def _decides(name: str) -> bool:
    event = {"type": "schedule/change", "data": create_of(record())}
    given: dict[str, Any] = {name: 1}
    return bool(value_of("fold", events=[event], **given) != value_of("fold", events=[event]))


def _counts_the_operations(count: int) -> bool:
    shapes = read("schemas/change")["$defs"].values()
    return len({shape["properties"]["operation"]["const"] for shape in shapes}) == count


def _grid_ends(last: str) -> bool:
    exactly = record("every", scheduledAt=shifted(last, -300_000))
    beyond = record("every", scheduledAt=shifted(last, -299_999))
    found = [
        value_of("occurrence", record=each, acceptedAt=each["scheduledAt"])
        for each in (exactly, beyond)
    ]
    return found[0].get("nextScheduledAt") == last and "nextScheduledAt" not in found[1]


def _counts_what_a_view_adds(count: int) -> bool:
    view = value_of("view", record=record(), now=TARGET)
    return len(view) - len(record()) == count


SENTENCES = (
    Sentence(
        "FOLD-16",
        "The result {must} equal the fold of the whole log",
        lambda must: must is (_states()[0] == _states()[1]),
    ),
    Sentence("FOLD-17", "{must} stop at the first event that is corrupt", _stops_at_the_first),
    Sentence(
        "FOLD-18",
        "{must} leave it as it was",
        lambda must: must is (_states()[0] == _states()[2]),
    ),
    Sentence("REC-1", "an object of kind {kinds:quotes}", _are_the_kinds),
    Sentence(
        "REC-1",
        "exactly one of these {count:count} strings",
        lambda count: _counts_the_kinds(["after", "at", "every"], count),
    ),
    Sentence("CHG-2", "exactly one of these {count:count} strings", _counts_the_operations),
    Sentence("FOLD-19", "Nothing but the events and {name:quote} decides", _decides),
    Sentence("FOLD-19", "depend on the events and {name:quote} alone", _decides),
    Sentence("DUE-25", "in the {type_:quote} events", _is_the_event),
    Sentence("DUE-33", "of a type other than {type_:quote}", _is_the_event),
    Sentence("REC-3", "{form:quote} is only what allocation makes", _is_allocated),
    Sentence("changes", "A {type_:quote} event is the only durable authority", _is_the_event),
    Sentence(
        "changes",
        "one of {count:count} shapes",
        lambda count: len(read("schemas/change")["oneOf"]) == count,
    ),
    Sentence(
        "CHG-5",
        "{names:quotes} and, for an {kind:quote}, {key:quote}",
        lambda names, kind, key: (
            [*names, key] == fields("change", "dispatchEvery") and _has_accepted_at(kind, key)
        ),
    ),
    Sentence(
        "every",
        "An {kind:quote} record's targets",
        lambda kind: _has_accepted_at(kind, "acceptedAt"),
    ),
    Sentence(
        "FOLD-13",
        "from {low:int} to the number of events, both included, and is {default:int}",
        _seed_is_from,
    ),
    Sentence(
        "FOLD-14",
        "{form:quote} with the least N that is at least the number of distinct seen ids plus "
        "one and whose {form2:quote}",
        _is_first_of_two,
    ),
    Sentence(
        "EVERY-4",
        "The grid ends with the year {year:int}",
        lambda year: LAST.startswith(f"{year}-"),
    ),
    Sentence("EVERY-4", "Where the next target would be after {last:time} there", _grid_ends),
    Sentence("VIEW-1", "with {count:count} fields more", _counts_what_a_view_adds),
)
