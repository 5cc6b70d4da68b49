"""What can come from outside at any moment: calls, clock steps, turns, crashes, reopening."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from schedule_conformance.explore.bounds import CALLS, EVERY_SECONDS
from schedule_conformance.explore.world.rest import awaits_reopening, awaits_trigger
from schedule_conformance.explore.world.running import Running, Transactions
from schedule_conformance.explore.world.steps import (
    Called,
    ClockSet,
    Crashed,
    Opened,
    Reopened,
    Step,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from schedule_conformance.explore.world.world import (
    World,
    arrived,
    at_clock,
    crashed,
    opened,
    woken,
)
from session_schedule.values import MAX_INSTANT

STEP_BACK = 60_000
JUMP = EVERY_SECONDS * 1_000 + 1


class Outside:
    """Everything but the transactions themselves."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._calls = [self._call(tool, arguments) for tool, arguments in CALLS]
        self._deletes: dict[str, Running] = {}

    def actions(self, world: World) -> Iterator[Step]:
        """Yield a step for each action that is possible: calls, clock steps, turns that start."""
        for now in _clocks(world):
            yield Step(at_clock(world, now), "action", ClockSet(now))
        process = world.process
        if process is None:
            return
        for call in [*self._calls, *self._delete_calls(world)]:
            yield Step(arrived(world, call), "action", Called(call))
        if not process.busy and process.claim is None:
            after = replace(world, process=replace(process, busy=True))
            yield Step(after, "action", TurnStarted())

    def _delete_calls(self, world: World) -> Iterator[Running]:
        active = world.log.schedules.active if world.log.schedules is not None else ()
        for id_ in active:
            if id_ not in self._deletes:
                self._deletes[id_] = self._call("schedule_delete", {"id": id_})
            yield self._deletes[id_]

    def _call(self, tool: str, arguments: dict[str, Any]) -> Running:
        begin = partial(self._transactions.tools[tool], arguments)
        return Running(f"{tool} {json.dumps(arguments)}", False, begin)


def crashes(world: World) -> Iterator[Step]:
    """Yield a step for each crash that is possible now: it may lose what was not confirmed."""
    if world.process is not None:
        for lost in range(world.log.length - world.confirmed + 1):
            yield Step(crashed(world, lost), "crash", Crashed(lost))


def unbidden(world: World) -> Iterator[Step]:
    """Yield what is bound to happen some time, so that nothing waits for ever.

    A session is opened, a turn ends, and what a fault left undone gets its next chance.
    """
    process = world.process
    if process is None:
        yield Step(opened(world), "free", Opened())
    elif process.busy:
        idle = replace(world, process=replace(process, busy=False))
        yield Step(woken(idle), "free", TurnEnded())
    elif awaits_reopening(world):
        yield Step(opened(world), "free", Reopened())
    elif awaits_trigger(world):
        yield Step(woken(world), "free", TurnPassed())


def _clocks(world: World) -> Iterator[int]:
    """Yield where the clock may step: around the next target, beyond all, and back."""
    schedules = world.log.schedules
    targets = [record.scheduled_at for record in schedules.active.values()] if schedules else []
    ahead = [target for target in targets if target > world.now]
    instants = {world.now - STEP_BACK}
    if ahead:
        instants |= {min(ahead), min(ahead) - 1}
    if targets:
        instants.add(min(max(targets) + JUMP, MAX_INSTANT))
    process = world.process
    if process is not None and process.timer is not None:
        instants.add(world.now + process.timer)
    yield from sorted(instants - {world.now})
