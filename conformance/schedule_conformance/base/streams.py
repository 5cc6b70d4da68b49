"""The standard streams, whatever they are: closed at the start, or left by their reader.

A reader that has seen enough, as `head` has, changes nothing about what was found: output is
discarded from then on, and the exit code stays the true one.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Outlet(io.RawIOBase):
    """A file descriptor that is somebody else's to close, until nobody reads from it."""

    def __init__(self, descriptor: int, *, bears_all: bool) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._bears_all = bears_all
        self._left = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: Any, /) -> int:
        view = memoryview(data)
        if not self._left:
            try:
                return os.write(self._descriptor, view)
            except BrokenPipeError:
                self._left = True
            except OSError:
                if not self._bears_all:
                    raise
                self._left = True
        return view.nbytes


@contextmanager
def standard_streams() -> Iterator[None]:
    """Let output be written to nobody where nobody is there; what does not fit is escaped."""
    streams = sys.stdout, sys.stderr
    sys.stdout = _bearing(streams[0], bears_all=False)
    # Where the complaints cannot be written, there is nowhere to complain.
    sys.stderr = _bearing(streams[1], bears_all=True)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        sys.stdout, sys.stderr = streams


@contextmanager
def utf8_stdout() -> Iterator[TextIO]:
    """Standard output for machines: in UTF-8, whatever the locale says."""
    sys.stdout.flush()
    if not hasattr(sys.stdout, "buffer"):
        yield sys.stdout
        return
    stream = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    try:
        yield stream
        stream.flush()
    finally:
        stream.detach()


def _bearing(stream: TextIO | None, *, bears_all: bool) -> TextIO:
    if stream is None:  # as where it was closed before the start
        return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    try:
        descriptor = stream.fileno()
        stream.flush()
    except (OSError, ValueError):
        return stream
    outlet = _Outlet(descriptor, bears_all=bears_all)
    return io.TextIOWrapper(
        io.BufferedWriter(outlet),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=bears_all or outlet.isatty(),
    )
