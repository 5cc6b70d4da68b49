"""What becomes of an absolute target: a string with an offset, or a local time in a zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.explain.clocks_picture import (
    ClockChange,
    change_around,
    offset_text,
    picture,
)
from schedule_conformance.explain.explanation import Explanation, Step, refusal
from session_schedule import InvalidInput, create_record, encode_record
from session_schedule.values import MIN_INSTANT, format_instant
from session_schedule.zones import TZ_RELEASE, find_zone

if TYPE_CHECKING:
    from session_schedule import Record

_EARLIEST = MIN_INSTANT - 1
"""A clock before which no target lies, for those who do not ask about one."""


def explain_offset(text: str, now: int | None) -> Explanation:
    """Explain an `at` that is a string.

    Args:
        text: The string.
        now: The clock of creation, in milliseconds since the epoch; None if it does not matter.
    """
    checks = [
        Step("it is written as YYYY-MM-DDTHH:MM:SS[.mmm] with Z or an offset", ("IN-13", "IN-14")),
        Step("the date and the time are real ones", ("IN-15",)),
        Step("the offset is one", ("IN-16",)),
        *_last_checks(now),
    ]
    try:
        record = _record(text, now)
    except InvalidInput as error:
        return refusal(checks, error)
    return Explanation(checks, _stored(record))


def explain_local(date: str, time: str, zone_name: str, now: int | None) -> Explanation:
    """Explain an `at` that is a local time; arguments as in `explain_offset`."""
    checks = [
        Step("date and time are written as YYYY-MM-DD and HH:MM:SS[.mmm]", ("ZONE-3",)),
        Step("they are a real date and time", ("ZONE-4",)),
        Step(f"{zone_name} is a zone of the tz database, here {TZ_RELEASE}", ("ZONE-5", "ZONE-6")),
    ]
    at = {"date": date, "time": time, "time_zone": zone_name}
    try:
        record = _record(at, None)
    except InvalidInput as error:
        if error.rule == "ZONE-7" and (change := _change(date, time, zone_name)) is not None:
            return refusal([*checks, Step("", ("ZONE-7",))], error, last=_gap(change))
        return refusal([*checks, *_last_checks(now)], error)
    if (change := _change(date, time, zone_name)) is None:
        offset = offset_text(_wall(date, time) - record.scheduled_at)
        which = Step(f"the clocks there show it once, at the offset {offset}", ("ZONE-9",))
    else:
        which = _overlap(change, _wall(date, time))
    checks += [which, *_last_checks(now)]
    try:
        return Explanation(checks, _stored(_record(at, now)))
    except InvalidInput as error:
        return refusal(checks, error)


def _record(at: object, now: int | None) -> Record:
    clock = _EARLIEST if now is None else now
    return create_record({"prompt": "-", "at": at}, "schedule-1", clock)


def _last_checks(now: int | None) -> list[Step]:
    checks = [Step("the target lies within the years 0001 to 9999", ("IN-10", "ZONE-10"))]
    if now is not None:
        checks.append(Step(f"it is after {format_instant(now)}", ("IN-11",)))
    return checks


def _stored(record: Record) -> str:
    return f"the record is stored with scheduledAt {encode_record(record)['scheduledAt']}"


def _wall(date: str, time: str) -> int:
    """The local time, in milliseconds: what an instant at the offset zero would be."""
    return _record(f"{date}T{time}Z", None).scheduled_at


def _change(date: str, time: str, zone_name: str) -> ClockChange | None:
    return change_around(find_zone(zone_name), _wall(date, time))


def _gap(change: ClockChange) -> Step:
    first, last = change.instant + change.before, change.instant + change.after
    told = f"{_told(change)}: local times from {_local(first)} to before {_local(last)} never occur"
    return Step(told, (), picture(change, [(change.instant, "the clocks skip the time asked for")]))


def _overlap(change: ClockChange, wall: int) -> Step:
    told = f"{_told(change)}: the time occurs twice, and the earlier instant is taken"
    marks = [(wall - change.before, "taken"), (wall - change.after, "the later one")]
    return Step(told, ("ZONE-8",), picture(change, marks))


def _told(change: ClockChange) -> str:
    way = "forward" if change.after > change.before else "back"
    before, after = offset_text(change.before), offset_text(change.after)
    return f"the clocks go {way} at {format_instant(change.instant)}, from {before} to {after}"


def _local(wall: int) -> str:
    return format_instant(wall).removesuffix("Z").removesuffix(".000")
