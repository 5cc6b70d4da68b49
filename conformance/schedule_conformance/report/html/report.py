"""The report on a run as one page, which stays small enough to be opened however much failed."""

from __future__ import annotations

from collections import Counter
from typing import IO, TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.report import about
from schedule_conformance.report.causes import causes, examples
from schedule_conformance.report.html import failures, page, summary
from schedule_conformance.report.html.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.report.causes import Cause
    from schedule_conformance.report.html.markup import Part
    from schedule_conformance.running.run import Result

MOST = 600
"""How many failures are shown whole."""


def write(result: Result, stream: IO[str]) -> None:
    """Write the page."""
    facts = about.facts(result)
    page.write(f"{facts['port']}: {about.verdict(result)}", _parts(result), stream)


def chosen(found: Sequence[Cause], most: int = MOST) -> list[tuple[int, Outcome]]:
    """The failures to be shown, each with the number of its cause: of each cause a fair share."""
    total = sum(len(cause.outcomes) for cause in found)
    if total <= most:
        shares = [len(cause.outcomes) for cause in found]
    else:
        shares = [0] * len(found)
        left = most
        while left > 0:
            open_ = [n for n, cause in enumerate(found) if shares[n] < len(cause.outcomes)]
            for number in open_[:left]:
                shares[number] += 1
            left -= len(open_)
    return [
        (number, outcome)
        for number, (cause, share) in enumerate(zip(found, shares, strict=True))
        for outcome in examples(cause, share)
    ]


def _parts(result: Result) -> Iterator[Part]:
    found = causes(result)
    shown = chosen(found)
    yield element("a", "Skip to the failures", href="#failures", class_="skip")
    yield summary.head(result)
    yield Markup("<main>")
    yield summary.warnings(result)
    yield summary.counts(result)
    yield summary.clusters(found)
    if shown:
        rules = load_rules(data.folder("spec"))
        yield Markup('<section id="failures" tabindex="-1">')
        yield element("h2", "Failures")
        yield _filters(found, [outcome for _, outcome in shown])
        for number, outcome in shown:
            cause = number, found[number].sentence
            yield failures.failure(outcome, cause, rules, result.again)
        yield _rest(result, shown)
        yield Markup("</section>")
    yield Markup("</main>")


def _filters(found: Sequence[Cause], shown: Sequence[Outcome]) -> Markup:
    chapters = dict.fromkeys(outcome.case.chapter for outcome in shown)
    rules = sorted({rule for outcome in shown for rule in outcome.case.rules}, key=_rule_key)
    ops = dict.fromkeys(outcome.case.op for outcome in shown)
    verdicts = dict.fromkeys(outcome.verdict.value for outcome in shown)
    named = [
        (str(number), f"{len(cause.outcomes)}x {cause.sentence}"[:90])
        for number, cause in enumerate(found)
    ]
    return element(
        "form",
        element(
            "label",
            "Search ",
            element("input", type="search", id="search", placeholder="id, rule or any text  ( / )"),
        ),
        _choice("chapter", [(each, each) for each in chapters]),
        _choice("rule", [(each, each) for each in rules]),
        _choice("op", [(each, each) for each in ops]),
        _choice("verdict", [(each, each) for each in verdicts]),
        _choice("cause", named),
        element("button", "Clear", type="reset"),
        element("output", f"{len(shown)} of {len(shown)} shown", id="count", aria_live="polite"),
        element("p", "Keys: / search, j next, k previous, Enter opens.", class_="faint keys"),
        id="filters",
        role="search",
    )


def _choice(name: str, values: Sequence[tuple[str, str]]) -> Markup:
    options = [element("option", words, value=value) for value, words in values]
    select = element("select", element("option", "any", value=""), *options, id=f"by-{name}")
    return element("label", f"{name} ", select)


def _rest(result: Result, shown: Sequence[tuple[int, Outcome]]) -> Markup | None:
    """How many failures are left out, and how to list them."""
    there = {outcome.case.id for _, outcome in shown}
    left = [each for each in about.failures(result) if each.case.id not in there]
    if not left:
        return None
    counted = Counter((each.case.chapter, each.case.rules[0]) for each in left)
    rows = [
        element("tr", *(element("td", word) for word in (chapter, rule, str(count))))
        for (chapter, rule), count in counted.most_common()
    ]
    heading = element("tr", *(element("th", word) for word in ("chapter", "rule", "left out")))
    again = " ".join(["schedule-spec run --report jsonl=FILE", *result.again])
    return element(
        "section",
        element("h3", f"{len(left)} more failures are not shown"),
        joined(element("p", "This lists them all:"), failures.copied(again)),
        element("table", element("thead", heading), element("tbody", *rows)),
        class_="rest",
    )


def _rule_key(rule: str) -> tuple[str, int]:
    chapter, _, number = rule.partition("-")
    return chapter, int(number)
