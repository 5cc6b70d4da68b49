"""Which bent questions have one right answer, whatever the port may choose or lack.

A local time means what the tz release says, so only those are asked on which port and reference
must agree; a scenario must be determined (`fuzz.strategies.determined`).
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from schedule_conformance.fuzz.bending.values import moved
from schedule_conformance.fuzz.question.oracle import Question, Ruling
from schedule_conformance.fuzz.strategies.determined import determined
from schedule_conformance.fuzz.strategies.zones import LocalTimes
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.messages import Hello
from session_schedule.values import MAX_INSTANT, MIN_INSTANT, format_instant, parse_instant

_NO_ZONE = "invalid_time_zone"
_FIRST_SURE_DATE = "1600"
"""Before it, engines that run ports differ in the calendar itself; cases of the corpus ask that."""
_GIVEN_RECORDS = frozenset({"occurrence", "view", "due", "frame"})
_YEAR = 366 * 86_400_000
_STRAY_CLOCKS = 0.1


class Fairness:
    """What may be asked of a port that says this of itself and knows these local times."""

    def __init__(self, hello: Hello, times: LocalTimes) -> None:
        self._hello = hello
        self._times = times

    def allows(self, question: Question) -> bool:
        """Whether the protocol lets a question be asked, of this port."""
        args = question.args
        match question.op:
            case "session":
                events = args.get("events", [])
                if not (isinstance(events, list) and all(map(_is_event, events))):
                    return False
                return _is_well_formed(args) and lack(self._hello, "session", args) is None
            case "due":
                active = args.get("active")
                return isinstance(active, list) and len({_id(one) for one in active}) == len(active)
            case "frame":
                return "batch" not in args or isinstance(args["batch"], list)
            case "fold":
                events = args.get("events")
                return isinstance(events, list) and all(map(_is_event, events))
            case "allocate":
                ids = args.get("seenIds")
                return (
                    isinstance(ids, list)
                    and all(isinstance(id_, str) for id_ in ids)
                    and len(ids) == len(set(ids))
                )
            case "create":
                given = args.get("input")
                return isinstance(given, dict) and isinstance(given.get("prompt"), str)
        return True

    def is_decided(self, question: Question, expected: Ruling) -> bool:
        """Whether the ruling holds for every right port of that tz release."""
        if question.op in _GIVEN_RECORDS and expected.rule is not None:
            # What these make of a record that is none is left open.
            return not expected.rule.startswith("REC-")
        if question.op != "create":
            return True
        match question.args:
            case {"input": {"at": {"date": str(date), "time": str(time), "time_zone": str(zone)}}}:
                if expected.expect.error == _NO_ZONE:
                    return zone.isascii()
                if date < _FIRST_SURE_DATE:
                    return False
                return zone == "UTC" or f"{date}T{time}" in self._walls.get(zone.lower(), ())
        return True

    def local_time(self, chance: Random, args: dict[str, Any]) -> dict[str, Any]:
        """Arguments of a create at a local time near a transition of some zone."""
        zones = self._times.odd if self._times.odd and chance.random() < 0.3 else self._times.rows
        if not zones:
            return args
        zone = chance.choice(self._names if zones is self._times.rows else list(zones))
        wall, answer, *_ = chance.choice(zones[zone])
        date, _, time = wall.partition("T")
        target = parse_instant(answer)
        now = 0 if target is None else target - chance.choice((1, 0, -1, _YEAR))
        at = {"date": date, "time": time, "time_zone": zone}
        clock = format_instant(max(MIN_INSTANT, min(now, MAX_INSTANT)))
        if chance.random() < _STRAY_CLOCKS:
            clock = moved(chance, now)
        return {"id": "schedule-1", "now": clock, "input": {"prompt": "p", "at": at}}

    @cached_property
    def _names(self) -> list[str]:
        return list(self._times.rows)

    @cached_property
    def _walls(self) -> dict[str, set[str]]:
        return {zone.lower(): {row[0] for row in rows} for zone, rows in self._times.rows.items()}


def _is_event(event: object) -> bool:
    return isinstance(event, dict) and isinstance(event.get("type"), str) and "data" in event


def _id(record: object) -> object:
    id_ = record.get("id") if isinstance(record, dict) else None
    return id_ if isinstance(id_, str) else None


def _is_well_formed(args: dict[str, Any]) -> bool:
    """Whether a scenario can happen, and has one right answer."""
    try:
        return determined({"events": [], "steps": [], **args})
    except (AttributeError, LookupError, TypeError, ValueError):  # it is not well formed
        return False
