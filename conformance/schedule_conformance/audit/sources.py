"""Where logs come from: files, folders, standard input; as they are, or compressed."""

from __future__ import annotations

import os
import sys
import zlib
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import NotAPass
from session_schedule.embedded import LogError
from session_schedule.embedded.log.disk.files import open_regular, usable
from session_schedule.embedded.log.replay import BLOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

STDIN = "-"
ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst")
"""How the names of those files end that are taken from a folder."""

LONGEST_LINE = 1 << 28
"""How many bytes a line may have: one is held in memory."""

_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_PIECE = 1 << 12
"""How much is decompressed at once: a little of it may stand for very much."""


class Unreadable(Exception):
    """What keeps a log from being read to its end, which is no fault of the log."""


class _Decompressor(Protocol):
    """What zlib, Python's own zstd and the package for it have in common."""

    @property
    def eof(self) -> bool:
        """Whether the end of the compressed part was reached."""

    @property
    def unused_data(self) -> bytes:
        """What follows that end."""

    def decompress(self, data: bytes, /) -> bytes:
        """What the next piece stands for."""


def logs(names: Sequence[str]) -> list[str]:
    """The logs that are meant: a folder stands for those in it and below, in the order of names.

    Raises:
        NotAPass: a folder has none.
    """
    found: list[str] = []
    for name in names:
        if name == STDIN or not Path(name).is_dir():
            found.append(name)
            continue
        inside = sorted(
            str(file)
            for file in Path(name).rglob("*")
            if file.name.endswith(ENDINGS) and file.is_file()
        )
        if not inside:
            endings = ", ".join(ENDINGS)
            raise NotAPass(f"the folder {printable(name)} has no session log ({endings})")
        found += inside
    return found


def size(name: str) -> int | None:
    """How many bytes a log has to be read; None if that is not known beforehand."""
    if name == STDIN:
        return None
    with suppress(OSError, ValueError):
        return os.stat(name).st_size  # noqa: PTH116 - a name may be none that a Path has
    return None


def content(name: str, read: Callable[[int], None]) -> Iterator[bytes]:
    """The content of a log in pieces, decompressed where it begins as gzip or zstd.

    Args:
        name: A file, or `-`.
        read: Is told how many bytes of the file are read so far.

    Raises:
        Unreadable: the log cannot be read, or not to its end; or a line has no end.
    """
    pieces = _counted(_raw(name), read)
    start = b""
    for piece in pieces:
        start += piece
        if len(start) >= len(_ZSTANDARD):
            break
    pieces = chain([start], pieces)
    if start.startswith(_GZIP):
        pieces = _decompressed(pieces, lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), zlib.error)
    elif start.startswith(_ZSTANDARD):
        pieces = _decompressed(pieces, *_zstandard())
    yield from _with_line_ends(pieces)


def _raw(name: str) -> Iterator[bytes]:
    try:
        if name == STDIN:
            if sys.stdin is None:
                raise Unreadable("standard input is closed")
            with os.fdopen(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stream:
                while piece := stream.read(BLOCK):
                    yield piece
            return
        descriptor = open_regular(usable(name), os.O_RDONLY)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            while piece := file.read(BLOCK):
                yield piece
    except LogError as error:
        raise Unreadable(error.reason) from None
    except OSError as error:
        raise Unreadable(f"it cannot be read: {error.strerror or error}") from None


def _counted(pieces: Iterable[bytes], read: Callable[[int], None]) -> Iterator[bytes]:
    done = 0
    for piece in pieces:
        done += len(piece)
        read(done)
        yield piece


def _decompressed(
    pieces: Iterable[bytes], begin: Callable[[], _Decompressor], damaged: type[Exception]
) -> Iterator[bytes]:
    """The content of compressed parts that follow each other, as those of appended archives."""
    part = begin()
    fresh = True
    try:
        for piece in pieces:
            for start in range(0, len(piece), _PIECE):
                rest = piece[start : start + _PIECE]
                while rest:
                    if part.eof:
                        part = begin()
                    yield part.decompress(rest)
                    rest = part.unused_data if part.eof else b""
                    fresh = part.eof and not rest
    except damaged as error:
        raise Unreadable(f"the compressed data is damaged: {printable(str(error))}") from None
    if not fresh:
        raise Unreadable("the compressed data ends before its end")


def _zstandard() -> tuple[Callable[[], _Decompressor], type[Exception]]:
    """Python's own from 3.14 on, else that of the package."""
    zstd: Any
    try:
        from compression import zstd  # type: ignore[import-not-found,no-redef]  # noqa: PLC0415
    except ImportError:
        try:
            import zstandard as zstd  # noqa: PLC0415
        except ImportError:
            message = "it is compressed with zstd: install session-schedule-spec[zstd], or pipe"
            raise Unreadable(f"{message} the output of zstd -dc into -") from None
        return lambda: zstd.ZstdDecompressor().decompressobj(), zstd.ZstdError
    return zstd.ZstdDecompressor, zstd.ZstdError


def _with_line_ends(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same, as long as lines end."""
    length = 0
    for piece in pieces:
        end = piece.rfind(b"\n") + 1
        length = len(piece) - end if end else length + len(piece)
        if length > LONGEST_LINE:
            raise Unreadable(
                f"a line has more than {LONGEST_LINE >> 20} MiB, the most that is held"
            )
        yield piece
