"""What the clean-room port had to ask is answered where the record says, in those words."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus import files

ROOT = Path(__file__).parents[2]
CLEAN_ROOM = runpy.run_path(str(ROOT / "docs" / "evidence" / "clean_room.py"))
RECORD: dict[str, Any] = CLEAN_ROOM["record"]()
ENTRIES = [*RECORD["questions"], *RECORD["divergences"]]


def text_of(place: str) -> str:
    """The text of a rule, up to the next heading, or the protocol, without its line breaks."""
    if place == "protocol":
        text = (ROOT / "conformance" / "protocol.md").read_text(encoding="utf-8")
    else:
        chapters = (path.read_text(encoding="utf-8") for path in (ROOT / "spec").glob("*.md"))
        heading = re.compile(rf"^### {place} — .*?(?=^##|\Z)", re.MULTILINE | re.DOTALL)
        (text,) = (found[0] for chapter in chapters if (found := heading.search(chapter)))
    return " ".join(text.split())


def test_the_page_is_fresh() -> None:
    """If it is not: ``python docs/evidence/clean_room.py``."""
    assert CLEAN_ROOM["PAGE"].read_text(encoding="utf-8") == CLEAN_ROOM["page"]()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['by']}: {entry['says'][:30]}")
def test_a_question_is_answered_in_the_words_that_are_quoted(entry: dict[str, Any]) -> None:
    assert entry["says"] in text_of(entry["by"])


@pytest.mark.parametrize("rule", sorted({rule for entry in ENTRIES for rule in entry["rules"]}))
def test_a_question_is_about_a_rule_that_exists(rule: str) -> None:
    assert text_of(rule)


def test_the_readme_of_the_port_has_the_same_figures() -> None:
    readme = data.folder("ports") / "javascript" / "README.md"
    rows = [line for line in CLEAN_ROOM["page"]().splitlines() if re.match(r"\| \w+ \| \d", line)]
    assert len(rows) == len(RECORD["first_run"]["chapters"])
    assert set(rows) <= set(readme.read_text(encoding="utf-8").splitlines())


def test_the_figures_are_of_cases_that_exist() -> None:
    ids = {case.id for case in files.load(data.folder("corpus"), sweeps=False)}
    assert set(RECORD["first_run"]["failures"]) <= ids
