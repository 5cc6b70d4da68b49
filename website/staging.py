"""Writes the folder that Sphinx reads: all pages, and the scripts that some of them load."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from schedule_conformance.base import data
from schedule_conformance.corpus.rules import Rule, load_rules
from schedule_conformance.corpus.shipped import load_shipped
from website import bundle, cases, code, layout
from website.citations import citations, source_files
from website.diagrams import as_graphviz
from website.links import Links
from website.rules import Additions

_OURS = Path(__file__).parent
_OTHERS = "<!-- all other pages -->\n"
_INDEX = "<!-- all rules -->\n"


def stage(folder: Path) -> None:
    """Write everything that Sphinx reads into a folder that is not there yet."""
    rules = load_rules(data.folder("spec"))
    shown = load_shipped(sweeps=False)
    sources = source_files()
    pages = layout.pages()
    links = Links(pages)
    links.show(sources)
    additions = Additions(shown, citations(sources))
    for path, place in pages.items():
        text = (layout.ROOT / path).read_text(encoding="utf-8")
        text = as_graphviz(links.rewrite(text, path, place))
        _write(folder / place, additions.add(text, place) + _contents(place, text))
    named = "".join(own.read_text(encoding="utf-8") for own in layout.OWN.glob("*.md"))
    for own in sorted(layout.OWN.glob("*.md")):
        text = own.read_text(encoding="utf-8")
        text = text.replace(_INDEX, additions.index(_in_order(rules)))
        _write(folder / own.name, text.replace(_OTHERS, _others(named)))
    for source in code.with_contents(links.shown):
        _write(folder / layout.code_page(source), code.page(source))
    for picture in links.pictures:
        _copy(picture, folder)
    static = folder / "_static"
    shutil.copytree(_OURS / "static", static)
    shutil.copyfile(_OURS / "conf.py", folder / "conf.py")
    _write(static / "cases.js", cases.cases_script(shown))
    _write(static / "rules.js", cases.rules_script(rules))
    _write(static / "schedule.js", bundle.script())


def _in_order(rules: Mapping[str, Rule]) -> list[Rule]:
    """The rules, their chapters in the order in which the specification lists them."""
    listing = (data.folder("spec") / "README.md").read_text(encoding="utf-8")
    return sorted(rules.values(), key=lambda rule: listing.index(f"]({rule.chapter}.md)"))


def _others(named: str) -> str:
    """The pages for which nobody has chosen a place, as lines of a table of contents."""
    return "".join(f"{page.with_suffix('')}\n" for page in layout.without_a_place(named))


def _contents(place: PurePosixPath, text: str) -> str:
    """The table of contents of the pages below an index, as the side bar shows it."""
    names = [
        page.relative_to(place.parent).with_suffix("").as_posix()
        for page in layout.below(place, text)
    ]
    return (
        "\n".join(["", "```{toctree}", ":hidden:", ":titlesonly:", "", *names, "```", ""])
        if names
        else ""
    )


def _copy(picture: PurePosixPath, folder: Path) -> None:
    target = folder / picture
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(layout.ROOT / picture, target)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
