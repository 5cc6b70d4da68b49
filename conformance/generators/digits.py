"""Writes the cases of digits: each number of a date and time, with what number parsers put up with.

A reader that cuts a text into slices and hands each to its language's number parser accepts what
that parser does beside digits: a sign, blanks, an underscore, letters after the number. Whatever
stands there, the text has not the one shape (VAL-7, IN-13, ZONE-3). To rerun, in a development
install of this project::

    python conformance/generators/digits.py
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generators.case_files import Json, write

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPUS = Path(__file__).parents[1] / "corpus"

_PLUS = "A number parser accepts a plus sign where the shape has a digit."
_MINUS = "A number parser reads -0 as zero where the shape has two digits."
_BLANK = "A number parser accepts blanks where the shape has a digit."
_TAIL = "A number parser that stops at the first other character takes what it has read so far."
_UNDERSCORE = "A number parser accepts an underscore between digits, as in source code."

_NOW = "2026-08-05T12:00:00.000Z"

_NUMBERS = {
    "year": "2026",
    "month": "12",
    "day": "19",
    "hour": "12",
    "minute": "34",
    "second": "56",
    "millisecond": "789",
}
_OFFSET = {"offset-hour": "05", "offset-minute": "06"}
_NEVER_ZERO = ("year", "month", "day")


def spoiled(fields: dict[str, str]) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield the name of each field that is spoiled and how, all fields, and the mistake."""
    for field, digits in fields.items():
        ways = [
            ("plus", f"+{digits[1:]}", _PLUS),
            ("blank-before", f" {digits[1:]}", _BLANK),
            ("blank-after", f"{digits[:-1]} ", _BLANK),
            ("letter-after", f"{digits[:-1]}x", _TAIL),
        ]
        if field not in _NEVER_ZERO:
            ways.append(("minus-zero", "-" + "0" * (len(digits) - 1), _MINUS))
        if len(digits) > 2:
            ways.append(("underscore", f"{digits[0]}_{digits[2:]}", _UNDERSCORE))
        for name, changed, mistake in ways:
            yield f"{field}-{name}", fields | {field: changed}, mistake


def durable_cases() -> Iterator[Json]:
    """Every field of the target of a record."""
    for name, fields, mistake in spoiled(_NUMBERS):
        target = f"{_date(fields)}T{_time(fields)}Z"
        record = {"id": "schedule-1", "kind": "at", "prompt": "tea", "scheduledAt": target}
        change = {"version": 1, "operation": "create", "schedule": record}
        yield _case("values", name, {"change": change}, "corrupt_schedule_log", mistake)


def offset_cases() -> Iterator[Json]:
    """Every field of an offset date-time."""
    for name, fields, mistake in spoiled(_NUMBERS | _OFFSET):
        offset = f"+{fields['offset-hour']}:{fields['offset-minute']}"
        yield _created("input", name, f"{_date(fields)}T{_time(fields)}{offset}", mistake)


def local_cases() -> Iterator[Json]:
    """Every field of a local date and time."""
    for name, fields, mistake in spoiled(_NUMBERS):
        at = {"date": _date(fields), "time": _time(fields), "time_zone": "UTC"}
        yield _created("zones", name, at, mistake)


def _created(chapter: str, name: str, at: object, mistake: str) -> Json:
    args = {"id": "schedule-1", "now": _NOW, "input": {"prompt": "tea", "at": at}}
    return _case(chapter, name, args, "invalid_rule", mistake)


def _case(chapter: str, name: str, args: Json, code: str, mistake: str) -> Json:
    return {
        "id": f"{chapter}/digits/{name}",
        "args": args,
        "expect": {"error": code},
        "why": "The shape has digits there and nothing else.",
        "mistake": mistake,
    }


def _date(fields: dict[str, str]) -> str:
    return "-".join(fields[name] for name in ("year", "month", "day"))


def _time(fields: dict[str, str]) -> str:
    time = ":".join(fields[name] for name in ("hour", "minute", "second"))
    return f"{time}.{fields['millisecond']}"


def main() -> None:
    """Write one file for each form that a date and time has."""
    for chapter, op, rules, cases in (
        ("values", "decode", ["VAL-7", "REC-9"], durable_cases),
        ("input", "create", ["IN-13"], offset_cases),
        ("zones", "create", ["ZONE-3"], local_cases),
    ):
        write(CORPUS / chapter / "digits.json", {"op": op, "rules": rules}, cases())


if __name__ == "__main__":
    main()
