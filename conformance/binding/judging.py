"""What holds each fact of a section, and whether it still holds in an altered text."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

import msgspec

from binding import norms, tables
from binding.asking import holds
from binding.chapters import Section, all_sections
from binding.data import limits
from binding.evidence import shows_code, shows_name
from binding.facts import DATA, MINUS, Fact, facts
from binding.sentence import Reading, Sentence
from binding.sentences import SENTENCES
from schedule_conformance.corpus.case import CorpusError
from schedule_conformance.corpus.examples import examples_of
from schedule_conformance.corpus.rules import Rule


class Judgement(msgspec.Struct, frozen=True):
    """What was found in the text of a section.

    Attributes:
        upheld: Each fact with what upholds it: sentences by number, ``cases``, ``limits``,
            ``rules`` or ``data``.
        refuted: Where in the text a claim disagrees, and with what.
        lost: The sentences that the text does not hold.
        failing: The ids of its examples that do not hold.
    """

    upheld: dict[Fact, set[str]]
    refuted: list[tuple[int, int, str]]
    lost: list[str]
    failing: list[str]


@cache
def sentences_of(owner: str) -> list[Sentence]:
    """The sentences of a rule or chapter."""
    return [each for each in (*SENTENCES, *norms.sentences()) if each.owner == owner]


@cache
def rule_ids() -> frozenset[str]:
    """The ids of all rules."""
    return frozenset(section.owner for section in all_sections() if section.is_rule)


def judge(section: Section) -> Judgement:
    """Judge every fact of a section."""
    upheld: dict[Fact, set[str]] = defaultdict(set)
    refuted: list[tuple[int, int, str]] = []
    lost: list[str] = []
    found = facts(section.text)
    for number, sentence in enumerate(sentences_of(section.owner)):
        reading = sentence.read(section.text)
        if reading is None:
            lost.append(sentence.pattern)
            continue
        name = f"sentence {number}"
        if not _agrees(sentence, reading):
            refuted += [(start, end, name) for start, end in reading.places]
            continue
        for fact in found:
            if any(start <= fact.start and fact.end <= end for start, end in reading.places):
                upheld[fact].add(name)
    for fact in found:
        by, holding = _by_itself(section, fact)
        if holding:
            upheld[fact].add(by)
        elif by:
            refuted.append((fact.start, fact.end, by))
    return Judgement(upheld, refuted, lost, failing_examples(section))


def failing_examples(section: Section) -> list[str]:
    """The ids of the examples of a section that do not hold, or a remark on one that is none."""
    rule = Rule(id=section.owner, title="t", text=section.text, source="", chapter=section.chapter)
    try:
        return [case.id for case in examples_of(rule) if not holds(case)]
    except CorpusError as error:
        return [str(error)]


_verdicts: dict[tuple[str, str, str], bool] = {}


def _agrees(sentence: Sentence, reading: Reading) -> bool:
    """Whether the claims hold; each set of claims is put to the test once."""
    claims = (sentence.owner, sentence.pattern, repr(sorted(reading.claims.items())))
    if claims not in _verdicts:
        try:
            _verdicts[claims] = sentence.check(**reading.claims)
        except (AttributeError, LookupError, ValueError, TypeError):
            # A claim that cannot even be asked, such as a 13th month, is not what is done.
            _verdicts[claims] = False
    return _verdicts[claims]


def _by_itself(section: Section, fact: Fact) -> tuple[str, bool]:
    """What holds a fact without a sentence, and whether it does; ``""`` where nothing could."""
    match fact.kind:
        case "citation":
            return "rules", fact.text in rule_ids()
        case "cell" | "line":
            if not any(
                block.start() < fact.start < block.end() for block in DATA.finditer(section.text)
            ):
                return "", False
            return "data", not any(tables.disagreements(section.text))
        case "code":
            return "cases", shows_code(section.owner, fact.text.strip("`"))
        case "quote":
            return "cases", shows_name(section.owner, re.sub(r"\s+", " ", fact.text.strip("`")))
        case "number":
            digits = fact.text.replace(MINUS, "-")
            stated = [limit.value for limit in limits() if section.owner in limit.rules]
            return "limits", digits.lstrip("-").isdigit() and int(digits) in stated
        case _:
            return "", False
