"""HTML and SVG put together so that no text becomes markup by accident."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

from schedule_conformance.base.printable import printable


class Markup(str):
    """Text that is markup already; every other string is escaped where it becomes a part."""

    __slots__ = ()


Part: TypeAlias = "str | None"
"""What stands inside an element: markup, a text to be escaped, or nothing."""

_VOID = frozenset({"br", "hr", "input", "link", "meta"})


def element(tag: str, /, *parts: Part, **attributes: str | float | bool | None) -> Markup:
    """An element with these parts.

    In the names of attributes `_` stands for `-`, and one at the end is left out, as in `class_`.
    An attribute of True has no value; one of False or None is not there.
    """
    written = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items()
    )
    if tag in _VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{joined(*parts)}</{tag}>")


def joined(*parts: Part) -> Markup:
    """Parts side by side."""
    return Markup("".join(map(_escaped, parts)))


def _attribute(name: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    content = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f' {name}="{escape(_visible(content))}"'


def _escaped(part: Part) -> str:
    if part is None:
        return ""
    return part if isinstance(part, Markup) else escape(_visible(part))


def _visible(text: str) -> str:
    """The text with what does not print shown as an escape; its lines stay."""
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))
