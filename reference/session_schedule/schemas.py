"""What the harness has to know of the tools: names, descriptions, argument schemas (TOOL-1)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType


class LocalAt(msgspec.Struct, forbid_unknown_fields=True):
    """A local date and time in an explicit zone."""

    date: Annotated[str, Meta(description="Calendar date, YYYY-MM-DD.")]
    time: Annotated[str, Meta(description="Wall-clock time, HH:MM:SS with optional .mmm.")]
    time_zone: Annotated[str, Meta(description="UTC or an IANA Area/Location name.")]


class CreateArguments(msgspec.Struct):
    """Arguments of ``schedule_create``; that exactly one selector is given is for IN-1."""

    prompt: Annotated[str, Meta(description="What to remind of, shown when it falls due.")]
    after_seconds: Annotated[
        float | UnsetType, Meta(description="Delay in whole seconds, at least 1.")
    ] = UNSET
    at: Annotated[
        str | LocalAt | UnsetType,
        Meta(
            description="Absolute target: YYYY-MM-DDTHH:MM:SS with Z or an offset, or a local"
            " date and time with an explicit zone."
        ),
    ] = UNSET
    every_seconds: Annotated[
        float | UnsetType, Meta(description="Fixed interval in whole seconds, at least 300.")
    ] = UNSET


class ListArguments(msgspec.Struct):
    """Arguments of ``schedule_list``: none."""


class DeleteArguments(msgspec.Struct):
    """Arguments of ``schedule_delete``."""

    id: Annotated[str, Meta(description="The exact id, as a create or a list showed it.")]


_ARGUMENTS: dict[str, type[msgspec.Struct]] = {
    "schedule_create": CreateArguments,
    "schedule_list": ListArguments,
    "schedule_delete": DeleteArguments,
}

_DESCRIPTIONS = {
    "schedule_create": "Create a reminder in this session: a prompt and exactly one of"
    " after_seconds, at and every_seconds. A fixed-rate reminder stays aligned to its creation;"
    " occurrences that were missed are skipped but the latest. Reminders come back only while"
    " this session is open; otherwise they are overdue when it is opened again.",
    "schedule_list": "List the active reminders of this session in creation order, each with its"
    " id, its target in UTC, and whether it is scheduled or overdue.",
    "schedule_delete": "Delete one active reminder of this session by its exact id. An id that is"
    " not active is answered with deleted false.",
}


def argument_error(tool: str, arguments: object) -> str | None:
    """Return what does not fit a tool's argument schema, or None if all does (TOOL-1).

    Raises:
        KeyError: There is no such tool.
    """
    try:
        msgspec.convert(_with_plain_names(arguments), _ARGUMENTS[tool])
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _with_plain_names(arguments: object) -> object:
    """Return the arguments with each lone surrogate in a name escaped, which msgspec cannot read.

    Such a name is none of those that a schema knows, and neither is the escaped one.
    """
    if not isinstance(arguments, dict):
        return arguments
    return {
        _plain(name): {_plain(inner): member for inner, member in value.items()}
        if isinstance(value, dict)
        else value
        for name, value in arguments.items()
    }


def _plain(name: object) -> object:
    return name.encode(errors="backslashreplace").decode() if isinstance(name, str) else name


def tool_definitions() -> list[dict[str, Any]]:
    """Return the three tools as a model is given them: name, description and JSON Schema."""
    _, components = msgspec.json.schema_components(_ARGUMENTS.values())
    return [
        {
            "name": tool,
            "description": _DESCRIPTIONS[tool],
            "parameters": _inlined(components[arguments.__name__], components),
        }
        for tool, arguments in _ARGUMENTS.items()
    ]


def _inlined(schema: Any, components: dict[str, Any]) -> Any:
    """Return a schema without references, which not every model interface follows."""
    if isinstance(schema, list):
        return [_inlined(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(components[schema["$ref"].rpartition("/")[2]], components)
    # Titles and docstrings of the argument classes speak to readers of this module, not to a model.
    kept = {key: value for key, value in schema.items() if key != "title"}
    if kept.get("type") == "object":
        kept.pop("description", None)
    return {key: _inlined(value, components) for key, value in kept.items()}
