"""What stands above the failures: the verdict, what the run was of, warnings, counts, causes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.report import about
from schedule_conformance.report.html.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence

    from schedule_conformance.report.causes import Cause
    from schedule_conformance.running.run import Result

_IDS = 12
_CAUSES = 200


def head(result: Result) -> Markup:
    """The port, the verdict, and what tells this run from another."""
    facts = about.facts(result)
    verdict = about.verdict(result)
    listed = [
        element("div", element("dt", name), element("dd", content))
        for name, content in facts.items()
    ]
    return element(
        "header",
        element("h1", facts["port"], " ", element("span", facts.get("port version", ""))),
        element(
            "p",
            element("strong", verdict, class_=f"verdict {verdict.replace(' ', '-')}"),
            f" {about.tally(result.counts)} in {result.seconds:.1f} s",
        ),
        element("dl", *listed, class_="facts"),
    )


def warnings(result: Result) -> Markup | None:
    """What must be known before the counts are believed; nothing if there is nothing."""
    told = [element("li", warning) for warning in about.warnings(result)]
    groups = about.excused(result)
    told += [_excused(*group) for group in groups if group[0] is not Verdict.MAY]
    if not told:
        return None
    return element(
        "section", element("h2", "Know first"), element("ul", *told), class_="warnings", role="note"
    )


def counts(result: Result) -> Markup:
    """The counts by conformance class and by chapter, and where the rules leave a choice."""
    may = [_excused(*group) for group in about.excused(result) if group[0] is Verdict.MAY]
    return element(
        "section",
        element("h2", "Summary"),
        element(
            "div",
            _table("class", about.by_class(result.outcomes)),
            _table("chapter", about.by_chapter(result.outcomes)),
            class_="tables",
        ),
        element("ul", *may) if may else None,
    )


def clusters(found: Sequence[Cause]) -> Markup | None:
    """The causes, each with a button that shows its failures alone."""
    if not found:
        return None
    items = [_cause(number, cause) for number, cause in enumerate(found[:_CAUSES])]
    if len(found) > _CAUSES:
        items.append(element("li", f"… and {len(found) - _CAUSES} more"))
    return element(
        "section",
        element("h2", "What lies behind the failures"),
        element("ol", *items, class_="causes"),
    )


def _cause(number: int, cause: Cause) -> Markup:
    rules = list(dict.fromkeys(outcome.case.rules[0] for outcome in cause.outcomes))
    cited = ", ".join(rules[:6]) + (", …" if len(rules) > 6 else "")
    users = element("p", f"What users meet: {cause.users}") if cause.users else None
    matched = element("p", f"{cause.matched}.", class_="faint") if cause.matched else None
    button = element("button", "Show these", type="button", class_="only", data_cause=number)
    return element(
        "li",
        element("strong", f"{len(cause.outcomes)}x "),
        cause.sentence,
        element("span", f" {cited} ", class_="cited"),
        button,
        users,
        matched,
    )


def _excused(verdict: Verdict, reason: str, ids: Sequence[str]) -> Markup:
    more = f" … and {len(ids) - _IDS} more" if len(ids) > _IDS else ""
    listed = [part for id_ in ids[:_IDS] for part in (element("code", id_), " ")]
    told = element("strong", f"{about.LABELS[verdict]}, {len(ids)}x")
    summary = element("summary", told, f": {reason}" if reason else None)
    return element("li", element("details", summary, joined(*listed, more)))


def _table(title: str, counted: Mapping[str, Counter[Verdict]]) -> Markup:
    used = [each for each in Verdict if any(count[each] for count in counted.values())]
    rows = [
        element("tr", element("th", name, scope="row"), *_cells(count, used))
        for name, count in counted.items()
    ]
    heading = [element("th", word, scope="col") for word in (title, *map(str, used))]
    return element(
        "div",
        element("table", element("thead", element("tr", *heading)), element("tbody", *rows)),
        class_="scroll",
        tabindex="0",
    )


def _cells(count: Counter[Verdict], used: Sequence[Verdict]) -> Iterator[Markup]:
    for verdict in used:
        against = "against" if verdict.counts_against and count[verdict] else None
        yield element("td", str(count[verdict] or "·"), class_=against)
