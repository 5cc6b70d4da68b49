"""Which files of the repository are pages of the site, and where they stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
OWN = Path(__file__).with_name("pages")
CODE = PurePosixPath("code")
"""Where the pages stand that show a file as it is."""

_PAGES = (
    "spec/*.md",
    "docs/*.md",
    "docs/evidence/*.md",
    "conformance/*.md",
    "conformance/*/README.md",
    "conformance/corpus/**/README.md",
    "conformance/ports/*/README.md",
    "benchmarks/README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)
_INSTALLED = "node_modules"
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> dict[PurePosixPath, PurePosixPath]:
    """Return where each page stands in the site, by its path in the repository."""
    paths = [path for pattern in _PAGES for path in sorted(ROOT.glob(pattern))]
    installed = [path for path in paths if _INSTALLED not in path.parts]
    return {path: _place(path) for path in map(_in_repository, installed)}


def below(place: PurePosixPath, text: str) -> list[PurePosixPath]:
    """The pages below an index, in the order in which its tables name them.

    They are those of its folder, and the indexes of folders within that have no page between.
    """
    if place.name != "index.md":
        return []
    indexes = {page.parent for page in pages().values() if page.name == "index.md"}
    found = [
        page
        for page in pages().values()
        if page != place and _nearest(page, indexes) == place.parent
    ]
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return sorted(found, key=lambda page: (rows.find(f"({page.name}") % (len(rows) + 1), page))


def without_a_place(named: str) -> list[PurePosixPath]:
    """The pages below no index whose place stands on no line of a text."""
    everywhere = set(pages().values())
    placed = {page for index in everywhere for page in below(index, "")}
    lines = set(named.splitlines())
    return sorted(
        page for page in everywhere - placed if page.with_suffix("").as_posix() not in lines
    )


def code_page(path: PurePosixPath) -> PurePosixPath:
    """Where the page stands that shows a file or folder of the repository."""
    return CODE / path.with_name(f"{path.name}.md")


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a Markdown text, each with whether it is a fenced block."""
    end = 0
    for block in _FENCED.finditer(text):
        yield text[end : block.start()], False
        yield block[0], True
        end = block.end()
    yield text[end:], False


def _in_repository(path: Path) -> PurePosixPath:
    return PurePosixPath(path.relative_to(ROOT).as_posix())


def _nearest(page: PurePosixPath, indexes: set[PurePosixPath]) -> PurePosixPath | None:
    """The folder of the index above a page."""
    above = page.parents[1:] if page.name == "index.md" else page.parents
    return next((folder for folder in above if folder in indexes), None)


def _place(path: PurePosixPath) -> PurePosixPath:
    return path.with_name("index.md") if path.name == "README.md" else path
