"""A terminal, or a pipe in its place: lines come in and texts go out while an event loop runs."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING

from schedule_conformance.base.printable import printable_lines
from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PROMPT = "> "
ERASE_LINE = "\r\x1b[K"
LONGEST_LINE = 1 << 20
PIECE = 1 << 16


class Terminal:
    """Standard input and output; with a prompt, if a person sits there."""

    def __init__(self) -> None:
        # Where standard input was closed before the start, there is none.
        self._prompt = PROMPT if sys.stdin is not None and sys.stdin.isatty() else ""

    def show(self, text: str) -> None:
        """Write lines, in the place of the waiting prompt and before a new one."""
        shown = "\n".join(printable_lines(text))
        self._write((ERASE_LINE if self._prompt else "") + f"{shown}\n{self._prompt}")

    def ask(self) -> None:
        """Write the prompt."""
        self._write(self._prompt)

    def close(self, text: str) -> None:
        """Write the last lines."""
        self._write("\n".join([*printable_lines(text), ""]))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    async def lines(self) -> AsyncGenerator[str, None]:
        """Yield the lines that come in, without their ends, until there are no more.

        Raises:
            UsageError: A line is longer than any that a person types.
        """
        rest = b""
        async with aclosing(_pieces()) as pieces:
            async for piece in pieces:
                *whole, rest = (rest + piece).split(b"\n")
                for line in whole:
                    yield _text(line)
                if len(rest) > LONGEST_LINE:
                    raise UsageError(f"a line of the input has more than {LONGEST_LINE} bytes")
        if rest:
            yield _text(rest)


def _text(line: bytes) -> str:
    return line.decode(errors="replace").rstrip("\r")


async def _pieces() -> AsyncGenerator[bytes, None]:
    """Yield the standard input as it comes in."""
    if sys.stdin is None:
        return
    loop = asyncio.get_running_loop()
    source = sys.stdin.fileno()
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    def feed() -> None:
        piece = os.read(source, PIECE)
        if not piece:
            loop.remove_reader(source)
        pieces.put_nowait(piece)

    try:
        loop.add_reader(source, feed)
    except PermissionError:
        # An ordinary file, which no loop can wait for, nor has to.
        while piece := sys.stdin.buffer.read(PIECE):
            yield piece
        return
    try:
        while piece := await pieces.get():
            yield piece
    finally:
        loop.remove_reader(source)
