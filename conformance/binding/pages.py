"""The tables of the front matter: the document's sentences, the classes, the history of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from binding.data import read
from binding.machines import SHOWN

LINES = Iterator[str]


def _document() -> LINES:
    yield from ("| | the document says | rules |", "|---|---|---|")
    part = None
    for sentence in read("document")["sentences"]:
        if sentence["part"] != part:
            part = sentence["part"]
            yield f"| | **{part}** | |"
        rules = ", ".join(sentence.get("rules", [])) or f"outside: {sentence['outside']}"
        yield f"| {sentence['number']} | {sentence['says']} | {rules} |"


def _classes() -> LINES:
    yield from ("| class | it | chapters | operations | needs |", "|---|---|---|---|---|")
    for each in read("classes")["classes"]:
        chapters, ops = ", ".join(each["chapters"]), ", ".join(f"`{op}`" for op in each["ops"])
        cells = (f"**{each['name']}**", each["claims"], chapters, ops, ", ".join(each["needs"]))
        yield f"| {' | '.join(cells)} |"


def _history() -> LINES:
    yield from ("| rule | revision | change |", "|---|---|---|")
    for rule, entries in read("history")["rules"].items():
        for entry in entries:
            yield f"| {rule} | {entry['revision']} | {entry['change']} |"


PAGES: dict[str, Callable[[], LINES]] = {
    "document": _document,
    "classes": _classes,
    "history": _history,
    **SHOWN,
}
"""What each marked place of the front matter holds, line by line."""
