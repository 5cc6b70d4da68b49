"""The state of one session as exploration sees it, and what changes in it by itself."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from schedule_conformance.explore.world.deliveries import Delivery, Reminder
from schedule_conformance.explore.world.logs import Log
from schedule_conformance.explore.world.running import Running
from session_schedule.delivery import MAX_WAIT
from session_schedule.look import Look


class HeldClaim(msgspec.Struct, frozen=True):
    """The agent's idle phase, taken by the owner.

    Attributes:
        clocks: What the clock has shown since it was taken, each instant once.
        delivery: What was admitted since.
    """

    clocks: tuple[int, ...]
    delivery: Delivery | None = None


class Process(msgspec.Struct, frozen=True):
    """What a crash takes away.

    Attributes:
        busy: A turn is in progress.
        timer: After how many more milliseconds the owner's wait ends.
        look: Where the owner is with its looks at the log (DUE-20).
        struck: A fault befell the owner's last look, so it waits for the next trigger.
        claim: The claim that is held.
        undispatched: Reminders that this process delivered and whose dispatch the log lacks.
        current: The transaction whose turn it is; None only if the queue is empty.
        queue: Those that wait for their turn.
    """

    busy: bool = False
    timer: int | None = None
    look: Look[bool] = Look()
    struck: bool = False
    claim: HeldClaim | None = None
    undispatched: tuple[Reminder, ...] = ()
    current: Running | None = None
    queue: tuple[Running, ...] = ()


class World(msgspec.Struct, frozen=True):
    """One session: its log and clock, which outlive a crash, and the live process, if any.

    Attributes:
        log: All that was appended and not lost.
        confirmed: How many of its changes no crash can take away.
        now: The wall clock, in milliseconds since the epoch.
        look: The beginning of a look of the owner.
        process: What lives while the session is open.
    """

    log: Log
    confirmed: int
    now: int
    look: Running
    process: Process | None = None


class Impossible(Exception):
    """A session was asked for what it cannot do in its state: a defect of the explorer."""


def live(world: World) -> Process:
    """Return the process of a session that is open."""
    if world.process is None:
        raise Impossible
    return world.process


def opened(world: World) -> World:
    """Return the session with a new process, whose owner looks at once (DUE-1)."""
    return replace(world, process=_woken(Process(), world.look))


def crashed(world: World, lost: int) -> World:
    """Return the session after a crash that took the newest changes, as many as told."""
    log = world.log.prefix(world.log.length - lost)
    return replace(world, log=log, confirmed=log.length, process=None)


def woken(world: World) -> World:
    """Return the session after something that wakes the owner (DUE-20)."""
    return replace(world, process=_woken(live(world), world.look))


def at_clock(world: World, now: int) -> World:
    """Return the session with another clock.

    A step forward is time that passes for a wait, too, as on a machine that slept; a step back
    takes nothing away from a wait.
    """
    process = world.process
    if process is not None:
        if process.claim is not None and now not in process.claim.clocks:
            clocks = tuple(sorted((*process.claim.clocks, now)))
            process = replace(process, claim=replace(process.claim, clocks=clocks))
        if process.timer is not None and now > world.now:
            process = replace(process, timer=process.timer - (now - world.now))
            if process.timer is not None and process.timer <= 0:
                process = _woken(process, world.look)
    return replace(world, now=now, process=process)


def with_timer(world: World, instant: int) -> World:
    """Return the session with the owner's timer set; one that has passed ends at once."""
    if instant <= world.now:
        return woken(world)
    timer = min(instant - world.now, MAX_WAIT)
    return replace(world, process=replace(live(world), timer=timer))


def arrived(world: World, call: Running) -> World:
    """Return the session after a tool was called."""
    return replace(world, process=_queued(live(world), call))


def current(world: World) -> Running:
    """Return the transaction whose turn it is, in a session where there is one."""
    running = live(world).current
    if running is None:
        raise Impossible
    return running


def resumed(world: World, following: Running) -> World:
    """Return the session with the current transaction at its next point.

    When that is its end, the next in the queue has its turn at once: nothing that could happen in
    between would make a difference.
    """
    process = replace(live(world), current=following)
    if following.effect is None:
        process = _finished(process, following, world.look)
    return replace(world, process=process)


def _finished(process: Process, ended: Running, look: Running) -> Process:
    waiting = process.queue
    current = waiting[0].after(None) if waiting else None
    process = replace(process, current=current, queue=waiting[1:])
    if not ended.is_look:
        return process
    stopped = True if ended.value is not None else None
    if stopped:
        process = replace(process, timer=None)
    return _looking(process, *process.look.ended(stopped), look)


def _woken(process: Process, look: Running) -> Process:
    return _looking(replace(process, timer=None), *process.look.woken(), look)


def _looking(process: Process, state: Look[bool], look_now: bool, look: Running) -> Process:
    process = replace(process, look=state)
    if not look_now:
        return process
    return _queued(replace(process, timer=None, struck=False), look)


def _queued(process: Process, transaction: Running) -> Process:
    """Put a transaction, which waits to enter, at the end of the queue."""
    if process.current is None:
        return replace(process, current=transaction.after(None))
    return replace(process, queue=(*process.queue, transaction))
