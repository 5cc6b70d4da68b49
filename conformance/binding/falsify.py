"""Falsifying the spec: each claim is altered in turn, and something must notice.

Noticed is what a comparison notices: the altered claim is read from the text by the same sentence,
or sought by the same check, that upholds the true one, and there it disagrees with the data or
with what the reference does. That the text is another one than before counts for nothing.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from binding.alterations import Alteration, alterations
from binding.chapters import Section, all_sections
from binding.judging import Judgement, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNNOTICED = Path(__file__).with_name("unnoticed.json")


class Result(msgspec.Struct, frozen=True):
    """An alteration and what noticed it; None if nothing did.

    Attributes:
        owner: The rule or chapter.
        name: What the list of the unnoticed calls the fact.
    """

    owner: str
    name: str
    alteration: Alteration
    noticed_by: str | None


@cache
def listed() -> dict[str, dict[str, str]]:
    """What nothing can notice, by rule or chapter and by the name of the fact, with the reason."""
    content = json.loads(UNNOTICED.read_text("utf-8"))
    reasons = content["reasons"]
    return {
        owner: {name: reasons.get(reason, reason) for name, reason in names.items()}
        for owner, names in content["facts"].items()
    }


def sections() -> list[Section]:
    """The sections that are altered: those of the chapters that have rules."""
    every = all_sections()
    chapters = {section.chapter for section in every if section.is_rule}
    return [section for section in every if section.chapter in chapters]


def falsify(chosen: Iterable[Section]) -> Iterator[Result]:
    """Alter each fact of each section in turn."""
    for section in chosen:
        before = judge(section)
        for alteration in alterations(section):
            by = _noticed(before, alteration)
            yield Result(section.owner, name_of(section.text, alteration), alteration, by)


def name_of(text: str, alteration: Alteration) -> str:
    """The name of an altered fact: itself; a MUST or verdict with words beside it."""
    fact = alteration.fact
    if fact is not None and fact.kind == "must":
        following = text[fact.end :].partition("\n\n")[0].split()
        return " ".join([fact.text, *following[:4]])
    if fact is not None and fact.kind == "verdict":
        return " ".join([*text[: fact.start].split()[-4:], fact.text])
    return re.sub(r"\s+", " ", alteration.before.strip())


def _noticed(before: Judgement, alteration: Alteration) -> str | None:
    """What notices an alteration: it upheld what the text said, and refutes what it says now."""
    after = judge(alteration.section)
    if after.failing != before.failing:
        return "examples"
    fact, now = alteration.fact, alteration.altered_fact
    if fact is None or now is None:
        return None
    against = {by for start, end, by in after.refuted if start < now.end and now.start < end}
    return min(before.upheld.get(fact, set()) & against, default=None)
