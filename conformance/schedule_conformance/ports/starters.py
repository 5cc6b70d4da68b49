"""Starters: the beginning of a port in one language, copied into a folder of its author's."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from schedule_conformance.base import data
from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import UsageError, did_you_mean

_MANIFEST = "starter.json"


class Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starter, as its manifest describes it.

    `title` is the language as people write it, `also` other words for it, `needs` the program that
    builds or runs it, `build` the commands that build it, in its folder, and `run` the command of
    the port. `tested` says whether the tests compile and run it.
    """

    title: str
    also: list[str]
    needs: str
    build: list[list[str]]
    run: list[str]
    tested: bool


def names() -> list[str]:
    """The languages there are."""
    return sorted(file.parent.name for file in _starters().glob(f"*/{_MANIFEST}"))


def load(name: str) -> Starter:
    """The starter of that name, which is one of `names`."""
    return msgspec.json.decode((_starters() / name / _MANIFEST).read_bytes(), type=Starter)


def find(language: str) -> str:
    """The name of the starter for a language, however people write it.

    Raises:
        UsageError: there is none.
    """
    by_word = {word: name for name in names() for word in (name, *load(name).also)}
    wanted = language.casefold()
    if wanted not in by_word:
        there_are = ", ".join(names())
        hint = did_you_mean(wanted, by_word)
        raise UsageError(f"there is no starter in {language!r}; there are: {there_are}{hint}")
    return by_word[wanted]


def put(name: str, folder: Path) -> list[Path]:
    """Copy a starter into a folder, which may exist; returns its files, relative to the folder.

    All of its files are written or none, and never over one that is there.

    Raises:
        UsageError: a file of that name is there, or the folder cannot be written.
    """
    home = _starters() / name
    files = [file.relative_to(home) for file in _files(home)]
    shown = printable(str(folder))
    taken = [each for each in files if (folder / each).is_symlink() or (folder / each).exists()]
    if taken:
        raise UsageError(f"{shown} has a file {taken[0].as_posix()} already: nothing was written")
    made: list[Path] = []
    try:
        for file in files:
            _make_folder((folder / file).parent, made)
            with (folder / file).open("xb") as target:
                made.append(folder / file)
                target.write((home / file).read_bytes())
    except (OSError, ValueError) as error:
        _unmake(made)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot write {shown}: {reason}") from None
    return files


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir()
        made.append(each)


def _unmake(made: list[Path]) -> None:
    for each in reversed(made):
        with suppress(OSError):
            if each.is_dir():
                each.rmdir()
            else:
                each.unlink()


def _files(home: Path) -> list[Path]:
    return sorted(file for file in home.rglob("*") if file.is_file() and file.name != _MANIFEST)


def _starters() -> Path:
    return data.folder("ports") / "starters"
