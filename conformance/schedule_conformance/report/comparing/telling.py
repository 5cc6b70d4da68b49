"""A comparison told on a terminal, in Markdown, and as an HTML page."""

from __future__ import annotations

from string import ascii_uppercase
from typing import IO, TYPE_CHECKING

import msgspec

from schedule_conformance.base.printable import printable
from schedule_conformance.report.comparing.matrix import Cell, Change, Comparison, matrix
from schedule_conformance.report.html import page
from schedule_conformance.report.html.markup import Markup, element
from schedule_conformance.report.markdown import code, plain, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.report.comparing.recorded import Recorded

_SHOWN = 20
_SHOWN_ON_PAGE = 1000


class Side(msgspec.Struct, frozen=True):
    """Runs to be told side by side: the first, and the others compared with it."""

    first: Recorded
    others: Sequence[Comparison]

    @property
    def names(self) -> list[str]:
        """A short name for each run: a letter."""
        return [_letter(place) for place in range(len(self.others) + 1)]

    def remarks(self) -> Iterator[str]:
        """What must be known before two runs are compared."""
        for name, each in zip(self.names[1:], self.others, strict=True):
            mine, its = self.first.run, each.recorded.run
            if mine.corpus != its.corpus:
                yield (
                    f"{name} was asked another corpus than A: {each.apart} cases that are in one of"
                    " them alone are not compared"
                )
            elif mine.selection != its.selection:
                yield f"{name} was asked another selection than A: what it was not asked is worse"
            if mine.suite != its.suite:
                yield f"{name} was judged by another version of the suite than A"


def write_text(side: Side, stream: IO[str], *, everything: bool = False) -> None:
    """Tell it on a terminal."""
    stream.writelines(f"{line}\n" for line in _text(side, everything=everything))


def write_markdown(side: Side, stream: IO[str]) -> None:
    """Tell it in Markdown."""
    stream.writelines(f"{line}\n" for line in _markdown(side))


def write_html(side: Side, stream: IO[str]) -> None:
    """Tell it as a page that needs nothing beside itself."""
    page.write("Runs side by side", _page(side), stream, scripted=False)


def _text(side: Side, *, everything: bool) -> Iterator[str]:
    for name, run in _runs(side):
        yield f"{name}  {run.name} ({run.facts})"
    yield ""
    rows = [["", *side.names]]
    for chapter, cells in matrix(side.first, side.others).items():
        rows.append([printable(chapter), *map(_cell, cells)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for head, *words in rows:
        padded = (word.ljust(width) for word, width in zip(words, widths[1:], strict=True))
        yield f"{head.ljust(widths[0])}  {'  '.join(padded)}".rstrip()
    yield ""
    for remark in side.remarks():
        yield f"note: {remark}"
    for name, each in zip(side.names[1:], side.others, strict=True):
        yield _verdict(name, each)
        for kind, changes in (("worse", each.worse), ("better", each.better)):
            shown = len(changes) if everything else _SHOWN
            yield from (
                f"  {kind:<6} {printable(change.id)} ({change.words})" for change in changes[:shown]
            )
            if len(changes) > shown:
                yield f"  … and {len(changes) - shown} more that are {kind}; --all shows them."


def _markdown(side: Side) -> Iterator[str]:
    yield "## Runs side by side"
    yield ""
    for name, run in _runs(side):
        yield f"- **{name}** {plain(run.name)} ({plain(run.facts)})"
    yield ""
    found = matrix(side.first, side.others)
    yield from table(
        ["chapter", *side.names],
        ([plain(chapter), *map(_cell, cells)] for chapter, cells in found.items()),
    )
    yield ""
    yield from (f"> {plain(remark)}" for remark in side.remarks())
    for name, each in zip(side.names[1:], side.others, strict=True):
        yield ""
        yield f"**{_verdict(name, each)}**"
        yield ""
        for kind, changes in (("worse", each.worse), ("better", each.better)):
            yield from (f"- {kind} {code(change.id)} {change.words}" for change in changes[:_SHOWN])
            if len(changes) > _SHOWN:
                yield f"- … and {len(changes) - _SHOWN} more that are {kind}"


def _page(side: Side) -> Iterator[Markup | None]:
    yield element("header", element("h1", "Runs side by side"))
    listed = [
        element(
            "li",
            element("strong", name),
            f" {run.name} ",
            element("span", run.facts, class_="faint"),
        )
        for name, run in _runs(side)
    ]
    remarks = [element("li", remark) for remark in side.remarks()]
    if remarks:
        yield element(
            "section",
            element("h2", "Know first"),
            element("ul", *remarks),
            class_="warnings",
            role="note",
        )
    yield element("ul", *listed, class_="runs")
    heading = [element("th", word, scope="col") for word in ("chapter", *side.names)]
    rows = [
        element("tr", element("th", chapter, scope="row"), *map(_marked_cell, cells))
        for chapter, cells in matrix(side.first, side.others).items()
    ]
    whole = element("table", element("thead", element("tr", *heading)), element("tbody", *rows))
    yield element("div", whole, class_="scroll", tabindex="0")
    yield element("p", "Passed of judged; + are better than in A, - are worse.", class_="faint")
    for name, each in zip(side.names[1:], side.others, strict=True):
        yield element("h2", _verdict(name, each))
        yield _changes("worse", each.worse, opened=True)
        yield _changes("better", each.better, opened=False)


def _faint(words: str) -> Markup:
    return element("span", words, class_="faint")


def _changes(kind: str, changes: Sequence[Change], *, opened: bool) -> Markup | None:
    if not changes:
        return None
    items = [
        element("li", element("code", change.id), f" {change.words} ", ", ".join(change.rules))
        for change in changes[:_SHOWN_ON_PAGE]
    ]
    if len(changes) > _SHOWN_ON_PAGE:
        items.append(element("li", f"… and {len(changes) - _SHOWN_ON_PAGE} more"))
    summary = element("summary", f"{len(changes)} {kind}", class_=kind)
    return element("details", summary, element("ul", *items), open=opened)


def _runs(side: Side) -> Iterator[tuple[str, Recorded]]:
    runs = [side.first, *(each.recorded for each in side.others)]
    yield from zip(side.names, runs, strict=True)


def _verdict(name: str, each: Comparison) -> str:
    return f"{name}: {len(each.worse)} worse than A, {len(each.better)} better"


def _cell(cell: Cell) -> str:
    if not cell.judged and not cell.worse:
        return "·"
    moved = [f"+{cell.better}"] * bool(cell.better) + [f"-{cell.worse}"] * bool(cell.worse)
    return " ".join([f"{cell.passed}/{cell.judged}", *moved])


def _marked_cell(cell: Cell) -> Markup:
    kind = "worse" if cell.worse else "better" if cell.better else None
    return element("td", _cell(cell), class_=kind)


def _letter(place: int) -> str:
    before, letter = divmod(place, len(ascii_uppercase))
    return (_letter(before - 1) if before else "") + ascii_uppercase[letter]
