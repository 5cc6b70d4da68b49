"""Nothing that a runner started outlives it, even where it is killed and can do nothing itself.

A guardian, a process of its own, holds the other end of a pipe: when that closes, it kills the
process groups that it was told of. There is one for each process that starts ports.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

_SCRIPT = Path(__file__).with_name("guardian.py")
_PATIENCE = 5.0


class Guardian:
    """The process that watches; where none can be started, nothing is watched."""

    def __init__(self) -> None:
        self.started_by = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 - our own script
                [sys.executable, "-I", "-S", str(_SCRIPT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )

    def tell(self, word: str) -> None:
        """Give it a line to read."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, ValueError):
                self._process.stdin.write(f"{word}\n".encode())

    def dismiss(self) -> None:
        """Let it end, at the end of this process; a fork of it is none of its business."""
        if self._process is not None and self.started_by == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                if self._process.stdin is not None:
                    self._process.stdin.close()
                self._process.wait(_PATIENCE)


_lock = threading.Lock()
_guardians: list[Guardian] = []


def watch(group: int) -> None:
    """See to it that a process group does not outlive this process."""
    _guardian().tell(f"+{group}")


def release(group: int) -> None:
    """Watch a process group no more, since it was ended."""
    _guardian().tell(f"-{group}")


def _guardian() -> Guardian:
    with _lock:
        if not _guardians or _guardians[-1].started_by != os.getpid():
            guardian = Guardian()
            atexit.register(guardian.dismiss)
            _guardians.append(guardian)
        return _guardians[-1]
