"""The faults that a scenario arms: coming effects that will not succeed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """One coming effect that will not succeed.

    Attributes:
        at: The sort of effect, such as ``flush`` or ``append``.
        kind: ``fail``, ``throw``, ``hold``, ``crash-before`` or ``crash-after``.
        nth: Counts down to the effect that is struck.
        lost: How many unconfirmed changes a crash loses.
    """

    at: str
    kind: str
    nth: int = 1
    lost: int = 0


class Crash(Exception):
    """The process dies here; ``lost`` of the unconfirmed changes are gone."""

    def __init__(self, lost: int) -> None:
        super().__init__(f"a crash that loses {lost}")
        self.lost = lost


class Held(Exception):
    """The barrier does not end before it is released."""


class Faults:
    """The faults that are armed and have not struck; a new process finds them armed still."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []

    @property
    def are_armed(self) -> bool:
        """Whether a fault is still to strike."""
        return bool(self._armed)

    def arm(self, fault: Fault) -> None:
        """Let a fault strike a coming effect."""
        self._armed.append(fault)

    def perform(self, at: str, effect: Callable[[], None]) -> bool:
        """Perform an effect, or let an armed fault strike; tell whether it succeeded.

        Raises:
            Crash: the process dies at this effect.
            Held: the effect is a barrier that waits to be released.
        """
        fault = self._striking(lambda fault: fault.at == at and fault.kind != "throw")
        if fault is None:
            effect()
            return True
        if fault.kind == "crash-after":
            effect()
        if fault.kind in {"crash-before", "crash-after"}:
            raise Crash(fault.lost)
        if fault.kind == "hold":
            raise Held
        return False

    def throws(self, at: str) -> bool:
        """Tell whether an effect throws, which it may do even where it could not take place."""
        return self._striking(lambda fault: fault.at == at and fault.kind == "throw") is not None

    def _striking(self, fits: Callable[[Fault], bool]) -> Fault | None:
        """The fault that strikes; every armed one that fits counts the effect."""
        fitting = [fault for fault in self._armed if fits(fault)]
        for fault in fitting:
            fault.nth -= 1
        striking = next((fault for fault in fitting if fault.nth <= 0), None)
        if striking is not None:
            self._armed.remove(striking)
        return striking
