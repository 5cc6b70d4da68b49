"""Sentences of the chapter on the session log that are about where a log lies."""

from __future__ import annotations

from pathlib import Path

import msgspec

from binding.sentence import Sentence
from session_schedule.embedded.log.layout import session_path
from session_schedule.embedded.log.lines.header import SessionHeader


def _is_the_place(path: str) -> bool:
    project, id_, name = path.split("/")
    folder = project.replace("PROJECT", "home-user")
    return session_path(Path(), "/home/user", "one") == Path(folder, id_.replace("ID", "one"), name)


def _project(cwd: str | None) -> str:
    return session_path(Path(), cwd, "x").parts[0]


def _is_the_project(cwd: str, runs: list[str], dash: str, root: str, cwd2: str, none: str) -> bool:
    names = {field.encode_name for field in msgspec.structs.fields(SessionHeader)}
    mixed = "a" + "".join(runs) + "b"
    escaped = [sign for sign in '/\\:*?"' if _project(f"a{sign}b") == f"--a{dash}b--"]
    return (
        cwd == cwd2
        and cwd in names
        and escaped == runs
        and _project(mixed) == f"--a{dash}b--"
        and _project("/") == f"--{root}--"
        and _project(None) == none
    )


def _escapes(bits: int, signs: list[str], tilde: str, digits: int, dots: list[str]) -> bool:
    def escaped(id_: str) -> str:
        return session_path(Path(), None, id_).parts[1]

    units = "\U0001f600".encode(f"utf-{bits}-be").hex().upper()
    expected = "".join(f"{tilde}{units[at : at + digits]}" for at in range(0, len(units), digits))
    ascii_kept = [each for each in map(chr, range(0x21, 0x7F)) if not each.isalnum()]
    kept = [each for each in ascii_kept if escaped(f"a{each}") == f"a{each}"]
    return (
        sorted(kept) == sorted(signs)
        and escaped("\U0001f600") == expected
        and all(escaped(each) != each for each in dots)
        and all(set(each) == {"."} for each in dots)
    )


SENTENCES = (
    Sentence("LOG-21", "looks for a session in {path:quote}", _is_the_place),
    Sentence(
        "LOG-21",
        "PROJECT is the {cwd:quote} with each run of {runs:quotes} as one {dash:quote}, "
        "leading ones"
        " removed, {root:quote} if nothing is left, and at most 251 characters of it; without a"
        " {cwd2:quote} the folder is {none:quote}.",
        _is_the_project,
    ),
    Sentence(
        "LOG-21",
        "each UTF-{bits:int} code unit other than ASCII letters, digits, {signs:quotes} is"
        " {tilde:quote} and {digits:count} upper-case hexadecimal digits; the ids {dots:quotes} are"
        " escaped too",
        _escapes,
    ),
)
