"""A real ext4 on a disk that runs out of room underneath it, so that ``fsync`` reports an error.

The disk is a loop device over a sparse file in a small memory file system. What the file system
never wrote, or trimmed, has no room in that file yet; once the memory file system is made as
small as what it holds, writing there fails, and sometimes the disk only says that it has not.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from programs import needed

ROOM = 64 * 2**20
DISK = 16 * 2**20
_TOOLS = {
    "mkfs.ext4": "e2fsprogs",
    "losetup": "mount",
    "mount": "mount",
    "umount": "mount",
    "fstrim": "util-linux",
}


class FailingDisk:
    """One file system that can be made to fail, and be looked at as a new start would see it.

    Attributes:
        folder: Where files can be put.
    """

    def __init__(self, folder: Path) -> None:
        self._backing = folder / "backing"
        self._image = self._backing / "image"
        self.folder = folder / "disk"
        self._device = ""

    def set_up(self) -> None:
        """Make the file system.

        Raises:
            CalledProcessError: This machine does not let us.
        """
        self._backing.mkdir()
        self.folder.mkdir()
        _do("mount", "-t", "tmpfs", "-o", f"size={ROOM}", "none", self._backing)
        with self._image.open("wb") as image:
            image.truncate(DISK)
        self._device = _do("losetup", "--direct-io=on", "-f", "--show", self._image)
        lazy = "lazy_itable_init=0,lazy_journal_init=0,nodiscard"
        _do("mkfs.ext4", "-q", "-F", "-m0", "-E", lazy, self._device)
        self._mount()

    def take_down(self) -> None:
        """Undo whatever of it was done."""
        for place in (self.folder, self._device, self._backing):
            if place:
                undo = ("losetup", "-d") if place == self._device else ("umount",)
                with contextlib.suppress(subprocess.CalledProcessError):
                    _do(*undo, place)

    def fail(self) -> None:
        """From now on, nothing can be written where nothing is."""
        _do("sync", "-f", self.folder)
        _do("fstrim", self.folder)
        self._resize(self._image.stat().st_blocks * 512)

    def work(self) -> None:
        """Fail no more."""
        self._resize(ROOM)

    def start_anew(self) -> None:
        """Forget what is only in memory, as a new start of the machine does."""
        _do("umount", self.folder)
        self._mount()

    def _mount(self) -> None:
        _do("mount", self._device, self.folder)

    def _resize(self, size: int) -> None:
        _do("mount", "-o", f"remount,size={size}", self._backing)


def _do(*command: str | Path) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    return done.stdout.strip()


@contextmanager
def failing_disk(folder: Path) -> Iterator[FailingDisk]:
    """Provide such a disk, or skip the test where the machine lets us have none.

    What can be installed is never missing under continuous integration, but a right may be; the
    modelled disk is there for that.
    """
    for tool, package in _TOOLS.items():
        needed(tool, package)
    if os.geteuid() != 0:
        pytest.skip("to make a disk that fails needs root")
    disk = FailingDisk(folder)
    try:
        try:
            disk.set_up()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no disk that fails can be made here: {error.stderr.strip()}")
        yield disk
    finally:
        disk.take_down()
