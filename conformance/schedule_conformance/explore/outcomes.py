"""Every outcome of the effect that the current transaction asks for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schedule_conformance.explore.world.deliveries import Delivery, read_delivery
from schedule_conformance.explore.world.running import Result
from schedule_conformance.explore.world.steps import Cost, Step
from schedule_conformance.explore.world.world import (
    HeldClaim,
    Process,
    World,
    current,
    resumed,
    with_timer,
    woken,
)
from session_schedule.effects import (
    Append,
    Claim,
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


def outcomes(world: World) -> Iterator[Step]:
    """Yield a step for each outcome of the effect that is pending, if one is."""
    process = world.process
    if process is None or process.current is None:
        return
    match process.current.effect:
        case Flush():
            yield _step(replace(world, confirmed=world.log.length), True)
            yield _failure(_struck(world, process))
        case Fold():
            yield _step(world, world.log)
        case Now():
            yield _step(world, world.now)
        case Append(change):
            yield _step(replace(world, log=world.log.append(change)), True)
            yield _failure(world)
        case Wake():
            yield _step(woken(world))
        case WakeAt(instant):
            yield _step(with_timer(world, instant))
        case Claim():
            yield from _claims(world, process)
        case FollowUp(text):
            delivery = read_delivery(text, world.log)
            yield replace(_step(_admitted(world, process, delivery), True), admitted=delivery)
            yield _failure(_struck(world, process))
        case Release():
            yield _step(_released(world, process))
        case WakeWhenIdle():
            yield _step(world if process.busy else woken(world))
        case Enter() | None:
            raise TypeError("a transaction enters the queue once, and leaves it when it ends")


def _step(performed: World, result: Result = None) -> Step:
    return _outcome(performed, result, "free")


def _failure(world: World) -> Step:
    return _outcome(world, False, "fault")


def _outcome(performed: World, result: Result, cost: Cost) -> Step:
    by = current(performed)
    following = by.after(result)
    answer = None if by.is_look else following.value
    after = resumed(performed, following)
    return Step(after, cost, by=by, succeeded=result is not False, answer=answer)


def _struck(world: World, process: Process) -> World:
    if process.current is None or not process.current.is_look:
        return world
    return replace(world, process=replace(process, struck=True))


def _claims(world: World, process: Process) -> Iterator[Step]:
    if process.busy or process.claim is not None:
        yield _step(world, False)
        return
    claimed = replace(process, claim=HeldClaim((world.now,)))
    yield _step(replace(world, process=claimed), True)
    yield _failure(world)


def _admitted(world: World, process: Process, delivery: Delivery) -> World:
    if process.claim is None:
        return world
    claim = replace(process.claim, delivery=delivery)
    return replace(world, process=replace(process, claim=claim))


def _released(world: World, process: Process) -> World:
    """Give the idle phase back; what was admitted opens its turn (DUE-21)."""
    delivery = None if process.claim is None else process.claim.delivery
    process = replace(process, claim=None)
    if delivery is not None:
        left = delivery.undispatched(world.log)
        undispatched = tuple(sorted({*process.undispatched, *left}))
        process = replace(process, busy=True, undispatched=undispatched)
    return replace(world, process=process)
