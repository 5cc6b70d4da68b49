"""The text of a generated case file, laid out as those that are written by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Json = dict[str, Any]

_OF_THE_FIRST_LINE = ("id", "rules")


def write(file: Path, defaults: Json, cases: Iterable[Json]) -> None:
    """Write a case file: its defaults, and one member of a case on a line."""
    file.write_text(text(defaults, cases), encoding="utf-8")


def text(defaults: Json, cases: Iterable[Json]) -> str:
    """The text of a case file."""
    written = ",\n".join(_case(case) for case in cases)
    return f'{{"defaults": {json.dumps(defaults)},\n "cases": [\n{written}\n]}}\n'


def _case(case: Json) -> str:
    first = ", ".join(_member(name, case[name]) for name in _OF_THE_FIRST_LINE if name in case)
    others = [_member(name, case[name]) for name in case if name not in _OF_THE_FIRST_LINE]
    return "  {" + ",\n   ".join([first, *others]) + "}"


def _member(name: str, value: object) -> str:
    return f"{json.dumps(name)}: {json.dumps(value)}"
