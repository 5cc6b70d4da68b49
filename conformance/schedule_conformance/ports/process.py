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
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import IO, TYPE_CHECKING

import msgspec

from schedule_conformance.ports import guard
from schedule_conformance.ports.ending import describe
from schedule_conformance.ports.last_words import LastWords
from schedule_conformance.ports.starting import pipes, why_not_started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


_CHUNK = 1 << 16
_CHUNKS_WAITING = 64
_TICK = 0.1
_TICKS_AFTER_DEATH = 5
_FAREWELL = 0.5


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
        # Only the main thread is interrupted: so none can be between a start and its being known.
        with ThreadPoolExecutor(1) as undisturbed:
            self._process = undisturbed.submit(_start_process, command).result()
        self._stdin, self._stdout, self._stderr = pipes(self._process)
        self.written = 0
        self._longest_line = longest_line
        self._unfinished = bytearray()
        self._chunks: queue.Queue[bytes] = queue.Queue(_CHUNKS_WAITING)
        self._input: queue.SimpleQueue[Iterable[bytes] | None] = queue.SimpleQueue()
        self._words = LastWords()
        self._stopped = False
        self._ticks_after_death = 0
        self._threads = [
            _start_thread(work)
            for work in (self._give_input, self._collect_output, self._collect_stderr)
        ]

    def feed(self, blocks: Iterable[bytes]) -> None:
        """Give the port these blocks of whole lines, in the background.

        Nothing happens if the port reads no more: that shows when it gives no answer.
        """
        self._input.put(blocks)

    def end_input(self) -> None:
        """End the input of the port, once it has taken in what it was fed before."""
        self._input.put(None)

    def lines(self) -> list[bytes] | None:
        """The lines printed by now, waiting a tick for the first; None at the end.

        An empty list means that no line was completed in that time: whoever has patience left asks
        again. Blank lines are left out. The output has ended, too, where the process has and
        nothing more comes of it, whoever else still holds it open.

        Raises:
            OverlongLine: a line does not end where it should.
        """
        chunk = self._next_chunk()
        if chunk is None:
            return []
        if not chunk:
            self._chunks.put(b"")
            last = bytes(self._unfinished)
            self._unfinished.clear()
            return [last] if last.strip() else None
        self._words.forget()
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
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        ending = describe(self._process.poll())
        self.kill()
        self._process.wait()
        guard.release(self._process.pid)
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
        """The last of what the port wrote to stderr, in full where that is short."""
        return self._words.shown()

    @property
    def last_words(self) -> str:
        """What a report says of the port's stderr after a failure; nothing if there was nothing."""
        return f"; the end of its stderr:\n{self.stderr}" if self.stderr else ""

    def _next_chunk(self) -> bytes | None:
        """What comes next, empty at the end; None if nothing comes within a tick."""
        try:
            return self._chunks.get(timeout=_TICK)
        except queue.Empty:
            if self._process.poll() is not None:
                self._ticks_after_death += 1
            return b"" if self._ticks_after_death == _TICKS_AFTER_DEATH else None

    def _give_input(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (blocks := self._input.get()) is not None:
                for block in blocks:
                    if self._stopped:
                        break
                    self._write(block)
        with contextlib.suppress(OSError):
            self._stdin.close()

    def _write(self, block: bytes) -> None:
        rest = memoryview(block)
        while rest:
            count = self._stdin.write(rest[:_CHUNK])
            self.written += count
            rest = rest[count:]

    def _collect_output(self) -> None:
        with self._stdout as stream:
            while chunk := _read(stream):
                if not self._stopped:
                    self._chunks.put(chunk)
            self._chunks.put(b"")

    def _collect_stderr(self) -> None:
        with self._stderr as stream:
            while chunk := _read(stream):
                self._words.add(chunk)

    def _close(self) -> None:
        """Let the threads end, but for one whose pipe a stray descendant of the port holds open.

        Each closes its pipe. What the port wrote to stderr before its end is read by then.
        """
        self._stopped = True
        self._input.put(None)
        with contextlib.suppress(queue.Empty):
            while True:
                self._chunks.get_nowait()
        deadline = monotonic() + _FAREWELL
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - monotonic()))


def _start_process(command: Command) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(  # noqa: S603 - it is the user's own command
            command.arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=command.folder,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as error:
        raise PortUnusable(why_not_started(command.arguments, error)) from None
    if os.name == "posix":
        guard.watch(process.pid)
    return process


def _start_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes]) -> bytes:
    """What there is to read, waiting until there is something; empty at the end."""
    try:
        return stream.read(_CHUNK)
    except (OSError, ValueError):
        return b""
