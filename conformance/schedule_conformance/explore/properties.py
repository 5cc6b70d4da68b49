"""The properties that exploration checks: each a sentence, and a predicate over one step.

The predicates judge what can be seen of a session: its log, its clock, what was admitted and what
was answered. They share no decision with the transactions that they judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from schedule_conformance.explore.expected import active, first_one_shot, overdue_everies
from schedule_conformance.explore.world.rest import (
    awaits_reopening,
    awaits_trigger,
    has_nothing_to_do,
    is_at_rest,
)
from schedule_conformance.explore.world.steps import Step
from schedule_conformance.explore.world.world import HeldClaim, World
from session_schedule.changes import Dispatch
from session_schedule.effects import Append
from session_schedule.records import Every
from session_schedule.values import MAX_INSTANT


class Property(msgspec.Struct, frozen=True):
    """What must hold.

    Attributes:
        name: A short name.
        sentence: What it says.
        holds: Whether a step from a state keeps it.
    """

    name: str
    sentence: str
    holds: Callable[[World, Step], bool]


def _never_interrupts(before: World, step: Step) -> bool:
    return step.admitted is None or _claim(before) is not None


def _never_early(before: World, step: Step) -> bool:
    if step.admitted is None:
        return True
    latest = max(_clocks(before))
    actives = active(before.log)
    return all(
        occurrence <= latest and (id_ not in actives or actives[id_].scheduled_at <= latest)
        for id_, occurrence in step.admitted.reminders
    )


def _only_what_is_durable(before: World, step: Step) -> bool:
    if step.admitted is None:
        return True
    actives, durable = active(before.log), active(before.log.prefix(before.confirmed))
    return all(actives.get(id_) == durable.get(id_) for id_, _ in step.admitted.reminders)


def _repeats_only_across_a_loss(before: World, step: Step) -> bool:
    if step.admitted is None or before.process is None:
        return True
    actives = active(before.log)
    return all(
        id_ in actives
        and occurrence >= actives[id_].scheduled_at
        and (id_, occurrence) not in before.process.undispatched
        for id_, occurrence in step.admitted.reminders
    )


def _one_shots_first_and_alone(before: World, step: Step) -> bool:
    admitted, claim = step.admitted, _claim(before)
    if admitted is None:
        return True
    if claim is not None and claim.delivery is not None:
        return False
    firsts = [first_one_shot(admitted.log, now) for now in _clocks(before)]
    if admitted.is_batch:
        return None in firsts
    return len(admitted.reminders) == 1 and admitted.reminders[0] in firsts


def _whole_batch_at_one_decision(before: World, step: Step) -> bool:
    admitted, claim, dispatch = step.admitted, _claim(before), _appended_dispatch(step)
    if admitted is not None and admitted.is_batch:
        return any(
            admitted.reminders == overdue_everies(admitted.log, now) for now in _clocks(before)
        )
    if dispatch is None or claim is None or claim.delivery is None or not claim.delivery.is_batch:
        return True
    delivery, decision = claim.delivery, dispatch.accepted_at
    return (
        decision in claim.clocks
        and delivery.reminders == overdue_everies(delivery.log, decision)
        and first_one_shot(delivery.log, decision) is None
        and all(other.accepted_at == decision for other in delivery.dispatched(before.log))
    )


def _follow_up_before_dispatch(before: World, step: Step) -> bool:
    dispatch, claim = _appended_dispatch(step), _claim(before)
    if dispatch is None:
        return True
    if claim is None or claim.delivery is None:
        return False
    return dispatch.id in {id_ for id_, _ in claim.delivery.undispatched(before.log)}


def _nothing_acknowledged_is_lost(_before: World, step: Step) -> bool:
    if step.answer is None:
        return True
    durable = active(step.after.log.prefix(step.after.confirmed))
    match step.answer:
        case {"code": "schedule_not_found", "id": id_} | {"deleted": True, "id": id_}:
            return id_ not in durable
        case {"code": str()}:
            return True
        case {"id": id_}:
            return id_ in durable
        case [*views]:
            return [view["id"] for view in views] == list(durable)
    return False


def _every_log_folds(_before: World, step: Step) -> bool:
    return step.after.log.corrupt is None


def _next_target_on_the_grid(before: World, step: Step) -> bool:
    dispatch = _appended_dispatch(step)
    record = None if dispatch is None else active(before.log).get(dispatch.id)
    if not isinstance(record, Every) or dispatch is None or dispatch.accepted_at is None:
        return True
    interval = record.every_seconds * 1_000
    following = active(step.after.log).get(record.id)
    if following is None:
        return dispatch.accepted_at + interval > MAX_INSTANT
    distance = following.scheduled_at - record.scheduled_at
    return (
        distance % interval == 0
        and following.scheduled_at - interval <= dispatch.accepted_at < following.scheduled_at
    )


def _everything_due_is_delivered(_before: World, step: Step) -> bool:
    after = step.after
    if not is_at_rest(after) or awaits_trigger(after) or awaits_reopening(after):
        return True
    return has_nothing_to_do(after)


EVERYTHING_DUE = Property(
    "everything due is delivered",
    "A session whose agent is idle and whose barrier works comes to rest, with everything due"
    " delivered and a timer set for the next target: at once, or after one more trigger where a"
    " fault struck the owner's last look, or after reopening where an append failed.",
    _everything_due_is_delivered,
)

PROPERTIES = (
    Property(
        "never early",
        "No reminder is delivered before its target, by a clock read while the claim is held.",
        _never_early,
    ),
    Property(
        "never interrupts",
        "A follow-up is admitted only while the agent's idle phase is claimed.",
        _never_interrupts,
    ),
    Property(
        "follow-up before dispatch",
        "A dispatch is appended only for a reminder whose follow-up was admitted in this claim.",
        _follow_up_before_dispatch,
    ),
    Property(
        "nothing acknowledged is lost",
        "What an answer says of the reminders is durable when it is given: a create that was"
        " confirmed, a delete, a list.",
        _nothing_acknowledged_is_lost,
    ),
    Property(
        "only what is durable",
        "A reminder is delivered only from a record that no crash can take away.",
        _only_what_is_durable,
    ),
    Property(
        "repeats only across a loss",
        "An occurrence is delivered again only by a later process, after a crash lost its dispatch"
        " or its dispatch could not be appended; what was deleted or dispatched is not delivered.",
        _repeats_only_across_a_loss,
    ),
    Property(
        "one-shots first and alone",
        "While a one-shot is due, a turn carries exactly the due one with the earliest target,"
        " among equal targets the one created first.",
        _one_shots_first_and_alone,
    ),
    Property(
        "the whole batch at one decision",
        "A batch holds all overdue every records, in the order of targets, each with its latest"
        " occurrence, and all its dispatches carry the decision time at which this is so.",
        _whole_batch_at_one_decision,
    ),
    Property("every log folds", "No log that is written is corrupt.", _every_log_folds),
    Property(
        "next target on the grid",
        "The next target after a dispatch is the first point of the record's grid strictly after"
        " the decision; only a target beyond the calendar ends the record.",
        _next_target_on_the_grid,
    ),
    EVERYTHING_DUE,
)


def _claim(world: World) -> HeldClaim | None:
    return None if world.process is None else world.process.claim


def _clocks(world: World) -> Iterable[int]:
    claim = _claim(world)
    return (world.now,) if claim is None else claim.clocks


def _appended_dispatch(step: Step) -> Dispatch | None:
    if not step.succeeded or step.by is None or not isinstance(step.by.effect, Append):
        return None
    change = step.by.effect.change
    return change if isinstance(change, Dispatch) else None
