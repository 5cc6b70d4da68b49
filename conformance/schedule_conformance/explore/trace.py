"""A path in words, one line a step, for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from schedule_conformance.explore.explorer import Violation
from schedule_conformance.explore.world.steps import (
    Called,
    ClockSet,
    Crashed,
    Event,
    Opened,
    Reopened,
    Step,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from session_schedule.changes import encode_change
from session_schedule.effects import (
    Append,
    Claim,
    Effect,
    Enter,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Wake,
    WakeAt,
    WakeWhenIdle,
)
from session_schedule.values import format_instant


def lines(violation: Violation) -> Iterator[str]:
    """Yield what is broken, and the steps that lead there."""
    for broken in violation.broken:
        yield f"broken: {broken.name}. {broken.sentence}"
    yield "a shortest path there:"
    yield from steps(violation.trace)
    if violation.loop:
        yield f"and so on without end: the last {violation.loop} steps are a loop"


def steps(trace: Sequence[Step]) -> Iterator[str]:
    """Yield one numbered line for each step."""
    for number, step in enumerate(trace, 1):
        yield f"{number:>4}  {_words(step)}"


def _words(step: Step) -> str:
    if step.event is not None:
        return _event(step.event)
    if step.by is None or step.by.effect is None:
        raise TypeError("a step is an event or the outcome of an effect")
    words = f"{step.by.name}: {_effect(step.by.effect, step)}"
    return words if step.answer is None else f"{words}; it answers {json.dumps(step.answer)}"


def _event(event: Event) -> str:
    match event:
        case Opened():
            return "the session is opened"
        case Called(call):
            return f"{call.name} is called"
        case ClockSet(now):
            return f"the clock moves to {format_instant(now)}"
        case TurnStarted():
            return "a turn of the user starts"
        case TurnEnded():
            return "the turn ends"
        case TurnPassed():
            return "a turn of the user starts and ends"
        case Reopened():
            return "the session is closed in good order, and opened again"
        case Crashed(lost):
            return f"the process crashes; changes lost: {lost}"


def _effect(effect: Effect, step: Step) -> str:
    match effect:
        case Flush():
            return "the barrier succeeds" if step.succeeded else "the barrier FAILS"
        case Fold():
            return f"reads the log of {step.after.log.length} changes"
        case Now():
            return f"reads the clock, {format_instant(step.after.now)}"
        case Append(change):
            verb = "appends" if step.succeeded else "FAILS to append"
            return f"{verb} {json.dumps(encode_change(change))}"
        case Wake():
            return "wakes the owner"
        case WakeAt(instant):
            return f"sets the timer to {format_instant(instant)}"
        case Claim():
            return "claims the idle phase" if step.succeeded else "is REFUSED the idle phase"
        case Release():
            return "releases the idle phase"
        case WakeWhenIdle():
            return "waits for the agent to be idle"
        case FollowUp():
            return _follow_up(step)
        case Enter():
            return "enters the queue"


def _follow_up(step: Step) -> str:
    if step.admitted is None:
        return "the follow-up is REFUSED"
    kind = "a batch" if step.admitted.is_batch else "a one-shot"
    reminders = ", ".join(f"{id_} of {format_instant(at)}" for id_, at in step.admitted.reminders)
    return f"the follow-up is admitted: {kind}, {reminders}"
