"""Draws the folders of the code and which uses which, from their imports.

`python docs/pictures/layers.py` writes `layers.svg` beside this file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).with_name("layers.svg")

WIDTH, HEIGHT, GAP, ROW, MARGIN = 150, 40, 26, 96, 24
STYLE = """
 svg { font: 14px system-ui, sans-serif; background: #fff }
 rect { fill: #eef3fb; stroke: #35568a } .reference rect { fill: #eaf5ea; stroke: #3c7a3c }
 text { text-anchor: middle; fill: #111 } path { fill: none; stroke: #8895a7 }
"""


class Package(msgspec.Struct, frozen=True):
    """A package whose folders stand in layers: its folder, its dotted name, and its name here."""

    folder: Path
    name: str
    label: str


RUNNER = Package(ROOT / "conformance/schedule_conformance", "schedule_conformance", "")
EMBEDDED = Package(
    ROOT / "reference/session_schedule/embedded", "session_schedule.embedded", "embedded."
)
PURE = "session_schedule"
"""The pure reference, which is drawn as one part: its chapters use each other freely."""


def imports(file: Path) -> Iterator[str]:
    """The dotted names that a module imports, those that only types need included."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def parts(package: Package) -> set[str]:
    """The folders of a package, and the modules that stand beside them."""
    folders = {entry.parent.name for entry in package.folder.glob("*/__init__.py")}
    return folders | {file.stem for file in package.folder.glob("[!_]*.py")}


def uses(package: Package) -> Iterator[tuple[str, str, Path]]:
    """Which part of a package uses which dotted name, and in which file."""
    known = parts(package)
    for file in sorted(package.folder.rglob("*.py")):
        user = file.relative_to(package.folder).parts[0].removesuffix(".py")
        if user in known:
            yield from ((user, name, file) for name in imports(file))


def _box(name: str, shown: dict[str, str]) -> str | None:
    """The part that a dotted name belongs to, as it is labelled; None for what is not ours."""
    name = shown.get(name, name)
    for package in (RUNNER, EMBEDDED):
        if name.startswith(f"{package.name}."):
            return package.label + name.removeprefix(f"{package.name}.").split(".")[0]
    return PURE if name.startswith(f"{PURE}.") else None


def edges() -> set[tuple[str, str]]:
    """Which part uses which."""
    shows = imports(EMBEDDED.folder / "__init__.py")
    shown = {f"{EMBEDDED.name}.{name.rpartition('.')[2]}": name for name in shows}
    found = {
        (package.label + user, used)
        for package in (RUNNER, EMBEDDED)
        for user, name, _ in uses(package)
        if (used := _box(name, shown)) is not None
    }
    return {(user, used) for user, used in found if user != used}


def direct(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those that do not follow from others: what is used by what one uses is left out."""
    below: dict[str, set[str]] = {}
    for user, used in edges:
        below.setdefault(user, set()).add(used)

    def reached(part: str) -> set[str]:
        return {part}.union(*(reached(used) for used in below.get(part, ())))

    return {
        (user, used)
        for user, used in edges
        if not any(used in reached(other) for other in below[user] - {used})
    }


def ranks(edges: set[tuple[str, str]]) -> dict[str, int]:
    """How many parts stand below each one, one on top of the other."""
    below: dict[str, set[str]] = {}
    for user, used in edges:
        below.setdefault(user, set()).add(used)
        below.setdefault(used, set())

    def rank(part: str) -> int:
        return max((rank(used) + 1 for used in below[part]), default=0)

    return {part: rank(part) for part in below}


def draw() -> str:
    """The picture, an SVG document."""
    arrows = direct(edges())
    heights = ranks(arrows)
    top = max(heights.values())
    from_above = sorted(heights, key=lambda part: (-heights[part], part))
    places: dict[str, tuple[float, float]] = {}
    widest = 0.0
    for height, row in groupby(from_above, key=heights.__getitem__):
        names = sorted(row, key=lambda part: _nearness(part, arrows, places))
        for column, name in enumerate(names):
            places[name] = (MARGIN + column * (WIDTH + GAP), MARGIN + (top - height) * ROW)
        widest = max(widest, 2 * MARGIN + len(names) * (WIDTH + GAP) - GAP)
    tall = 2 * MARGIN + top * ROW + HEIGHT
    svg = ET.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {widest:g} {tall:g}", role="img"
    )
    ET.SubElement(svg, "title").text = "What uses what"
    ET.SubElement(svg, "style").text = STYLE
    for user, used in sorted(arrows):
        _arrow(svg, places[user], places[used])
    for name, (x, y) in sorted(places.items()):
        kind = "reference" if name == PURE or name.startswith(EMBEDDED.label) else "runner"
        box = ET.SubElement(svg, "g", {"class": kind})
        ET.SubElement(
            box, "rect", x=f"{x:g}", y=f"{y:g}", width=f"{WIDTH}", height=f"{HEIGHT}", rx="6"
        )
        label = ET.SubElement(box, "text", x=f"{x + WIDTH / 2:g}", y=f"{y + 25:g}")
        label.text = name
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def _nearness(
    part: str, arrows: set[tuple[str, str]], places: dict[str, tuple[float, float]]
) -> tuple[float, float, str]:
    """Where in its row a part stands: first those right below what uses them."""
    users = [places[user] for user, used in arrows if used == part]
    return -max((y for _, y in users), default=0), min((x for x, _ in users), default=0), part


def _arrow(svg: ET.Element, start: tuple[float, float], end: tuple[float, float]) -> None:
    x1, y1 = start[0] + WIDTH / 2, start[1] + HEIGHT
    x2, y2 = end[0] + WIDTH / 2, end[1]
    bend = (y2 - y1) / 2
    curve = f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}"
    ET.SubElement(svg, "path", d=curve)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
