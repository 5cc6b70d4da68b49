"""One failed case as a reader opens it: rules, given, expected, got, pictures, and a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.report import about, text
from schedule_conformance.report.html.markup import Markup, element, joined
from schedule_conformance.report.html.pictures import pictures
from schedule_conformance.report.html.prose import rule_text
from schedule_conformance.report.html.values import expected_and_got, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schedule_conformance.corpus.rules import Rule
    from schedule_conformance.judging.verdict import Outcome


def failure(
    outcome: Outcome, cause: tuple[int, str], rules: Mapping[str, Rule], again: Sequence[str]
) -> Markup:
    """A failure that opens; `cause` is the number of its cause on the page, and its sentence."""
    case = outcome.case
    summary = element(
        "summary",
        element("span", about.LABELS[outcome.verdict], class_="badge"),
        element("code", case.id, class_="id"),
        element("span", " ".join(case.rules), class_="cited"),
    )
    return element(
        "details",
        summary,
        element("div", *_parts(outcome, cause[1], rules, again), class_="body"),
        class_="failure",
        data_id=case.id,
        data_chapter=case.chapter,
        data_rule=" ".join(case.rules),
        data_op=case.op,
        data_verdict=outcome.verdict.value,
        data_cause=cause[0],
    )


def copied(command: str) -> Markup:
    """A command with a button that copies it."""
    button = element("button", "Copy", type="button", class_="copy", aria_label="Copy the command")
    return element("div", element("code", command), button, class_="command")


def _parts(
    outcome: Outcome, cause: str, rules: Mapping[str, Rule], again: Sequence[str]
) -> Iterator[Markup | None]:
    case = outcome.case
    yield element("p", case.why, class_="why")
    if outcome.note is not None:
        yield element("pre", outcome.note, class_="error")
    yield element("p", element("strong", "Likely: "), cause)
    yield joined(*pictures(outcome))
    expected, got = expected_and_got(outcome)
    yield element(
        "div",
        element("section", element("h4", "Expected"), expected),
        element("section", element("h4", "Got"), got or element("p", "no answer to be shown")),
        class_="sides",
    )
    places = [] if outcome.answer is None else text.places(case, outcome.answer)
    if places:
        yield element("ul", *(element("li", place) for place in places), class_="places")
    given = element("summary", "Given: ", element("code", case.op))
    yield element("details", given, shown(case.args), open=True)
    for place, rule in enumerate(case.rules):
        yield _rule(rule, rules, opened=place == 0)
    yield element("h4", "Rerun")
    yield copied(text.rerun(case, again))


def _rule(rule_id: str, rules: Mapping[str, Rule], *, opened: bool) -> Markup:
    rule = rules.get(rule_id)
    if rule is None:
        return element("p", rule_id)
    summary = element("summary", f"{rule.id} — {rule.title}")
    return element("details", summary, rule_text(rule), class_="rule", open=opened)
