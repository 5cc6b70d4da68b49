"""Mistakes about what a model is told of the tools."""

from __future__ import annotations

from typing import Any

from session_schedule.schemas import tool_definitions
from wrong_ports.registry import instead_of, wrong_port


@wrong_port(
    instead_of(tool_definitions),
    mistake="Renaming an argument of a tool, in the spelling of the language, lets every call of a"
    " model that knows the tools fail.",
    users="The model is refused, again and again, and gives up.",
)
def arguments_renamed() -> list[dict[str, Any]]:
    definitions = tool_definitions()
    properties = definitions[0]["parameters"]["properties"]
    properties["afterSeconds"] = properties.pop("after_seconds")
    return definitions
