"""Mistakes about claims, turns and the time that passes around them."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal, TypeAlias

from schedule_conformance.reference_port.host import Host
from schedule_conformance.reference_port.process import Process
from schedule_conformance.reference_port.scenario import Scenario
from schedule_conformance.reference_port.world import LoggedEvent
from session_schedule.delivery import Decision, Wait, drive, due
from session_schedule.effects import Claim, Effect, Fold, Now, WakeAt
from session_schedule.errors import CorruptLog, Unreadable
from session_schedule.fold import Schedules
from session_schedule.framing import frame_one_shot
from session_schedule.records import Every, Record
from session_schedule.values import MAX_INSTANT, MIN_INSTANT
from wrong_ports.altering import Past, altering, earlier
from wrong_ports.registry import instead_of, wrong_port

Alteration: TypeAlias = Generator[Effect, Any, Any]

_perform, _admit, _fold = Host._perform, Host._admit, Host._fold
_turn, _sessions = Scenario._turn, Scenario._sessions


def _kept(effect: Effect, past: Past) -> Alteration:
    """What an effect gave in the look before the claim, in place of asking again."""
    if earlier(past, Claim):
        return next(result for before, result in past if type(before) is type(effect))
    return (yield effect)


@wrong_port(
    altering(drive),
    mistake="Deciding in the claim by the clock of the look before it delivers too early, or with a"
    " stale decision time.",
    users="A clock that is set right in that moment brings a reminder early.",
)
def clock_of_the_look_decides(effect: Effect, past: Past) -> Alteration:
    return (yield from _kept(effect, past)) if isinstance(effect, Now) else (yield effect)


@wrong_port(
    altering(drive),
    mistake="Deciding in the claim by the log as it was before it delivers what was deleted in the"
    " meantime.",
    users="A reminder that was just deleted comes nevertheless.",
)
def log_of_the_look_decides(effect: Effect, past: Past) -> Alteration:
    return (yield from _kept(effect, past)) if isinstance(effect, Fold) else (yield effect)


@wrong_port(
    instead_of(due),
    mistake="Delivering a batch by a clock beyond the calendar writes a decision time that the"
    " clock never showed, or that no replay can read.",
    users="A clock that ran wild uses up every reminder, or makes the session unreadable.",
)
def batch_beyond_the_calendar(active: Iterable[Record], now: int) -> Decision:
    return due(active, min(now, MAX_INSTANT))


@wrong_port(
    instead_of(due),
    mistake="Delivering nothing at all by a clock beyond the calendar holds back one-shots, which"
    " need no decision time.",
    users="A clock that runs wild silences every reminder.",
)
def nothing_beyond_the_calendar(active: Iterable[Record], now: int) -> Decision:
    return due(active, now) if MIN_INSTANT <= now <= MAX_INSTANT else Wait(None)


@wrong_port(
    instead_of(Host._perform),
    mistake="Asking a timer for more than it can hold fires at once, over and over, on common"
    " timers.",
    users="A reminder for next month keeps the machine busy until then.",
)
def long_wait_asked_of_a_timer(host: Host, process: Process, effect: Effect) -> object:
    if isinstance(effect, WakeAt):
        host._set_timer(process, effect.instant - host.now)
        return None
    return _perform(host, process, effect)


def _remembered(host: Host, process: Process, text: str) -> None:
    vars(process)["last"] = text
    _admit(host, process, text)


@wrong_port(
    instead_of(Host.fail_turn, together_with={Host._admit: _remembered}),
    mistake="Delivering again because the turn of a reminder failed repeats it whenever the model"
    " is down.",
    users="An outage of the model ends in a flood of one reminder.",
)
def failed_turn_delivered_again(host: Host, process: Process) -> None:
    if "last" in vars(process):
        host.observations.append({"followup": vars(process)["last"]})
    else:
        host.end_turn(process)


@wrong_port(
    instead_of(Host._admit),
    mistake="Keeping receipts in events of other types makes a second authority, which disagrees"
    " after a crash.",
    users="Other programs refuse the log for events that they do not know.",
)
def receipts_in_other_events(host: Host, process: Process, text: str) -> None:
    _admit(host, process, text)
    host.events.append(LoggedEvent("schedule/receipt", {"text": text}))


def _noted(host: Host, process: Process, text: str) -> None:
    vars(host).setdefault("receipts", set()).add(text)
    _admit(host, process, text)


@wrong_port(
    instead_of(Host._fold, together_with={Host._admit: _noted}),
    mistake="Keeping a receipt outside of the log loses a reminder whose dispatch did not survive.",
    users="A crash in the moment of a delivery takes the reminder away, read or not.",
)
def receipts_outside_of_the_log(host: Host) -> Schedules | CorruptLog | Unreadable:
    schedules = _fold(host)
    if not isinstance(schedules, Schedules):
        return schedules
    receipts = vars(host).get("receipts", ())
    active = {
        id_: record
        for id_, record in schedules.active.items()
        if isinstance(record, Every) or frame_one_shot(record) not in receipts
    }
    return Schedules(active, schedules.seen_ids)


@wrong_port(
    instead_of(Scenario._sessions),
    mistake="One queue for all sessions lets a slow disk of one hold up the others.",
    users="One session on a network drive freezes the reminders of all.",
)
def one_queue_for_all_sessions(scenario: Scenario) -> list[Host]:
    process = scenario.host.process
    held = process is not None and process.current is not None
    return [scenario.host] if held else _sessions(scenario)


@wrong_port(
    instead_of(Scenario._turn),
    mistake="One idle phase for all sessions lets a turn of one hold up the reminders of the"
    " others.",
    users="While one chat works, no other one reminds of anything.",
)
def one_idle_phase_for_all_sessions(
    scenario: Scenario, session: Host, edge: Literal["start", "end", "fail"]
) -> None:
    _turn(scenario, session, edge)
    for other in _sessions(scenario):
        if other is not session and other.process is not None:
            other.process.busy = edge == "start"
            other.settle() if edge == "start" else other.end_turn(other.process)
