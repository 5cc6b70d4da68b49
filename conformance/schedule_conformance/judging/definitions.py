"""Comparing the definitions of tools by their structure, as a model would tell them apart.

JSON Schema can say one thing in several ways, and a definition may say more than a case is about.
"""

from __future__ import annotations

from typing import Any

_ANNOTATIONS = frozenset({"title", "$schema", "$id", "default", "examples"})


def comparable(expected: Any, got: Any) -> tuple[Any, Any]:
    """Two lists of definitions in one form: in order of names, and with what is expected alone.

    Of a definition those members are compared that the expected one of its name has, and of its
    schemas the descriptions only where those expected have any. What is no list of definitions
    stays as it is.
    """
    try:
        like = {tool["name"]: tool for tool in expected}
        described = "description" in str([tool.get("parameters") for tool in expected])
        return _form(expected, like, described), _form(got, like, described)
    except (AttributeError, KeyError, TypeError):
        return expected, got


def _form(tools: Any, like: dict[str, Any], described: bool) -> list[Any]:
    found = []
    for tool in sorted(tools, key=lambda tool: str(tool["name"])):
        members = like.get(tool["name"], tool).keys()
        kept = {name: value for name, value in tool.items() if name in members}
        if "parameters" in kept:
            kept["parameters"] = _schema(kept["parameters"], described)
            # What a model adds to the arguments is judged in scenarios, by TOOL-1 and IN-2.
            kept["parameters"].pop("additionalProperties", None)
        found.append(kept)
    return found


def _schema(schema: Any, described: bool) -> Any:
    if not isinstance(schema, dict):
        return schema
    dropped = _ANNOTATIONS if described else _ANNOTATIONS | {"description"}
    form: dict[str, Any] = {}
    for name, value in schema.items():
        match name, value:
            case _ if name in dropped:
                pass
            case "properties", dict():
                form[name] = {key: _schema(part, described) for key, part in value.items()}
            case (("anyOf" | "oneOf"), list()):
                form["anyOf"] = sorted((_schema(part, described) for part in value), key=str)
            case "required", list():
                form[name] = sorted(value)
            case "type", "integer":
                form[name] = "number"
            case _:
                form[name] = value
    if form.get("type") == "object":
        form.setdefault("properties", {})
        form.setdefault("required", [])
    return dict(sorted(form.items()))
