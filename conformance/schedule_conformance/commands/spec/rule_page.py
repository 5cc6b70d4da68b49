"""What `schedule-spec show` tells of a rule: its text, its code, and its most telling cases."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError, did_you_mean
from schedule_conformance.corpus.history import load_history
from schedule_conformance.corpus.index import load_index
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.corpus.telling import telling
from schedule_conformance.report import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.index import Indexed
    from schedule_conformance.corpus.rules import Rule

_WORD = re.compile(r"[A-Za-z*?]+-[0-9*?]+")


def names_rules(word: str) -> bool:
    """Whether a word is the id of a rule, in letters of any case, or a glob of such ids."""
    return _WORD.fullmatch(word) is not None


def pages(words: list[str], rules: Mapping[str, Rule]) -> Iterator[str]:
    """Yield the lines about the rules that the words name: of a glob, one line for each rule.

    Raises:
        UsageError: a word names none.
    """
    index = load_index(data.folder("spec"))
    for word in words:
        if "*" in word or "?" in word:
            yield from _list(word, rules, index)
        elif (rule := rules.get(word.upper())) is None:
            raise UsageError(f"there is no rule {word}{did_you_mean(word, rules)}")
        else:
            yield from _page(rule, index[rule.id])


def _list(glob: str, rules: Mapping[str, Rule], index: Mapping[str, Indexed]) -> Iterator[str]:
    found = [id_ for id_ in rules if fnmatchcase(id_, glob.upper())]
    if not found:
        prefixes = sorted({id_.partition("-")[0] for id_ in rules})
        raise UsageError(f"no rule fits {glob}; they begin with {', '.join(prefixes)}")
    for id_ in sorted(found, key=lambda id_: (rules[id_].chapter, int(id_.partition("-")[2]))):
        cases = len(index[id_].cases)
        yield f"{id_:9}{rules[id_].title} ({index[id_].level}, {cases} cases)"
    yield ""


def _page(rule: Rule, indexed: Indexed) -> Iterator[str]:
    yield f"{rule.id} — {rule.title} (spec/{rule.chapter}.md, {rule.source})"
    yield ""
    yield from rule.prose.splitlines()
    yield ""
    yield f"class: {indexed.class_}"
    for change in load_history(data.folder("spec")).of(rule.id):
        yield f"revision {change.revision}: {change.change}"
    yield f"code: {', '.join(indexed.code) or 'none'}"
    yield f"page: spec/{rule.chapter}.md"
    chosen = telling(load_shipped(sweeps=False), rule.id)
    if not chosen:
        yield "cases: none"
    elif len(indexed.cases) > len(chosen):
        more = f"all: schedule-spec list --rule {rule.id}"
        yield f"cases: {len(chosen)} of {len(indexed.cases)}; {more}"
    else:
        yield f"cases: {len(chosen)}"
    for case in chosen:
        yield from _case(case)
    yield ""


def _case(case: Case) -> Iterator[str]:
    yield f"  {case.id}"
    yield f"    why       {case.why}"
    if case.mistake:
        yield f"    mistake   {case.mistake}"
    yield f"    given     {case.op} {text.value(case.args)}"
    yield f"    expected  {text.result(case.expect)}"
