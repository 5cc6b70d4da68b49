"""What exploration sees of the machines of the spec: its states and steps in their terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from schedule_conformance.explore.world.running import Running
from schedule_conformance.explore.world.steps import Called, Crashed, Opened, Reopened, Step
from schedule_conformance.explore.world.world import World
from session_schedule.changes import Create, Delete
from session_schedule.effects import (
    Append,
    Claim,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Wake,
    WakeAt,
    WakeWhenIdle,
)
from session_schedule.records import Every, Record

Transition: TypeAlias = tuple[str, str, str]
"""A state, an event, and the state that follows."""

_EVENTS: dict[type, tuple[str, str]] = {
    Flush: ("barrier succeeds", "barrier fails"),
    Fold: ("log is read", ""),
    Now: ("clock is read", ""),
    WakeAt: ("timer is set", ""),
    Claim: ("claim succeeds", "claim is refused"),
    WakeWhenIdle: ("wait for the idle agent", ""),
    FollowUp: ("follow-up is admitted", "follow-up fails"),
    Append: ("change is appended", "append fails"),
    Release: ("claim is released", ""),
}
_OWNER: dict[type, str] = {
    Claim: "claiming",
    WakeWhenIdle: "refused",
    FollowUp: "admitting",
    Append: "dispatching",
    Release: "releasing",
    Wake: "settled",
}
_ENTERED = 1
"""How many results a transaction was told when its turn in the queue has come."""


def owner(before: World, step: Step) -> Iterator[Transition]:
    """What a step is for the owner; nothing where it neither acts nor changes."""
    state, following = _owner_state(before), _owner_state(step.after)
    if step.by is not None and step.by.is_look:
        event = "look again" if isinstance(step.by.effect, Wake) else _event(step)
        yield state, event, following
    elif isinstance(step.event, Opened | Crashed | Reopened):
        names = {Opened: "open", Crashed: "crash", Reopened: "close and open again"}
        yield state, names[type(step.event)], following
    elif state != following:
        yield state, "trigger", following


def call(before: World, step: Step) -> Iterator[Transition]:
    """What a step is for the calls under way."""
    if isinstance(step.event, Called):
        yield "made", "check", "queued"
    elif isinstance(step.event, Crashed) and before.process is not None:
        waiting = [each for each in before.process.queue if not each.is_look]
        current = before.process.current
        if current is not None and not current.is_look:
            yield _call_state(current), "crash", "lost"
        if waiting:
            yield "queued", "crash", "lost"
    elif step.by is not None and not step.by.is_look:
        event = "owner is woken" if isinstance(step.by.effect, Wake) else _event(step)
        yield _call_state(step.by), event, _following_call_state(step)


def record(before: World, step: Step) -> Iterator[Transition]:
    """What a step is for each record whose state, or target, it changes."""
    old, new = before.log.schedules, step.after.log.schedules
    assert old is not None
    assert new is not None
    for id_ in old.seen_ids | new.seen_ids:
        if old.active.get(id_) == new.active.get(id_) and (id_ in old.seen_ids) == (
            id_ in new.seen_ids
        ):
            continue
        states = [
            "active" if id_ in log.active else "ended" if id_ in log.seen_ids else "unseen"
            for log in (old, new)
        ]
        yield states[0], _change(step, old.active.get(id_)), states[1]


def _change(step: Step, before: Record | None) -> str:
    if isinstance(step.event, Crashed):
        return "crash"
    match step.after.log.last:
        case Create():
            return "create"
        case Delete():
            return "delete"
    return f"dispatch of {'an `every`' if isinstance(before, Every) else 'a one-shot'}"


def _event(step: Step) -> str:
    assert step.by is not None
    return _EVENTS[type(step.by.effect)][not step.succeeded]


def _owner_state(world: World) -> str:
    process = world.process
    if process is None:
        return "closed"
    if process.look.stopped is not None:
        return "stopped"
    if not process.look.pending:
        return "resting" if process.timer is None else "waiting"
    current = process.current
    if current is None or not current.is_look:
        return "called"
    match current.effect:
        case Flush():
            return "called" if current.told == _ENTERED else "settling"
        case Fold() | Now() | WakeAt():
            return "deciding" if process.claim is None else "holding"
    return _OWNER[type(current.effect)]


def _call_state(point: Running) -> str:
    match point.effect:
        case Flush():
            return "queued" if point.told == _ENTERED else "confirming"
        case Append():
            return "appending"
    return "answering" if _has_appended(point) else "deciding"


def _has_appended(point: Running) -> bool:
    """Whether a call is past its second barrier: barrier, wake, fold, clock, append, barrier."""
    return point.told > (5 if point.name.startswith("schedule_delete") else 6)


def _following_call_state(step: Step) -> str:
    assert step.by is not None
    if step.answer is not None:
        return "answered"
    process = step.after.process
    assert process is not None
    assert process.current is not None
    return _call_state(process.current)
