"""A terminal, or a pipe in its place: lines come in and texts go out while an event loop runs."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PROMPT = "> "
ERASE_LINE = "\r\x1b[K"
LONGEST_LINE = 1 << 20


class Terminal:
    """Standard input and output; with a prompt, if a person sits there."""

    def __init__(self) -> None:
        self._prompt = PROMPT if sys.stdin.isatty() else ""

    def show(self, text: str) -> None:
        """Write lines, in the place of the waiting prompt and before a new one."""
        self._write((ERASE_LINE if self._prompt else "") + f"{text}\n{self._prompt}")

    def ask(self) -> None:
        """Write the prompt."""
        self._write(self._prompt)

    def close(self, text: str) -> None:
        """Write the last lines."""
        self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    async def lines(self) -> AsyncGenerator[str, None]:
        """Yield the lines that come in, without their ends, until there are no more."""
        reader = asyncio.StreamReader(LONGEST_LINE)
        loop = asyncio.get_running_loop()
        source = sys.stdin.fileno()

        def feed() -> None:
            if data := os.read(source, 1 << 16):
                reader.feed_data(data)
            else:
                loop.remove_reader(source)
                reader.feed_eof()

        try:
            loop.add_reader(source, feed)
        except PermissionError:
            # An ordinary file, which no loop can wait for, nor has to.
            reader.feed_data(sys.stdin.buffer.read())
            reader.feed_eof()
        try:
            while line := await reader.readline():
                yield line.decode(errors="replace").rstrip("\r\n")
        finally:
            loop.remove_reader(source)
