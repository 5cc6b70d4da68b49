"""A session at rest: nothing is under way, nor will be before something comes from outside."""

from __future__ import annotations

from schedule_conformance.explore.world.world import World


def is_at_rest(world: World) -> bool:
    """Tell whether the session is open and the agent idle, and nothing is under way."""
    process = world.process
    return process is not None and process.current is None and not process.busy


def awaits_trigger(world: World) -> bool:
    """Tell whether a fault made the owner leave its work to the next trigger (DUE-10, DUE-16)."""
    return is_at_rest(world) and world.process is not None and world.process.struck


def awaits_reopening(world: World) -> bool:
    """Tell whether a failed append made the owner leave its work to the next process (DUE-17)."""
    return is_at_rest(world) and world.process is not None and world.process.undispatched != ()


def has_nothing_to_do(world: World) -> bool:
    """Tell whether nothing is due, and the owner will wake for the next target."""
    process, schedules = world.process, world.log.schedules
    if process is None or schedules is None:
        return False
    waits = [record.scheduled_at - world.now for record in schedules.active.values()]
    if not waits:
        return True
    return process.timer is not None and process.timer <= min(waits)
