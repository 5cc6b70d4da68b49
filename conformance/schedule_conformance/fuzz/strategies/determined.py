"""Which scenarios have one right answer, whatever freedom a port makes use of.

A port may look at the log more often than it must, each look with a barrier. So a scenario is
determined if each fault strikes in the step right after it, at an effect that comes at a certain
place there; if time does not pass while the owner waits for its next trigger; and if a crash loses
something only while a barrier is held, for who knows what another look has confirmed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from schedule_conformance.base import jsontext
from schedule_conformance.fuzz.strategies.steps import reaches_the_log
from schedule_conformance.ports.scenario import Malformed
from schedule_conformance.reference_port.scenario import Scenario

Json = dict[str, Any]


class Course:
    """A scenario that the reference goes through step by step.

    Attributes:
        scenario: The scenario in the reference.
        waits_for_trigger: Something failed in a look of the owner, and it does not look again
            before something wakes it.
    """

    def __init__(self, args: Json) -> None:
        """Open the session."""
        self.scenario = Scenario(_copied(args))
        self.scenario.open()
        self.waits_for_trigger = False

    @property
    def is_open(self) -> bool:
        """Whether the session is open."""
        process = self.scenario.host.process
        return process is not None and not process.disposed

    @property
    def is_held(self) -> bool:
        """Whether a barrier is held."""
        process = self.scenario.host.process
        return process is not None and process.current is not None

    @property
    def is_busy(self) -> bool:
        """Whether a turn is in progress."""
        process = self.scenario.host.process
        return process is not None and process.busy

    @property
    def awaits_idle(self) -> bool:
        """Whether a claim was refused, so that the end of the turn may lead to a second look."""
        process = self.scenario.host.process
        return process is not None and process.awaits_idle

    @property
    def under_way(self) -> list[int]:
        """The numbers of the calls that can be cancelled, the one in progress first."""
        process = self.scenario.host.process
        if process is None or process.disposed:
            return []
        tasks = [*([process.current] if process.current else []), *process.queue]
        return [task.call for task in tasks if task.call is not None and not task.cancelled]

    @property
    def is_calm(self) -> bool:
        """Whether a fault can be armed: nothing is held, and nothing waits to be tried again."""
        return not self.is_held and not self.waits_for_trigger

    def go(self, step: Json, fault: Json | None = None) -> bool:
        """Go a step, with a fault armed before it, if any; tell whether all is determined.

        Raises:
            Malformed: the step is impossible here.
        """
        determined = self._allows(step, fault)
        if fault is not None:
            self.scenario.perform(_copied({"fault": fault}))
        self.scenario.perform(_copied(step))
        if fails_the_owner(step, fault):
            self.waits_for_trigger = True
        elif _wakes(step):
            self.waits_for_trigger = False
        return determined and not self.scenario.host.faults.are_armed

    def _allows(self, step: Json, fault: Json | None) -> bool:
        if fault is not None and not self.is_calm:
            return False
        match step:
            case {"clock": _}:
                return not self.waits_for_trigger
            case {"crash": {"lost": int(lost)}}:
                return lost == 0 or self.is_held
            case {"dispose": _}:
                return not self.is_held
            case {"calls": calls}:
                return fault is None and all(map(reaches_the_log, calls))
            case {"call": _}:
                return fault is None or (
                    fault["at"] in {"flush", "append", "read"} and reaches_the_log(step)
                )
            case {"turn": "end" | "fail"}:
                return fault is None or not self.awaits_idle
            case {"open": _}:
                return True
        return fault is None


def _copied(value: Json) -> Json:
    """A copy of JSON by way of its text, many times as fast as `copy.deepcopy`."""
    copied: Json = jsontext.decode(jsontext.encode(value))
    return copied


def determined(args: Json) -> bool:
    """Whether a scenario is well formed and has one right answer."""
    steps = args["steps"]
    if steps and "fault" in steps[-1]:
        return False
    if any("fault" in first and "fault" in second for first, second in pairwise(steps)):
        return False
    try:
        course = Course(args)
        return all(
            "fault" in step or course.go(step, before.get("fault"))
            for before, step in pairwise([{}, *steps])
        )
    except Malformed:
        return False


def fails_the_owner(step: Json, fault: Json | None) -> bool:
    """Whether a step lets a look of the owner fail, after which it waits for a trigger."""
    match step, fault:
        case {"release": "fail"}, _:
            return True
        case (({"clock": _} | {"open": _} | {"turn": _}), {"kind": "fail", "at": at}):
            return bool(at != "claim")
    return False


def _wakes(step: Json) -> bool:
    match step:
        case {"call": _}:
            return reaches_the_log(step)
        case {"calls": _} | {"open": _} | {"turn": "end" | "fail"}:
            return True
    return False
