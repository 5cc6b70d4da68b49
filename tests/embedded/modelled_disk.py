"""A disk in memory that forgets what a real one may, for machines on which none can be made.

It stands between the log and the files of a real folder, at the calls of the system. What a failed
``fsync`` could not write stays visible, is never written by a later one, and reads as NULs after
a new start, as are pages that were not synced when the power went.
"""

from __future__ import annotations

import errno
import os
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

PAGE = 4096


class ModelledDisk:
    """What of the files in one folder would be there after a new start.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._failing = False
        self._names: dict[str, int] = {}
        self._pages: defaultdict[int, dict[int, bytes]] = defaultdict(dict)
        self._sizes: dict[int, int] = {}
        self._dirty: defaultdict[int, set[int]] = defaultdict(set)
        self._lost: defaultdict[int, set[int]] = defaultdict(set)
        self._pwrite, self._fsync, self._ftruncate = os.pwrite, os.fsync, os.ftruncate
        monkeypatch.setattr(os, "pwrite", self._write)
        monkeypatch.setattr(os, "fsync", self._sync)
        monkeypatch.setattr(os, "ftruncate", self._truncate)

    def fail(self) -> None:
        """From now on, syncing reports errors, each of them once."""
        self._failing = True

    def work(self) -> None:
        """Fail no more."""
        self._failing = False

    def start_anew(self) -> None:
        """Show what is on the disk."""
        held = {name: self._content(inode) for name, inode in self._names.items()}
        for file in self.folder.iterdir():
            file.unlink()
        for known in (self._pages, self._sizes, self._dirty, self._lost):
            known.clear()
        for name, content in held.items():
            (self.folder / name).write_bytes(content)
            self._keep(self.folder / name)
        self._names = {file.name: file.stat().st_ino for file in self.folder.iterdir()}

    def lose_power(self, chance: random.Random) -> None:
        """Start anew with some of the pages that were written since the last sync, in no order."""
        for inode, pages in self._dirty.items():
            for page in pages - self._lost[inode]:
                if chance.random() < 0.5:
                    self._store(self._of(inode), inode, {page})
        self.start_anew()

    def _write(self, file: int, content: Any, offset: int) -> int:
        inode = os.fstat(file).st_ino
        if os.fstat(file).st_size == 0:
            # A new file, which may have the number of one that is gone.
            for known in (self._pages, self._sizes, self._dirty, self._lost):
                known.pop(inode, None)
        written = self._pwrite(file, content, offset)
        self._dirty[inode].update(range(offset // PAGE, (offset + written - 1) // PAGE + 1))
        return written

    def _truncate(self, file: int, size: int) -> None:
        self._ftruncate(file, size)
        inode, pages = os.fstat(file).st_ino, -(-size // PAGE)
        for known in (self._dirty, self._lost):
            known[inode] = {page for page in known[inode] if page < pages}

    def _sync(self, file: int) -> None:
        inode = os.fstat(file).st_ino
        path = Path(f"/proc/self/fd/{file}")
        if path.is_dir():
            self._names = {entry.name: entry.stat().st_ino for entry in self.folder.iterdir()}
        elif self._failing and self._dirty[inode]:
            self._lost[inode] |= self._dirty.pop(inode)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        else:
            self._store(path, inode, self._dirty.pop(inode, set()) - self._lost[inode])

    def _store(self, path: Path, inode: int, pages: set[int]) -> None:
        content = path.read_bytes()
        self._sizes[inode] = len(content)
        for page in pages:
            self._pages[inode][page] = content[page * PAGE : (page + 1) * PAGE]

    def _keep(self, path: Path) -> None:
        self._store(path, path.stat().st_ino, set(range(path.stat().st_size // PAGE + 1)))

    def _of(self, inode: int) -> Path:
        return next(file for file in self.folder.iterdir() if file.stat().st_ino == inode)

    def _content(self, inode: int) -> bytes:
        size = self._sizes.get(inode, 0)
        content = bytearray(size)
        for page, held in self._pages[inode].items():
            content[page * PAGE : page * PAGE + len(held)] = held
        return bytes(content[:size])
