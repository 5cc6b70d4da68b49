"""Whatever the chapters claim is compared with something: altered, it is noticed or listed."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache

import pytest

from binding import evidence_file, falsify, norms
from binding.asking import cases
from binding.chapters import SPEC, Section, all_sections
from binding.judging import judge, sentences_of


@cache
def results() -> tuple[falsify.Result, ...]:
    return tuple(falsify.falsify(falsify.sections()))


def section_of(rule: str) -> Section:
    return next(each for each in falsify.sections() if each.owner == rule)


def noticed(rule: str, before: str, after: str) -> set[str | None]:
    """What notices alterations of a rule in which one text stands in place of another."""
    return {
        result.noticed_by
        for result in falsify.falsify([section_of(rule)])
        if (result.alteration.before, result.alteration.after) == (before, after)
    }


def test_what_the_text_says_agrees_with_the_reference() -> None:
    found: dict[str, list[set[str]]] = defaultdict(list)
    for section in falsify.sections():
        judgement = judge(section)
        found[section.owner].append(set(judgement.lost))
        assert judgement.failing == []
        against = [
            (section.owner, section.text[start:end], by)
            for start, end, by in judgement.refuted
            if by.startswith("sentence")
        ]
        assert against == []
    lost = {owner: set.intersection(*each) for owner, each in found.items()}
    assert {owner: patterns for owner, patterns in lost.items() if patterns} == {}


def test_every_sentence_has_its_rule() -> None:
    owners = {section.owner for section in falsify.sections()}
    known = {norm.rule for norm in norms.norms()}
    assert known <= owners
    assert {case_id for norm in norms.norms() for case_id in norm.cases} <= cases().keys()
    assert sum(len(sentences_of(owner)) for owner in owners) > 200


def test_each_alteration_is_noticed_or_listed_with_its_reason() -> None:
    unnoticed = {(each.owner, each.name) for each in results() if each.noticed_by is None}
    listed = {(owner, name) for owner, names in falsify.listed().items() for name in names}
    assert unnoticed - listed == set(), "nothing notices these"
    assert listed - unnoticed == set(), "these are listed and noticed, or not in the text"


def test_reasons_are_sentences_that_are_used() -> None:
    content = json.loads(falsify.UNNOTICED.read_text("utf-8"))
    used = {reason for names in content["facts"].values() for reason in names.values()}
    assert used == content["reasons"].keys()


def test_the_recorded_figures_are_those_of_the_text() -> None:
    assert evidence_file.recorded() == evidence_file.figures(results()), evidence_file.COMMAND


@pytest.mark.parametrize(
    ("rule", "before", "after", "by"),
    [
        ("FOLD-3", "corrupt", "valid", "sentence"),
        ("FOLD-3", "MUST", "MUST NOT", "sentence"),
        ("FOLD-14", '"schedule-4"', '"schexule-4"', "examples"),
        ("DUE-7", "2147483647", "2147483648", "limits"),
        ("IN-8", "`frequency_too_high`", "`corrupt_schedule_log`", "cases"),
        ("VAL-6", "MUST", "MUST NOT", "sentence"),
    ],
)
def test_a_false_rule_is_noticed(rule: str, before: str, after: str, by: str) -> None:
    found = noticed(rule, before, after)
    assert found, "nothing was altered so"
    assert all((each or "").startswith(by) for each in found), found


@pytest.mark.parametrize(
    ("owner", "text", "other"),
    [
        ("FRAME-1", "[SCHEDULE REMINDER]\n", "[SCHEDULED REMINDER]\n"),
        ("FRAME-1", "as untrusted reminder content", "as reminder content"),
        ("FRAME-2", "reminders_json: <JSON array>", "reminders: <JSON array>"),
        ("changes", "`id`, `acceptedAt` |", "`id`, `at` |"),
        ("changes", "| delete | `version`", "| remove | `version`"),
        ("DUE-7", "2147483647", "86400000"),
        ("FOLD-14", "`schedule-N` with the least N", "`reminder-N` with the least N"),
        ("FOLD-3", "A reused id is corrupt", "A reused id is valid"),
        ("IN-3", "`invalid_prompt`", "`internal_error`"),
        ("tools", "| `not_future` |", "| `in_the_past` |"),
        ("DUE-5", "([EVERY-1]", "([FOLD-99]"),
        ("FOLD-7", "([EVERY-2]", "([FOLD-99]"),
        ("FOLD-1", '"active": []', '"active": [null]'),
    ],
)
def test_what_an_audit_falsified_by_hand_is_noticed(owner: str, text: str, other: str) -> None:
    """Each text is altered as a person would, and judged as the tests judge the chapters."""
    (section,) = [s for s in falsify.sections() if s.owner == owner and text in s.text]
    before, after = judge(section), judge(section.with_text(section.text.replace(text, other)))
    new = len(after.refuted) > len(before.refuted) or after.failing != before.failing
    assert new, "nothing speaks against it"


def test_the_sections_of_a_chapter_are_its_text() -> None:
    for chapter in {section.chapter for section in all_sections()}:
        parts = [section.text for section in all_sections() if section.chapter == chapter]
        assert "".join(parts) == (SPEC / f"{chapter}.md").read_text("utf-8")
