"""Mistakes about the barriers of a tool call, and about the clock before and after them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from session_schedule.create import create_record
from session_schedule.effects import Append, Effect, Enter, Flush, Fold, Now, Transaction, Wake
from session_schedule.errors import CorruptLog, InvalidInput
from session_schedule.tools import Answer, Arguments, create, delete, list_
from wrong_ports.altering import Past, altered, altering, earlier
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.replacing import Function

Alteration: TypeAlias = Generator[Effect, Any, Any]


def _on_malformed_calls(late: Function) -> Replacements:
    """Calls that could be refused at once go through `late` first."""

    def begins(begin: Function) -> Function:
        def run(arguments: Arguments) -> Transaction[Any]:
            try:
                next(begin(arguments))
            except StopIteration as refused:
                return (yield from late(arguments, refused.value))
            return (yield from begin(arguments))

        return run

    return {begin: begins(begin) for begin in (create, delete)}


@wrong_port(
    _on_malformed_calls,
    mistake="Checking arguments after the barrier makes the caller wait, and hides his mistake"
    " behind a storage problem.",
    users="While storage is down a model cannot learn that its arguments are wrong.",
)
def arguments_checked_after_the_barrier(
    arguments: Arguments, refusal: Answer
) -> Transaction[Answer]:
    yield Enter()
    if not (yield Flush()):
        operation = "delete" if "id" in arguments else "create"
        return {"code": "persistence_uncertain", "message": "", "operation": operation}
    yield Wake()
    try:
        yield Fold()
    except CorruptLog as error:
        return {"code": error.code, "message": error.message}
    return refusal


def _stale_clock(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, Enter):
        result = yield effect
        past.append((Now(), (yield Now())))
        return result
    if isinstance(effect, Now):
        return next(result for before, result in past if isinstance(before, Now))
    return (yield effect)


@wrong_port(
    instead_of(create),
    mistake="Judging the target before the barrier uses a clock that is stale when the record is"
    " written.",
    users="A reminder in a minute comes early by the time that the barrier took.",
)
def target_judged_before_the_barrier(arguments: Arguments) -> Transaction[Answer]:
    transaction = create(arguments)
    try:
        yield next(transaction)
        now = yield Now()
        create_record(arguments, "schedule-1", now)
        effect = transaction.send(None)
        while not isinstance(effect, Now):
            effect = transaction.send((yield effect))
        effect = transaction.send(now)
        while True:
            effect = transaction.send((yield effect))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    except (InvalidInput, CorruptLog) as error:
        return {"code": error.code, "message": error.message}


@wrong_port(
    altering(create, delete),
    mistake="Acknowledging before the barrier loses a reminder that the caller was promised.",
    users="The model says that all is set, and a crash a moment later takes it away.",
)
def no_barrier_after_the_append(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, Flush) and earlier(past, Append):
        return True
    return (yield effect)


@wrong_port(
    altering(create, list_, delete),
    mistake="Reading the log without a barrier answers from what a crash may take away.",
    users="A list shows a reminder that is gone after a crash.",
)
def no_barrier_before_reading(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, Flush) and not earlier(past, Flush):
        return True
    return (yield effect)


@wrong_port(
    altering(create, delete),
    mistake="Answering success, or failure without the id, when the barrier failed makes the caller"
    " create the reminder twice.",
    users="The model says that all is set where nobody can know.",
)
def failed_barrier_overlooked(effect: Effect, _past: Past) -> Alteration:
    result = yield effect
    return True if isinstance(effect, Flush) else result


@wrong_port(
    altering(create, delete),
    mistake="Awaiting a second barrier though nothing was appended makes a plain mistake look like"
    " a storage problem.",
    users="A model is told that a reminder may exist which was never made.",
)
def two_barriers_always(effect: Effect, past: Past) -> Alteration:
    result = yield effect
    if isinstance(effect, Flush) and not earlier(past, Flush):
        return result and (yield Flush())
    return result


@wrong_port(
    altering(create, list_, delete),
    mistake="Not waking the owner after a barrier leaves due reminders lying, or the timer at an"
    " old target.",
    users="A new reminder is overslept until something else happens.",
)
def owner_not_woken(effect: Effect, _past: Past) -> Alteration:
    return None if isinstance(effect, Wake) else (yield effect)


def _stale_view(effect: Effect, past: Past) -> Alteration:
    if isinstance(effect, Now) and earlier(past, Append):
        return next(result for before, result in past if isinstance(before, Now))
    return (yield effect)


@wrong_port(
    lambda alter: {list_: altered(list_, alter), create: altered(create, _stale_view)},
    mistake="Taking the view with the clock of the call shows a reminder as scheduled when it is"
    " overdue.",
    users="The model says that a reminder is to come while it is already there.",
)
def views_with_an_early_clock(effect: Effect, past: Past) -> Alteration:
    return (yield from _stale_clock(effect, past))
