"""How a port process fails, and which case is suspected of it."""

from __future__ import annotations

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """How a process failed, and whether it did by hanging."""

    reason: str
    hung: bool = False


class Suspicion(msgspec.Struct, frozen=True):
    """A fault while many requests were under way: which case seems to be at fault, and why.

    The fault may have been at any request that the process can have read, those before position
    `until`. They are asked one by one, and then it shows.
    """

    position: int
    reason: str
    until: int
