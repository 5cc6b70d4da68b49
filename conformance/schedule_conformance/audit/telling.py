"""How an audit is told: as lines for people, or as one JSON object."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from schedule_conformance.audit.findings import EFFECTS, GOES_ON
from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import excerpt, printable
from schedule_conformance.report import text
from session_schedule import encode_record, view
from session_schedule.zones import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.audit.auditor import Audit
    from schedule_conformance.audit.findings import Finding
    from session_schedule import Record

LONGEST_LINE = 1_000
"""How many characters of a line are shown: an id or a type may have millions."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Verdict = Literal["sound", "broken", "unreadable"]


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be told.

    Attributes:
        at: For which clock the states of active reminders are, in milliseconds since the epoch.
        zone: In which zone their targets are shown too.
        lives: Whether the life of each reminder is told.
        json: Whether the audit is told as JSON, which has all of it anyway.
        several: Whether it is one of several, which are told apart by their names.
    """

    at: int | None = None
    zone: str | None = None
    lives: bool = False
    json: bool = False
    several: bool = False


def verdict(audit: Audit) -> Verdict:
    """What is to be thought of a log."""
    if audit.unreadable is not None:
        return "unreadable"
    return "broken" if audit.found else "sound"


def told(name: str, audit: Audit, wishes: Wishes) -> str:
    """The lines, each with its end."""
    if wishes.json:
        return jsontext.encode(_members(name, audit, wishes)).decode() + "\n"
    return "".join(f"{line}\n" for line in _lines(name, audit, wishes))


def local(instant: int, zone: str) -> str:
    """An instant, in milliseconds since the epoch, as the clocks of a zone show it."""
    try:
        moment = (_EPOCH + timedelta(milliseconds=instant)).astimezone(find_zone(zone))
    except OverflowError:  # at an end of the calendar
        return f"out of the calendar in {zone}"
    return f"{moment.isoformat(timespec='milliseconds')} {zone}"


def _lines(name: str, audit: Audit, wishes: Wishes) -> Iterator[str]:
    shown = excerpt(name, LONGEST_LINE)
    kinds = set()
    for finding in audit.findings:
        yield _place(shown, finding) + printable(f"{finding.reason} ({finding.rule})")
        if finding.data:
            yield f"  data: {printable(finding.data)}"
        if finding.kind not in kinds:
            kinds.add(finding.kind)
            yield from (f"  {told}" for told in (EFFECTS[finding.kind], GOES_ON[finding.kind]))
    if audit.found > len(audit.findings):
        hidden = audit.found - len(audit.findings)
        yield f"{shown}: and {hidden} findings more; --findings {audit.found} shows all"
    if audit.unreadable is not None:
        yield f"{shown}: {excerpt(audit.unreadable, LONGEST_LINE)}"
    if audit.header is not None:
        yield from _content(f"{shown}: " if wishes.several else "", audit, wishes)


def _place(shown: str, finding: Finding) -> str:
    line = "" if finding.line is None else f"{finding.line}:"
    event = "" if finding.event is None else f"event {finding.event}: "
    return f"{shown}:{line} {event}"


def _content(prefix: str, audit: Audit, wishes: Wishes) -> Iterator[str]:
    assert audit.header is not None  # noqa: S101 - for the types
    findings = "1 finding" if audit.found == 1 else f"{audit.found} findings"
    result = {"sound": "sound", "broken": findings, "unreadable": f"read in part, {findings}"}
    session = excerpt(audit.header.id, LONGEST_LINE)
    yield f"{prefix}session {session}: {audit.events} events, {result[verdict(audit)]}"
    if audit.seed:
        yield f"  {audit.seed} of them inherited, and not folded (FOLD-11)"
    if audit.torn:
        yield f"  then a torn line of {audit.torn} bytes, as a crash leaves it (LOG-8)"
    schedules = audit.schedules
    passed = ", where what is wrong is passed over" if audit.found else ""
    created, active = len(schedules.seen_ids), len(schedules.active)
    yield f"  {created} reminders created, {active} active{passed}"
    for record in schedules.active.values():
        yield f"  {text.value(_shown(record, wishes))}"
    if wishes.lives:
        yield from (
            f"  {excerpt(id_, LONGEST_LINE)}: {life.told()}"
            for id_, life in schedules.lives.items()
        )


def _shown(record: Record, wishes: Wishes) -> dict[str, Any]:
    shown = encode_record(record) if wishes.at is None else view(record, wishes.at)
    shown.pop("deliveryMode", None)
    if wishes.zone is not None:
        shown["local"] = local(record.scheduled_at, wishes.zone)
    return shown


def _members(name: str, audit: Audit, wishes: Wishes) -> dict[str, Any]:
    schedules = audit.schedules
    return {
        "file": name,
        "verdict": verdict(audit),
        "unreadable": audit.unreadable,
        "session": None if audit.header is None else audit.header.id,
        "events": audit.events,
        "inherited": audit.seed,
        "torn": audit.torn,
        "found": audit.found,
        "findings": [
            {**msgspec.structs.asdict(finding), "effect": EFFECTS[finding.kind]}
            for finding in audit.findings
        ],
        "active": [_shown(record, wishes) for record in schedules.active.values()],
        "reminders": [
            {"id": id_, **msgspec.structs.asdict(life)} for id_, life in schedules.lives.items()
        ],
    }
