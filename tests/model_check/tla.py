"""Values of TLA+, as text: written for TLC to read, and read from what it prints."""

from __future__ import annotations

import json
import re
from typing import Any

_TOKEN = re.compile(r'\s*(<<|>>|\|->|[\[\],]|"(?:[^"\\]|\\.)*"|-?\d+|TRUE|FALSE|\w+)')


def written(value: Any) -> str:
    """Write an integer, truth value, plain text, list (a tuple) or dict (a record)."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, list):
        return f"<<{', '.join(map(written, value))}>>"
    return f"[{', '.join(f'{name} |-> {written(part)}' for name, part in value.items())}]"


def read(text: str) -> Any:
    """Read what `written` could have written, laid out in any way.

    Raises:
        ValueError: It is no such text, or more follows it.
    """
    tokens = _tokens(text)
    value = _value(tokens)
    if tokens:
        raise ValueError(f"more than one value: {tokens[-1]}")
    return value


def _tokens(text: str) -> list[str]:
    """The tokens, the first one last."""
    text = text.rstrip()
    found, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"not a TLA+ value: {text[place : place + 40]!r}")
        found.append(match[1])
        place = match.end()
    return found[::-1]


def _value(tokens: list[str]) -> Any:
    part = tokens.pop()
    if part == "<<":
        return _members(tokens, ">>", _value)
    if part == "[":
        return dict(_members(tokens, "]", _field))
    if part in {"TRUE", "FALSE"}:
        return part == "TRUE"
    if part.startswith('"'):
        return json.loads(part)
    return int(part)


def _members(tokens: list[str], end: str, member: Any) -> list[Any]:
    members = []
    while tokens[-1] != end:
        members.append(member(tokens))
        if tokens[-1] == ",":
            tokens.pop()
    tokens.pop()
    return members


def _field(tokens: list[str]) -> tuple[str, Any]:
    name = tokens.pop()
    if tokens.pop() != "|->":
        raise ValueError(f"no value for {name}")
    return name, _value(tokens)
