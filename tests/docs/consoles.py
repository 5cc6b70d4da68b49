"""The consoles of a document: its commands, and what they are said to print.

A block begins with three backticks and `console`. A line of it that begins with `$ ` is a command
for the shell, and the lines up to the next one are what it prints. Of these

- a line `...` stands for any lines, none included, and one that ends with ` ...` for any line that
  begins so;
- times, counts, tz releases and generated ids differ from run to run, see `told`;
- a command that shows no output may print anything.

An HTML comment before a block says what else is to be known:

- `<!-- not run: WHY -->`: no test runs it;
- `<!-- file: NAME -->`: it is no console, but the content of a file which the commands need;
- `<!-- in NAME: START -->`: it takes the place of the line of that file that begins so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>not run|file|in [\w.]+): (?P<text>[^\n]+?) -->\n+)?"
    r"^```(?P<kind>\w+)[^\n]*\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_VARIES = (
    (re.compile(r"\b\d+(\.\d+)? s\b"), "N s"),
    (
        re.compile(r"\b[1-9]\d*(?= (passed|failed|unsupported|questions|cases|tz|differ|known)\b)"),
        "N",
    ),
    (re.compile(r"\b\d+x\b"), "Nx"),
    (re.compile(r"\btz \d{4}[a-z]\b"), "tz R"),
    (re.compile(r"\s+\[ *\d+%\]$"), ""),
    (re.compile(r" +"), " "),
)


@dataclass(frozen=True)
class Command:
    """A command, what it is said to print, and the line of the document where it stands."""

    words: str
    printed: list[str]
    line: int


@dataclass(frozen=True)
class File:
    """A file that the commands after it need."""

    name: str
    content: str
    instead_of: str | None = None

    def put(self, folder: Path) -> None:
        """Write it, or what it holds into the file that is there."""
        file = folder / self.name
        if self.instead_of is None:
            file.write_text(self.content, "utf-8")
            return
        lines = file.read_text("utf-8").splitlines(keepends=True)
        (place,) = (at for at, line in enumerate(lines) if line.strip().startswith(self.instead_of))
        lines[place] = self.content
        file.write_text("".join(lines), "utf-8")


@dataclass(frozen=True)
class NotRun:
    """A console that no test runs, and why."""

    why: str


def steps(document: Path) -> list[Command | File | NotRun]:
    """What a document does, in its order."""
    text = document.read_text("utf-8")
    found: list[Command | File | NotRun] = []
    for block in _BLOCK.finditer(text):
        if block["mark"] == "file":
            found.append(File(block["text"], block["body"]))
        elif (block["mark"] or "").startswith("in "):
            found.append(File(block["mark"].removeprefix("in "), block["body"], block["text"]))
        elif block["kind"] == "console" and block["mark"] == "not run":
            found.append(NotRun(block["text"]))
        elif block["kind"] == "console":
            found += _commands(block["body"], text.count("\n", 0, block.start("body")) + 1)
    return found


def _commands(body: str, line: int) -> list[Command]:
    found: list[Command] = []
    for each in body.splitlines():
        if each.startswith("$ "):
            found.append(Command(each.removeprefix("$ "), [], line))
        else:
            found[-1].printed.append(each)
        line += 1
    return found


def told(line: str) -> str:
    """A line without what differs from run to run; a count of 0 says more, and stays."""
    for pattern, instead in _VARIES:
        line = pattern.sub(instead, line)
    return line.rstrip()


def difference(wanted: list[str], printed: list[str]) -> str | None:
    """What was not printed as it was to be, or None."""
    place, loose = 0, False
    got = [told(line) for line in printed]
    while got and not got[-1]:
        got.pop()
    while wanted and not wanted[-1].strip():
        wanted = wanted[:-1]
    for line in wanted:
        if line == "...":
            loose = True
            continue
        fitting = (at for at in range(place, len(got)) if _fits(told(line), got[at]))
        found = (
            next(fitting, None)
            if loose or place >= len(got) or _fits(told(line), got[place])
            else None
        )
        if found is None:
            instead = got[place] if place < len(got) else "(the end)"
            return f"wanted:  {line}\nprinted: {instead}"
        place, loose = found + 1, False
    return None if loose or place >= len(got) else f"printed besides: {got[place]}"


def _fits(wanted: str, printed: str) -> bool:
    if wanted.endswith(" ..."):
        return printed.startswith(wanted.removesuffix("..."))
    return wanted == printed
