"""How a process ended, in words."""

from __future__ import annotations

import signal

ENDED_WELL = "it ended with status 0"


def describe(status: int | None) -> str:
    """What became of a process that ended with this status, or did not (None)."""
    if status is None:
        return "it did not end by itself and was killed"
    if status >= 0:
        return f"it ended with status {status}"
    try:
        return f"it was killed by {signal.Signals(-status).name}"
    except ValueError:  # one of the real-time signals, of which most have no name
        return f"it was killed by signal {-status}"
