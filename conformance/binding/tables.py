"""The tables and blocks that the chapters show of the data.

A chapter marks the place, and ``python -m binding tables`` writes what belongs there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from binding.chapters import SPEC
from binding.data import fields, limits, read
from binding.facts import DATA, MINUS
from binding.pages import PAGES


def _records() -> Iterator[str]:
    kinds = [name for name in read("schemas/record")["$defs"] if name in ("after", "at", "every")]
    yield from _table(
        ("kind", "fields"), [(_code(kind), _codes(fields("record", kind))) for kind in kinds]
    )


def _changes() -> Iterator[str]:
    shapes = [entry["$ref"].rpartition("/")[2] for entry in read("schemas/change")["oneOf"]]
    definitions = read("schemas/change")["$defs"]
    rows = []
    for shape in shapes:
        members = definitions[shape]["properties"]
        operation = f"operation: {json.dumps(members['operation']['const'])}"
        keys = [operation if name == "operation" else name for name in members]
        rows.append((definitions[shape]["title"], _codes(keys)))
    yield from _table(("shape", "keys"), rows)


def _tools() -> Iterator[str]:
    rows = []
    for tool in ("create", "list", "delete"):
        schema = read(f"schemas/{tool}-arguments")
        members = schema.get("properties", {})
        required = schema.get("required", [])
        arguments = [
            f"{_code(name)}, {_type(member)}{', required' if name in required else ''}"
            for name, member in members.items()
        ]
        answers = read(f"schemas/{tool}-result")["description"]
        rows.append((_code(f"schedule_{tool}"), "; ".join(arguments) or "none", answers))
    yield from _table(("tool", "arguments", "answers"), rows)


def _type(schema: dict[str, Any]) -> str:
    """What a schema of an argument asks for, in words."""
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if schema["type"] != "object":
        return f"a {schema['type']}"
    *most, last = map(_code, schema["properties"])
    return f"an object of exactly the strings {', '.join(most)} and {last}"


def _limits() -> Iterator[str]:
    rows = [
        (
            limit.name,
            f"{limit.value} {limit.unit}".strip().replace("-", MINUS),
            ", ".join(limit.rules),
        )
        for limit in limits()
    ]
    yield from _table(("limit", "value", "rules"), rows)


def _error_codes() -> Iterator[str]:
    rows = [
        (_code(entry["code"]), entry["means"], ", ".join(entry["rules"]))
        for entry in read("codes")["codes"]
    ]
    yield from _table(("code", "means", "rules"), rows)


def _framing(form: str) -> Iterator[str]:
    yield from ("```", *read("framing")[form], "```")


def _log_fields(part: str) -> Iterator[str]:
    rows = [
        (_code(entry["field"]), entry["value"], "yes" if entry["required"] else "no")
        for entry in read("log")[part]
    ]
    yield from _table(("field", "value", "required"), rows)


def _rows() -> Iterator[str]:
    common = read("log")["row_data"]
    rows = [
        (
            _code(row["type"]),
            _codes([*common, row["members"], *row["also"]]),
            _codes(row.get("perhaps", [])),
        )
        for row in read("log")["rows"]
    ]
    yield from _table(("type", "fields of `data`", "optional"), rows)


def _types() -> Iterator[str]:
    messages = read("log")["messages"]
    rows = [(_code(name), "yes" if name in messages else "") for name in read("log")["types"]]
    yield from _table(("type", "message"), rows)


RENDERED: dict[str, Callable[[], Iterator[str]]] = {
    "records": _records,
    "changes": _changes,
    "tools": _tools,
    "limits": _limits,
    "codes": _error_codes,
    "framing one shot": lambda: _framing("one_shot"),
    "framing batch": lambda: _framing("batch"),
    "log header": lambda: _log_fields("header"),
    "log event": lambda: _log_fields("event"),
    "log rows": _rows,
    "log types": _types,
    **PAGES,
}
"""What each marked place holds, line by line."""


def rendered(text: str) -> str:
    """A chapter with each marked place holding what belongs there."""

    def write(place: Any) -> str:
        body = "\n".join(RENDERED[place["name"]]())
        return f"<!-- data: {place['name']} -->\n\n{body}\n\n<!-- end -->"

    return DATA.sub(write, text)


def disagreements(text: str) -> Iterator[str]:
    """The marked places of a text that show something else than the data."""
    for place in DATA.finditer(text):
        if place["name"] not in RENDERED:
            yield f"there is no data {place['name']}"
        elif place["body"].rstrip("\n") != "\n".join(RENDERED[place["name"]]()):
            yield f"the block {place['name']} is not what the data says"


def write() -> list[str]:
    """Write every marked place anew; the names of the chapters that changed."""
    changed = []
    for file in sorted(SPEC.glob("*.md")):
        text = file.read_text("utf-8")
        if text != rendered(text):
            file.write_text(rendered(text), encoding="utf-8")
            changed.append(file.name)
    return changed


def stale() -> list[str]:
    """The names of the chapters that ``write`` would change."""
    texts = {file.name: file.read_text("utf-8") for file in sorted(SPEC.glob("*.md"))}
    return [name for name, text in texts.items() if text != rendered(text)]


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield _row(head)
    yield "|" + "---|" * len(head)
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    return f"`{text}`"


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(map(_code, texts))
