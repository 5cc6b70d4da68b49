"""The data of the spec: what its chapters show in tables and what its sentences are held to."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from schedule_conformance.base import data

FOLDER = data.folder("spec") / "data"


class Limit(msgspec.Struct, frozen=True):
    """A number of the spec, the rules that state it, and how to find it in an implementation.

    Attributes:
        name: What is limited.
        value: The limit itself.
        unit: Of the value, if it has one.
        rules: The rules whose text states the number.
        reference: The dotted name of the reference's constant, if it has one.
        boundary: Where a request shows it: which end of the range it is (``first``, ``last`` or
            ``only``), and the request, with ``{}`` in place of the number.
    """

    name: str
    value: int
    unit: str
    rules: list[str]
    reference: str | None = None
    boundary: dict[str, Any] | None = None


@cache
def read(name: str) -> Any:
    """The content of one file of the data, such as ``codes`` or ``schemas/record``."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


@cache
def limits() -> list[Limit]:
    """Every limit."""
    return msgspec.convert(read("limits")["limits"], list[Limit])


CODES: tuple[str, ...] = tuple(entry["code"] for entry in read("codes")["codes"])
"""The ten stable codes, in order."""


def fields(schema: str, definition: str) -> list[str]:
    """The names of the members that a definition of a schema has, in order."""
    return list(read(f"schemas/{schema}")["$defs"][definition]["properties"])


def characters(ranges: list[str]) -> set[str]:
    """The characters of ranges such as ``0009-000D``."""
    found: set[str] = set()
    for text in ranges:
        first, _, last = text.partition("-")
        found |= set(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return found
