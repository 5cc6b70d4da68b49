"""How long to wait for a port: time in which the runner itself stood still does not count."""

from __future__ import annotations

from time import monotonic

_AWAKE = 1.0
"""Whoever looks at the clock every tenth of a second, and finds that more than this has passed
since the last look, was suspended: the port may have been, too."""


class Patience:
    """Seconds that run out while somebody looks at them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew, as when the port has shown a sign of life."""
        self._left = self._seconds
        self._looked = monotonic()

    @property
    def left(self) -> float:
        """The seconds that are left, 0 at least."""
        now = monotonic()
        self._left -= min(now - self._looked, _AWAKE)
        self._looked = now
        return max(0.0, self._left)

    @property
    def over(self) -> bool:
        """Whether none is left."""
        return self.left == 0.0
