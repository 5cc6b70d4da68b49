"""Deliberately wrong transactions, each the reference with some effects altered."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from schedule_conformance.explore.world.running import Transactions
from session_schedule.changes import Dispatch
from session_schedule.delivery import DueOneShot, drive, due
from session_schedule.effects import (
    Append,
    Claim,
    Effect,
    Flush,
    Fold,
    FollowUp,
    Now,
    Release,
    Transaction,
    Wake,
    WakeAt,
    WakeWhenIdle,
)
from session_schedule.errors import CorruptLog
from session_schedule.fold import Schedules
from session_schedule.framing import frame_one_shot
from session_schedule.records import Every, Record
from session_schedule.tools import TOOLS
from session_schedule.view import is_due

Performance: TypeAlias = Generator[Effect, Any, Any]
Alter: TypeAlias = Callable[[Effect], Performance]
"""Yields what is done in the place of an effect, and returns the result that it is to have."""


def wrong_owner(alteration: Callable[[], Alter]) -> Transactions:
    """Return the transactions with an owner each of whose looks is altered anew."""
    return Transactions(drive=_altered(drive, alteration))


def wrong_tool(tool: str, alteration: Callable[[], Alter]) -> Transactions:
    """Return the transactions with one tool altered."""
    return Transactions(tools={**TOOLS, tool: _altered(TOOLS[tool], alteration)})


def _altered(
    begin: Callable[..., Transaction[Any]], alteration: Callable[[], Alter]
) -> Callable[..., Transaction[Any]]:
    def run(*arguments: Any) -> Transaction[Any]:
        alter = alteration()
        transaction = begin(*arguments)
        try:
            effect = next(transaction)
            while True:
                try:
                    result = yield from alter(effect)
                except CorruptLog as error:
                    effect = transaction.throw(error)
                else:
                    effect = transaction.send(result)
        except StopIteration as end:
            return end.value

    return run


def skips(kind: type[Effect], nth: int | None = None) -> Callable[[], Alter]:
    """Take it for granted that the nth effect of a kind, or each, succeeded."""

    def alteration() -> Alter:
        met = 0

        def alter(effect: Effect) -> Performance:
            nonlocal met
            if isinstance(effect, kind):
                met += 1
                if nth in {None, met}:
                    return True
            return (yield effect)

        return alter

    return alteration


def ignores_failure(kind: type[Effect]) -> Callable[[], Alter]:
    """Go on as if effects of a kind had succeeded."""

    def alter(effect: Effect) -> Performance:
        result = yield effect
        return True if isinstance(effect, kind) else result

    return lambda: alter


def sees(vision: Callable[[Schedules, int], Schedules]) -> Callable[[], Alter]:
    """Take the log for something else than it is, which may depend on the clock."""

    def alter(effect: Effect) -> Performance:
        result = yield effect
        return vision(result, (yield Now())) if isinstance(effect, Fold) else result

    return lambda: alter


def _without(schedules: Schedules, hidden: Callable[[Record], bool]) -> Schedules:
    active = {id_: record for id_, record in schedules.active.items() if not hidden(record)}
    return Schedules(active, schedules.seen_ids)


def _due_everies(schedules: Schedules, now: int) -> list[Record]:
    return [
        record
        for record in schedules.active.values()
        if isinstance(record, Every) and is_due(record, now)
    ]


def everies_first(schedules: Schedules, now: int) -> Schedules:
    """Overlook the one-shots while an every is due."""
    everies = _due_everies(schedules, now)
    return _without(schedules, lambda record: everies != [] and record not in everies)


def one_every_at_a_time(schedules: Schedules, now: int) -> Schedules:
    """Overlook all due everies but one."""
    others = _due_everies(schedules, now)[1:]
    return _without(schedules, lambda record: record in others)


def only_active_ids_as_seen(schedules: Schedules, _now: int) -> Schedules:
    """Forget the ids of records that have ended."""
    return Schedules(schedules.active, dict.fromkeys(schedules.active))


def everything_as_active(schedules: Schedules, _now: int) -> Schedules:
    """Believe that each record ever created is still active."""
    record: Any = None
    return Schedules(dict.fromkeys(schedules.seen_ids, record), schedules.seen_ids)


def decides_by_the_first_clock() -> Alter:
    """Read the clock before the claim only."""
    first: int | None = None

    def alter(effect: Effect) -> Performance:
        nonlocal first
        if not isinstance(effect, Now):
            return (yield effect)
        if first is None:
            first = yield effect
        return first

    return alter


def reads_the_clock_a_millisecond_ahead() -> Alter:
    """Round the clock up."""

    def alter(effect: Effect) -> Performance:
        result = yield effect
        return result + 1 if isinstance(effect, Now) else result

    return alter


def dispatches_before_the_follow_up() -> Alter:
    """Make the dispatch durable first, so that nothing is delivered twice."""
    waiting: list[FollowUp] = []

    def alter(effect: Effect) -> Performance:
        if isinstance(effect, FollowUp):
            waiting.append(effect)
            return True
        result = yield effect
        if isinstance(effect, Append) and waiting:
            yield waiting.pop()
        return result

    return alter


def delivers_two_one_shots_in_one_turn() -> Alter:
    """Deliver one more one-shot while the claim is held."""

    def alter(effect: Effect) -> Performance:
        if isinstance(effect, Release):
            schedules: Schedules = yield Fold()
            decision = due(schedules.active.values(), (yield Now()))
            if isinstance(decision, DueOneShot):
                yield FollowUp(frame_one_shot(decision.record))
                yield Append(Dispatch(decision.record.id))
        return (yield effect)

    return alter


def decides_anew_for_each_dispatch() -> Alter:
    """Stamp each dispatch with the clock at its append."""

    def alter(effect: Effect) -> Performance:
        match effect:
            case Append(Dispatch(id_, int())):
                return (yield Append(Dispatch(id_, (yield Now()))))
        return (yield effect)

    return alter


def stops_on_a_refused_follow_up() -> Alter:
    """Treat a follow-up that was not admitted like a dispatch that was not appended."""
    refused = False

    def alter(effect: Effect) -> Performance:
        nonlocal refused
        if refused and isinstance(effect, Append):
            return False
        result = yield effect
        if isinstance(effect, FollowUp) and not result:
            refused = True
            return True
        return result

    return alter


def looks_again_and_again() -> Alter:
    """Poll instead of waiting for the timer."""

    def alter(effect: Effect) -> Performance:
        result = yield effect
        if isinstance(effect, WakeAt):
            yield Wake()
        return result

    return alter


BROKEN: dict[str, tuple[str, Transactions]] = {
    "the clock of the first look decides": (
        "never early",
        wrong_owner(decides_by_the_first_clock),
    ),
    "the clock is rounded up": ("never early", wrong_owner(reads_the_clock_a_millisecond_ahead)),
    "a refused claim is ignored": ("never interrupts", wrong_owner(ignores_failure(Claim))),
    "the dispatch comes first": (
        "follow-up before dispatch",
        wrong_owner(dispatches_before_the_follow_up),
    ),
    "a refused follow-up is dispatched": (
        "follow-up before dispatch",
        wrong_owner(ignores_failure(FollowUp)),
    ),
    "a create has no second barrier": (
        "nothing acknowledged is lost",
        wrong_tool("schedule_create", skips(Flush, 2)),
    ),
    "a delete has no second barrier": (
        "nothing acknowledged is lost",
        wrong_tool("schedule_delete", skips(Flush, 2)),
    ),
    "a delete's failed append is answered as done": (
        "nothing acknowledged is lost",
        wrong_tool("schedule_delete", ignores_failure(Append)),
    ),
    "a list has no barrier": (
        "nothing acknowledged is lost",
        wrong_tool("schedule_list", skips(Flush)),
    ),
    "the owner has no barrier": ("only what is durable", wrong_owner(skips(Flush, 1))),
    "the owner goes on after a failed append": (
        "repeats only across a loss",
        wrong_owner(ignores_failure(Append)),
    ),
    "nothing is dispatched": ("repeats only across a loss", wrong_owner(skips(Append))),
    "two one-shots share a turn": (
        "one-shots first and alone",
        wrong_owner(delivers_two_one_shots_in_one_turn),
    ),
    "everies come before one-shots": (
        "one-shots first and alone",
        wrong_owner(sees(everies_first)),
    ),
    "a batch holds one record": (
        "the whole batch at one decision",
        wrong_owner(sees(one_every_at_a_time)),
    ),
    "each dispatch has its own decision": (
        "the whole batch at one decision",
        wrong_owner(decides_anew_for_each_dispatch),
    ),
    "ids are used again": (
        "every log folds",
        wrong_tool("schedule_create", sees(only_active_ids_as_seen)),
    ),
    "what has ended is deleted": (
        "every log folds",
        wrong_tool("schedule_delete", sees(everything_as_active)),
    ),
    "a create wakes nobody": (
        "everything due is delivered",
        wrong_tool("schedule_create", skips(Wake)),
    ),
    "there is no timer": ("everything due is delivered", wrong_owner(skips(WakeAt))),
    "nobody waits for an idle agent": (
        "everything due is delivered",
        wrong_owner(skips(WakeWhenIdle)),
    ),
    "a refused follow-up stops the owner": (
        "everything due is delivered",
        wrong_owner(stops_on_a_refused_follow_up),
    ),
    "the claim is never released": ("everything due is delivered", wrong_owner(skips(Release))),
    "the owner polls": ("everything due is delivered", wrong_owner(looks_again_and_again)),
}
"""Each mistake with the property that it breaks."""
