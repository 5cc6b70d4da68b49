"""Mistakes about members that are read or written under other names, or not at all."""

from __future__ import annotations

from typing import Any

from session_schedule.create import _local_target
from session_schedule.errors import InvalidInput
from session_schedule.records import After, At, Record
from session_schedule.view import view
from session_schedule.zones import find_zone
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import Arguments, on_arguments


@wrong_port(
    on_arguments,
    mistake="Reading the selectors under other keys, such as `everySeconds`, refuses every delay"
    " and interval.",
    users="No call that follows the tool's schema succeeds.",
)
def selectors_in_camel_case(arguments: Arguments) -> Arguments:
    return _renamed(arguments, after_seconds="afterSeconds", every_seconds="everySeconds")


@wrong_port(
    instead_of(_local_target),
    mistake="Reading the zone under another key than `time_zone`, such as `timeZone`, refuses every"
    " local time.",
    users="No reminder can be set by the clock on the wall.",
)
def zone_key_in_camel_case(at: dict[str, Any]) -> int:
    return _local_target(_renamed(at, time_zone="timeZone"))


@wrong_port(
    instead_of(find_zone),
    mistake="A port without zones refuses every local time.",
    users="No reminder can be set by the clock on the wall.",
)
def zones_unsupported(name: str) -> Any:
    raise InvalidInput("invalid_time_zone", "ZONE-5", f"there is no zone {name}")


@wrong_port(
    instead_of(view),
    mistake="A view with the seconds of both kinds, one of them null or zero, has a field too"
    " many.",
    users="A model reads a delay of an interval, and an interval of a single reminder.",
)
def both_seconds_in_a_view(record: Record, now: int) -> dict[str, Any]:
    shown = view(record, now)
    if isinstance(record, At):
        return shown
    missing = "everySeconds" if isinstance(record, After) else "afterSeconds"
    return {**shown, missing: None}


def _renamed(members: Arguments, **names: str) -> dict[str, Any]:
    """The members as one reads them who takes other names for the right ones."""
    names |= {there: here for here, there in names.items()}
    return {names.get(name, name): value for name, value in members.items()}
