"""Writes the cases of JSON types: every member of every shape, with a value of each wrong type.

The types that members have are written out below from the rules; nothing is asked of any port. To
rerun, in a development install of this project::

    python conformance/generators/json_types.py
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generators.case_files import Json, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CORPUS = Path(__file__).parents[1] / "corpus"

_RAISES = "A missing type check ends in an exception instead of an answer."
_AS_ABSENT = "Taking null for absence accepts a change that other implementations refuse."
_TRUE_AS_ONE = "Languages in which booleans are integers take true for 1."
_NUMBER_IN_TEXT = "Turning text into a number accepts what other implementations refuse."
_LISTED_TAKEN = (
    "A coercion that takes a list of one for its element, as JavaScript's patterns and Number do,"
    " lets in what others refuse."
)
_NULL_RAISES = "Comparing null with a number ends in an exception instead of an answer."
_TOOL_RUN = (
    "Running the tool on arguments that do not fit its schema gives a code of its own, or an"
    " exception, in place of the refusal."
)

_LISTED = object()
"""Stands for a list that holds the right value alone, which lenient languages take for it."""
_IN_TEXT = object()
"""Stands for the right number in decimal digits, as a string."""

_WRONG_FOR_ALL = {"null": None, "false": False, "true": True, "empty-list": [], "listed": _LISTED}
_WRONG = {
    "string": _WRONG_FOR_ALL | {"zero": 0, "one": 1, "object": {}},
    "number": _WRONG_FOR_ALL | {"empty-text": "", "text": _IN_TEXT, "object": {}},
    "object": _WRONG_FOR_ALL | {"zero": 0, "one": 1, "empty-text": "", "text": "text"},
    "string or object": _WRONG_FOR_ALL | {"zero": 0, "one": 1},
}
_ARTICLE = {
    "string": "a string",
    "number": "a number",
    "object": "an object",
    "string or object": "a string or an object",
}


class Member(NamedTuple):
    """A place in an example, the type of what stands there, and the rule that says so."""

    path: tuple[str, ...]
    type: str
    rule: str


def _record(kind: str, **own: int) -> Json:
    target = {"scheduledAt": "2026-08-05T12:05:00.000Z"}
    return {"id": "schedule-1", "kind": kind, "prompt": "tea", **own, **target}


def _members(*rows: tuple[str, str, str]) -> list[Member]:
    return [Member(tuple(path.split(".")), type_, rule) for path, type_, rule in rows]


_OF_ANY_RECORD = (
    ("id", "string", "REC-3"),
    ("kind", "string", "REC-1"),
    ("prompt", "string", "REC-4"),
    ("scheduledAt", "string", "REC-9"),
)
_RECORDS = (
    (_record("after", afterSeconds=300), (*_OF_ANY_RECORD, ("afterSeconds", "number", "REC-5"))),
    (_record("at"), _OF_ANY_RECORD),
    (_record("every", everySeconds=300), (*_OF_ANY_RECORD, ("everySeconds", "number", "REC-7"))),
)
_OF_ANY_CHANGE = (("version", "number", "CHG-1"), ("operation", "string", "CHG-2"))
_ID = ("id", "string", "REC-3")
_ACCEPTED_AT = "2026-08-05T12:05:00.000Z"
_CHANGES = (
    ("create", {"schedule": _record("at")}, (("schedule", "object", "REC-1"),)),
    ("delete", {"id": "schedule-1"}, (_ID,)),
    ("dispatch", {"id": "schedule-1"}, (_ID,)),
    (
        "every-dispatch",
        {"id": "schedule-1", "acceptedAt": _ACCEPTED_AT},
        (_ID, ("acceptedAt", "string", "CHG-6")),
    ),
)
_LOCAL = {"date": "2026-08-06", "time": "09:00:00", "time_zone": "UTC"}
_INPUTS: tuple[tuple[Json, tuple[str, str, str], str], ...] = (
    ({"after_seconds": 300}, ("prompt", "string", "IN-20"), "invalid_prompt"),
    ({"after_seconds": 300}, ("after_seconds", "number", "IN-5"), "invalid_rule"),
    ({"every_seconds": 300}, ("every_seconds", "number", "IN-7"), "invalid_rule"),
    ({"at": "2026-08-06T09:00:00Z"}, ("at", "string or object", "IN-12"), "invalid_rule"),
    ({"at": _LOCAL}, ("at.date", "string", "ZONE-2"), "invalid_rule"),
    ({"at": _LOCAL}, ("at.time", "string", "ZONE-2"), "invalid_rule"),
    ({"at": _LOCAL}, ("at.time_zone", "string", "ZONE-2"), "invalid_time_zone"),
)
_NOW = "2026-08-05T12:00:00.000Z"


def wrong_values(example: Json, member: Member) -> Iterator[tuple[str, Json]]:
    """Yield the name of each wrong type, and the example with a value of it at the member."""
    for name, value in _WRONG[member.type].items():
        changed = deepcopy(example)
        holder = changed
        for key in member.path[:-1]:
            holder = holder[key]
        last = member.path[-1]
        if value is _LISTED:
            holder[last] = [holder[last]]
        elif value is _IN_TEXT:
            holder[last] = str(holder[last])
        else:
            holder[last] = deepcopy(value)
        yield name, changed


def _why(member: Member, type_name: str) -> str:
    subject = f"`{member.path[-1]}` is {_ARTICLE[member.type]}"
    if type_name == "null":
        return f"{subject}, and null is a value, not an absence."
    if type_name == "listed":
        return f"{subject}, and a list that holds one is another value."
    return f"{subject}, and nothing else is turned into one."


def _mistake(member: Member, type_name: str) -> str:
    if type_name == "listed":
        return _LISTED_TAKEN
    if type_name == "null" and member.path[-1] == "acceptedAt":
        return _AS_ABSENT
    if type_name == "null" and member.type == "number" and member.path[-1] != "version":
        return _NULL_RAISES
    if type_name == "text" and member.type == "number":
        return _NUMBER_IN_TEXT
    if type_name == "true" and member.path[-1] in {"version", "afterSeconds", "seedLength"}:
        return _TRUE_AS_ONE
    return _RAISES


def record_cases() -> Iterator[Json]:
    """Every member of every record, as it stands in a create."""
    for record, rows in _RECORDS:
        for member in _members(*rows):
            for name, wrong in wrong_values(record, member):
                yield {
                    "id": _id("records", record["kind"], member, name),
                    "rules": [member.rule, "CHG-3"],
                    "args": {"change": {"version": 1, "operation": "create", "schedule": wrong}},
                    **_corrupt(member, name),
                }


def change_cases() -> Iterator[Json]:
    """Every member of every change, and a change that is no object."""
    for shape, own, rows in _CHANGES:
        change = {"version": 1, "operation": shape.removeprefix("every-"), **own}
        for member in _members(*_OF_ANY_CHANGE, *rows):
            for name, wrong in wrong_values(change, member):
                yield {
                    "id": _id("changes", shape, member, name),
                    "rules": [member.rule],
                    "args": {"change": wrong},
                    **_corrupt(member, name),
                }
    yield from _whole_changes("changes", lambda value: {"change": value})


def fold_cases() -> Iterator[Json]:
    """The data of an event that is no change, and every wrong type of `seedLength`."""
    event: Json = {"type": "schedule/change"}
    yield from _whole_changes("fold", lambda value: {"events": [event | {"data": value}]})
    member = Member(("seedLength",), "number", "FOLD-13")
    for name, args in wrong_values(
        {"events": [event | {"data": _A_CREATE}], "seedLength": 1}, member
    ):
        yield {
            "id": _id("fold", "log", member, name),
            "rules": [member.rule],
            "args": args,
            **_corrupt(member, name),
        }


_A_CREATE = {"version": 1, "operation": "create", "schedule": _record("at")}


def _whole_changes(chapter: str, args: Callable[[Any], Json]) -> Iterator[Json]:
    member = Member(("data",), "object", "CHG-1")
    for name, holder in wrong_values({"data": _A_CREATE}, member):
        yield {
            "id": f"{chapter}/json-types/change-is-{name}",
            "rules": [member.rule],
            "args": args(holder["data"]),
            "expect": {"error": "corrupt_schedule_log"},
            "why": "A change is an object.",
            "mistake": _RAISES,
        }


def input_cases(*, local: bool) -> Iterator[Json]:
    """Every argument of a create, or every member of the local form."""
    for own, row, code in _INPUTS:
        (member,) = _members(row)
        if (len(member.path) == 2) != local:
            continue
        for name, wrong in wrong_values({"prompt": "tea", **own}, member):
            yield {
                "id": _id("zones" if local else "input", None, member, name),
                "rules": [member.rule],
                "args": {"id": "schedule-1", "now": _NOW, "input": wrong},
                "expect": {"error": code},
                "why": _why(member, name),
                "mistake": _mistake(member, name),
            }


def tool_cases() -> Iterator[Json]:
    """Every argument of every tool: the harness refuses the call."""
    calls = [("schedule_create", {"prompt": "tea", **own}, row) for own, row, _ in _INPUTS]
    calls.append(("schedule_delete", {"id": "schedule-1"}, _ID))
    for tool, arguments, row in calls:
        (member,) = _members(row)
        for name, wrong in wrong_values(arguments, member):
            yield {
                "id": _id("tools", tool.removeprefix("schedule_"), member, name),
                "rules": ["TOOL-1"],
                "args": {"now": _NOW, "events": [], "steps": [{"call": tool, "args": wrong}]},
                "expect": {"value": [[], [{"refused": "arguments", "call": 1}]]},
                "why": _why(member, name),
                "mistake": _TOOL_RUN,
            }


def _id(chapter: str, shape: str | None, member: Member, type_name: str) -> str:
    words = [shape, *member.path, "is", type_name]
    return f"{chapter}/json-types/{'-'.join(word for word in words if word)}"


def _corrupt(member: Member, type_name: str) -> Json:
    return {
        "expect": {"error": "corrupt_schedule_log"},
        "why": _why(member, type_name),
        "mistake": _mistake(member, type_name),
    }


FILES: dict[str, tuple[str, Callable[[], Iterator[Json]]]] = {
    "records": ("decode", record_cases),
    "changes": ("decode", change_cases),
    "fold": ("fold", fold_cases),
    "input": ("create", lambda: input_cases(local=False)),
    "zones": ("create", lambda: input_cases(local=True)),
    "tools": ("session", tool_cases),
}
"""The chapters that have such a file, with its operation and its cases."""


def main() -> None:
    """Write one file for each chapter."""
    for chapter, (op, cases) in FILES.items():
        write(CORPUS / chapter / "json-types.json", {"op": op}, cases())


if __name__ == "__main__":
    main()
