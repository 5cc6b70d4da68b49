"""Where a session's log lives below a root that is shared with upstream (LOG-21)."""

from __future__ import annotations

import re
from pathlib import Path

FILE_NAME = "session.jsonl"

_LONGEST_PROJECT = 251
_SEPARATORS = re.compile(r"[/\\:]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def session_path(root: Path, cwd: str | None, id_: str) -> Path:
    """Return the path of the log of the session with this id that works in this folder.

    Args:
        root: The folder of all sessions.
        cwd: The ``cwd`` of the session's header.
        id_: The ``id`` of the session's header; not empty.
    """
    return root / _project(cwd) / _segment(id_) / FILE_NAME


def _project(cwd: str | None) -> str:
    if cwd is None:
        return "_no-cwd"
    readable = _escape(_SEPARATORS.sub("-", cwd)).lstrip("-") or "root"
    return f"--{readable[:_LONGEST_PROJECT]}--"


def _segment(id_: str) -> str:
    if id_ in {".", ".."}:
        return id_.replace(".", "~002E")
    return _escape(id_)


def _escape(text: str) -> str:
    return _UNSAFE.sub(lambda match: _code_units(match.group()), text)


def _code_units(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex().upper()
    return "".join(f"~{units[start : start + 4]}" for start in range(0, len(units), 4))
