"""Sentences, classes and history name the rules there are, and leave none out."""

from __future__ import annotations

from typing import Any

import pytest

from binding.data import read
from binding.machines import MACHINES
from schedule_conformance.base import data
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.reference_port.operations import OPS

RULES = load_rules(data.folder("spec"))
SENTENCES: list[dict[str, Any]] = read("document")["sentences"]
CLASSES: list[dict[str, Any]] = read("classes")["classes"]
HISTORY: dict[str, Any] = read("history")


def chapter(rule: str) -> str:
    return rule.partition("-")[0]


def test_each_sentence_has_rules_or_a_reason_why_it_lies_outside() -> None:
    assert [sentence["number"] for sentence in SENTENCES] == list(range(1, len(SENTENCES) + 1))
    for sentence in SENTENCES:
        assert bool(sentence.get("rules")) != bool(sentence.get("outside")), sentence


def test_sentences_name_rules_that_exist() -> None:
    for sentence in SENTENCES:
        assert set(sentence.get("rules", [])) <= RULES.keys(), sentence


def test_each_rule_of_the_document_says_some_sentence_of_it() -> None:
    said = {rule for sentence in SENTENCES for rule in sentence.get("rules", [])}
    of_the_document = {id_ for id_, rule in RULES.items() if rule.source.startswith("document")}
    assert of_the_document - said == set()


def test_each_chapter_and_operation_belongs_to_a_class() -> None:
    chapters = [name for each in CLASSES for name in each["chapters"]]
    assert sorted(chapters) == sorted({chapter(rule) for rule in RULES})
    assert {op for each in CLASSES for op in each["ops"]} == OPS.keys() - {"hello"}


def test_a_class_needs_classes_that_come_before_it() -> None:
    names = [each["name"] for each in CLASSES]
    for position, each in enumerate(CLASSES):
        assert set(each["needs"]) <= set(names[:position]), each["name"]


def test_each_rule_since_the_first_revision_says_that_it_is_new() -> None:
    first, *_ = HISTORY["revisions"]
    new = {rule for rule in RULES if int(rule.partition("-")[2]) > first["rules"][chapter(rule)]}
    told = {
        rule
        for rule, entries in HISTORY["rules"].items()
        if entries[0]["change"].startswith("new: ")
    }
    assert told == new


def test_the_history_names_rules_and_revisions_that_exist_in_their_order() -> None:
    revisions = [each["revision"] for each in HISTORY["revisions"]]
    assert revisions == sorted(revisions)
    assert HISTORY["rules"].keys() <= RULES.keys()
    for entries in HISTORY["rules"].values():
        assert {entry["revision"] for entry in entries} <= set(revisions[1:])


@pytest.mark.parametrize("machine", MACHINES)
def test_a_machine_names_its_states_and_rules_that_exist(machine: str) -> None:
    content = read(f"machines/{machine}")
    first, *others = [state["state"] for state in content["states"]]
    reached = {row["to"] for row in content["transitions"]}
    left = {state for row in content["transitions"] for state in row["from"]}
    assert reached | left <= {first, *others}
    assert set(others) - {"closed"} <= reached
    for row in content["transitions"]:
        assert row["rules"], row
        assert set(row["rules"]) <= RULES.keys(), row


def test_the_front_page_names_the_last_revision() -> None:
    page = (data.folder("spec") / "README.md").read_text("utf-8")
    assert f"Revision {HISTORY['revisions'][-1]['revision']} " in page
