"""Ports in this process, each with one mistake: a few lines over the reference."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from schedule_conformance.reference_port.operations import answer
from session_schedule.delivery import Stopped, drive
from session_schedule.effects import FollowUp, Transaction
from session_schedule.errors import CorruptLog
from session_schedule.zones import find_zone

if TYPE_CHECKING:
    Json = dict[str, Any]


def strips(request: Json) -> Json:
    """Takes the white space of Python, not of ECMAScript, off a prompt."""
    if request["op"] == "create":
        given = request["args"]["input"]
        given["prompt"] = given["prompt"].strip()
    return answer(request)


def refuses_floats(request: Json) -> Json:
    """Takes 300.0 for no integer."""
    given = answer(request)
    if request["op"] == "create" and "value" in given:
        seconds = request["args"]["input"].get("every_seconds")
        if isinstance(seconds, float):
            return {"seq": request["seq"], "error": {"code": "invalid_rule"}}
    return given


def repeats_decision(request: Json) -> Json:
    """Advances to a target that equals the decision."""
    given = answer(request)
    if request["op"] == "occurrence":
        accepted_at = request["args"]["acceptedAt"]
        if given.get("value", {}).get("occurrenceAt") == accepted_at:
            given["value"]["nextScheduledAt"] = accepted_at
    return given


def sorts_seen_ids(request: Json) -> Json:
    """Keeps seen ids in a sorted set."""
    given = answer(request)
    if request["op"] == "fold" and "value" in given:
        given["value"]["seenIds"].sort()
    return given


def shifts_gaps(request: Json) -> Json:
    """Moves a local time in a gap by the length of the gap."""
    given = answer(request)
    if given.get("error", {}).get("rule") != "ZONE-7":
        return given
    at = request["args"]["input"]["at"]
    local = datetime.fromisoformat(f"{at['date']}T{at['time']}")
    offset = find_zone(at["time_zone"]).utcoffset(local)
    moved = local - (offset or timedelta())
    request["args"]["input"]["at"] = f"{moved.isoformat(timespec='milliseconds')}Z"
    return answer(request)


def loses_what_was_not_admitted(request: Json) -> Json:
    """Dispatches a reminder although its follow-up failed."""

    def forgetful() -> Transaction[Stopped | None]:
        look = drive()
        go_on = partial(next, look)
        while True:
            try:
                effect = go_on()
            except StopIteration as end:
                value: Stopped | None = end.value
                return value
            try:
                result = yield effect
                go_on = partial(look.send, True if isinstance(effect, FollowUp) else result)
            except CorruptLog as error:
                go_on = partial(look.throw, error)

    with patch("schedule_conformance.reference_port.host.drive", forgetful):
        return answer(request)


def dies_of_an_empty_log(request: Json) -> Json:
    """Raises when a log has no events."""
    if request["op"] == "fold":
        request["args"]["events"][0]
    return answer(request)


class Forgetful:
    """Is wrong once, and right ever after."""

    def __init__(self) -> None:
        self.wrong = False

    def __call__(self, request: Json) -> Json:
        """Answer a request."""
        if request["op"] == "allocate" and not self.wrong:
            self.wrong = True
            return {"seq": request["seq"], "value": "schedule-0"}
        return answer(request)
