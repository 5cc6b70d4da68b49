"""A line on a terminal that shows how far a run has got."""

from __future__ import annotations

from typing import IO


class ProgressLine:
    """Shows progress on a terminal, and nothing anywhere else."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show how many of all cases are done."""
        if self._stream.isatty():
            self._stream.write(f"\r{done} of {total} cases")
            self._stream.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
