"""A bar on a terminal that shows how much of the logs is read."""

from __future__ import annotations

from time import monotonic
from typing import IO

_TICK = 0.1
_WIDTH = 30
_MEGABYTE = 1_000_000


class ReadingBar:
    """Shows progress on a terminal, and nothing anywhere else."""

    def __init__(self, stream: IO[str], total: int | None) -> None:
        """Begin.

        Args:
            stream: Where the bar is drawn.
            total: How many bytes there are to be read; None if nobody knows.
        """
        self._stream = stream
        self._total = total
        self._last = monotonic()
        self._shown = False

    def __call__(self, done: int) -> None:
        """Show how many bytes are read, unless that was shown a moment ago."""
        now = monotonic()
        if now - self._last < _TICK or not self._stream.isatty():
            return
        self._last = now
        self._shown = True
        self._stream.write(f"\r\x1b[K{self._bar(done)}")
        self._stream.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _bar(self, done: int) -> str:
        if not self._total:
            return f"{done // _MEGABYTE} MB read"
        filled = min(_WIDTH, _WIDTH * done // self._total)
        bar = "#" * filled + "-" * (_WIDTH - filled)
        return f"[{bar}] {done // _MEGABYTE} of {self._total // _MEGABYTE} MB"
