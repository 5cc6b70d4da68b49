"""The JSON Schemas that are shipped are those of the types, and the spec can be read."""

from __future__ import annotations

import json

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus import schemas
from schedule_conformance.corpus.rules import load_rules


@pytest.mark.parametrize("name", schemas.schemas())
def test_a_schema_has_not_drifted(name: str) -> None:
    shipped = json.loads((schemas.FOLDER / name).read_text())
    assert shipped == schemas.schemas()[name], "run python -m schedule_conformance.corpus.schemas"


def test_no_schema_is_left_over() -> None:
    assert {file.name for file in schemas.FOLDER.glob("*.json")} == set(schemas.schemas())


def test_rules_are_read_with_title_text_source_and_chapter() -> None:
    rule = load_rules(data.folder("spec"))["FOLD-3"]
    assert (rule.id, rule.title, rule.chapter) == ("FOLD-3", "A reused id is corrupt", "fold")
    assert rule.source == "document"
    assert "Source:" not in rule.text


def test_every_rule_has_a_source() -> None:
    sources = {
        rule.source.partition("; details: ")[0] for rule in load_rules(data.folder("spec")).values()
    }
    assert sources == {"document", "package README", "implementation", "this specification"}
