"""One port process: starting it, feeding it, reading it, ending it.

Each of its three pipes has a thread of its own, so that neither side can block the other: a port
may read everything before it answers, answer without reading, or write to stderr without end.
Memory stays bounded whatever it prints.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, cast

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

ENDED_WELL = "it ended with status 0"

_CHUNK = 1 << 16
_CHUNKS_WAITING = 64
_STDERR_KEPT = 8192


class Command(msgspec.Struct, frozen=True):
    """How a port is started: its command line, and the folder to start it in."""

    arguments: list[str]
    folder: Path | None = None


REFERENCE = Command([sys.executable, "-m", "schedule_conformance", "reference"])
"""The reference, as a port like any other."""


class PortUnusable(Exception):
    """A port that cannot be run at all: why, and the last of what it wrote to stderr."""

    def __init__(self, reason: str, stderr: str = "") -> None:
        super().__init__(reason)
        self.stderr = stderr


class OverlongLine(Exception):
    """A line of output that is longer than any answer may be."""


class Port:
    """A running port process; `written` counts the bytes it has taken in, a sign of life."""

    def __init__(self, command: Command, longest_line: int) -> None:
        """Start the process; `longest_line` is in bytes.

        Raises:
            PortUnusable: there is no such command, or it may not be run.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is the user's own command
                command.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=command.folder,
                start_new_session=True,
            )
        except OSError as error:
            reason = f"cannot start {command.arguments[0]}: {error.strerror}"
            raise PortUnusable(reason) from None
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        self.written = 0
        self._longest_line = longest_line
        self._unfinished = bytearray()
        self._chunks: queue.Queue[bytes] = queue.Queue(_CHUNKS_WAITING)
        self._errors = b""
        self._stopped = False
        self._threads = [_start(self._collect_output), _start(self._collect_stderr)]

    def write(self, block: bytes) -> None:
        """Give the port a block of whole lines; waits until it has taken them in.

        Nothing happens if the port reads no more: that shows when it gives no answer.
        """
        rest = memoryview(block)
        with contextlib.suppress(OSError, ValueError):
            while rest:
                count = self._stdin.write(rest[:_CHUNK])
                self.written += count
                rest = rest[count:]

    def feed(self, blocks: Iterable[bytes]) -> None:
        """Give the port these blocks in the background, and then the end of its input."""

        def write_all() -> None:
            for block in blocks:
                if self._stopped:
                    break
                self.write(block)
            with contextlib.suppress(OSError):
                self._stdin.close()

        self._threads.append(_start(write_all))

    def lines(self, timeout: float) -> list[bytes] | None:
        """The lines printed by now, waiting `timeout` seconds for the first; None at the end.

        An empty list means that no line was completed in that time. Blank lines are left out.

        Raises:
            OverlongLine: a line does not end where it should.
        """
        try:
            chunk = self._chunks.get(timeout=timeout)
        except queue.Empty:
            return []
        if not chunk:
            self._chunks.put(b"")
            last = bytes(self._unfinished)
            self._unfinished.clear()
            return [last] if last.strip() else None
        first, *others = chunk.split(b"\n")
        self._unfinished += first
        if len(self._unfinished) > self._longest_line:
            raise OverlongLine
        if not others:
            return []
        complete = [bytes(self._unfinished), *others[:-1]]
        self._unfinished = bytearray(others[-1])
        return [line for line in complete if line.strip()]

    def stop(self, patience: float = 0) -> str:
        """End the process and whatever it started; tells how it ended.

        It has `patience` seconds to end by itself.
        """
        self._stopped = True
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        ending = _describe(self._process.poll())
        self.kill()
        self._process.wait()
        self._close()
        return ending

    def kill(self) -> None:
        """Kill the process and whatever it started, from any thread; `stop` must still follow."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    @property
    def stderr(self) -> str:
        """The last of what the port wrote to stderr."""
        return self._errors.decode(errors="replace").strip()

    def _collect_output(self) -> None:
        while chunk := _read(self._stdout):
            if not self._stopped:
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _collect_stderr(self) -> None:
        while chunk := _read(self._stderr):
            self._errors = (self._errors + chunk)[-_STDERR_KEPT:]

    def _close(self) -> None:
        """Close the pipes, but for one that a stray descendant of the port still holds open."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._chunks.get_nowait()
        for thread in self._threads:
            thread.join(timeout=1)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._stdin, self._stdout, self._stderr):
                with contextlib.suppress(OSError):
                    pipe.close()


def _start(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """The pipes of a process that was started with all three."""
    return cast(
        "tuple[IO[bytes], IO[bytes], IO[bytes]]", (process.stdin, process.stdout, process.stderr)
    )


def _read(stream: IO[bytes]) -> bytes:
    """What there is to read, waiting until there is something; empty at the end."""
    try:
        return stream.read(_CHUNK)
    except (OSError, ValueError):
        return b""


def _describe(status: int | None) -> str:
    if status is None:
        return "it did not end by itself and was killed"
    if status < 0:
        return f"it was killed by {signal.Signals(-status).name}"
    return f"it ended with status {status}"
