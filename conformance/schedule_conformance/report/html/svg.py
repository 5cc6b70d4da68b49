"""Pieces of drawings: an SVG element with a title, texts, lines and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.report.html.markup import Markup, Part, element

if TYPE_CHECKING:
    from collections.abc import Iterable

LETTER = 6.7
"""How broad a letter of a drawing is, in its units."""


def drawing(
    title: str, width: float, height: float, parts: Iterable[Markup], *, shrinks: bool = False
) -> Markup:
    """A drawing that a screen reader announces by its title.

    Where there is no room for it, it `shrinks`, or else scrolls.
    """
    svg = element(
        "svg",
        element("title", title),
        *parts,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        class_="shrinks" if shrinks else None,
    )
    return element(
        "figure", element("div", svg, class_="scroll", tabindex="0"), element("figcaption", title)
    )


def text(x: float, y: float, content: str, kind: str = "", *, whole: str = "") -> Markup:
    """A text that begins, ends or is centred at a place, by the class `start`, `end` or `middle`.

    `whole` is shown by a pointer that rests on it.
    """
    parts: list[Part] = [content]
    if whole:
        parts.insert(0, element("title", whole))
    return element("text", *parts, x=float(x), y=float(y), class_=kind or None)


def line(start: tuple[float, float], end: tuple[float, float], kind: str = "") -> Markup:
    """A straight line."""
    (x1, y1), (x2, y2) = start, end
    return element(
        "line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), class_=kind or None
    )


def box(x: float, y: float, width: float, height: float, kind: str) -> Markup:
    """A rectangle."""
    return element(
        "rect", x=float(x), y=float(y), width=float(width), height=float(height), class_=kind
    )


def dot(x: float, y: float, kind: str, radius: float = 5) -> Markup:
    """A round mark."""
    return element("circle", cx=float(x), cy=float(y), r=radius, class_=kind)


def fitting(content: str, width: float) -> str:
    """As much of a text as fits, with an ellipsis where that is not all."""
    most = max(1, int(width / LETTER))
    return content if len(content) <= most else content[: most - 1] + "…"
