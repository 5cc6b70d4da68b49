"""`schedule-spec show`: cases in full, with the rules that they show; or rules, by their ids."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.commands import options as shared
from schedule_conformance.commands.spec import rule_page
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.report import text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Mapping

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.rules import Rule


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "show",
        help="show a rule, such as FOLD-3, with its most telling cases; or cases in full",
        description="Shows the rule of an id such as FOLD-3, the rules of a glob such as 'ZONE-*'"
        " one a line, and the cases of all other ids and options in full, with their rules.",
    )
    shared.add_selection(parser)
    shared.add_corpus(parser)
    return parser


def run(options: Namespace) -> int:
    """Print the chosen cases, or the rules where ids of rules are given."""
    rules = load_rules(data.folder("spec"))
    named = [word for word in options.ids if rule_page.names_rules(word)]
    options.ids = [word for word in options.ids if word not in named]
    sys.stdout.writelines(f"{line}\n" for line in rule_page.pages(named, rules))
    if named and not options.ids:
        return 0
    for case in shared.selection(options).choose(shared.cases(options)):
        sys.stdout.writelines(f"{line}\n" for line in _lines(case, rules))
    return 0


def _lines(case: Case, rules: Mapping[str, Rule]) -> Iterator[str]:
    yield case.id
    yield "=" * len(case.id)
    yield case.why
    if case.mistake:
        yield f"Likely mistake: {case.mistake}"
    yield ""
    for rule_id in case.rules:
        rule = rules.get(rule_id)
        if rule is None:
            yield f"{rule_id} (not in the spec)"
        else:
            yield f"{rule.id} — {rule.title} (spec/{rule.chapter}.md, {rule.source})"
            yield from (f"    {line}".rstrip() for line in rule.text.splitlines())
        yield ""
    yield f"level: {case.level}; tags: {', '.join(case.tags) or 'none'}"
    if case.tz is not None:
        yield f"tz: {text.value(case.tz, None)}"
    yield f"given: {case.op}"
    yield _readable(case.args)
    yield "expected: " + (f"error {case.expect.error}" if case.expect.error else "value")
    if case.expect.accepts:
        yield _readable(case.expect.value)
    yield ""


def _readable(value: Any) -> str:
    """A JSON value on several lines, with what does not print escaped."""
    lines = json.dumps(value, indent=2, ensure_ascii=False).split("\n")
    return "\n".join(map(text.visible, lines))
