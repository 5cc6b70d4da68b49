"""Pages that show a file of the repository, with an anchor on each line, or list a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename, guess_lexer
from pygments.util import ClassNotFound

from website.layout import ROOT, code_page
from website.links import relative

_HIDDEN = {"__pycache__", "node_modules"}
_LINES = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True)


def with_contents(paths: set[PurePosixPath]) -> set[PurePosixPath]:
    """Add to files and folders what the folders hold."""
    inside = {entry for path in paths for entry in _inside(path)}
    return paths | inside


def page(path: PurePosixPath) -> str:
    """Return the page, in Markdown, of a file or folder of the repository."""
    lines = _listing(path) if (ROOT / path).is_dir() else [_source(path)]
    return "\n".join(["---", "orphan: true", "---", f"# `{path}`", "", *lines, ""])


def _inside(path: PurePosixPath) -> Iterator[PurePosixPath]:
    if (ROOT / path).is_dir():
        for entry in _entries(path):
            yield entry
            yield from _inside(entry)


def _entries(path: PurePosixPath) -> list[PurePosixPath]:
    """The entries of a folder that can be shown."""
    found = sorted((ROOT / path).iterdir(), key=lambda entry: (entry.is_file(), entry.name))
    shown = [entry for entry in found if entry.name not in _HIDDEN and entry.suffix != ".md"]
    return [path / entry.name for entry in shown]


def _listing(path: PurePosixPath) -> list[str]:
    place = code_page(path)
    return [f"- [`{entry.name}`]({relative(code_page(entry), place)})" for entry in _entries(path)]


def _source(path: PurePosixPath) -> str:
    text = (ROOT / path).read_text(encoding="utf-8")
    try:
        lexer = get_lexer_for_filename(path.name)
    except ClassNotFound:
        lexer = guess_lexer(text)
    shown = highlight(text, lexer, _LINES)
    return f"```{{raw}} html\n{shown}\n```"
