"""``rules.json``: every rule with what belongs to it, for programs."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from binding.asking import cases
from binding.chapters import SPEC
from binding.data import read
from schedule_conformance.corpus.rules import load_rules

FILE = SPEC / "data/rules.json"
REFERENCE = Path(__file__).parents[2] / "reference"

_LEVELS = ("MUST", "SHOULD", "MAY")
_CITATION = re.compile(r"\b([A-Z]+)-(\d+)(?: to ([A-Z]+)-(\d+))?")


def index() -> dict[str, Any]:
    """Every rule, with the ids of its cases and the modules that cite it."""
    shown: dict[str, list[str]] = defaultdict(list)
    for case in cases().values():
        for rule in case.rules:
            shown[rule].append(case.id)
    code = _citations()
    return {
        "rules": [
            {
                "id": rule.id,
                "title": rule.title,
                "chapter": rule.chapter,
                "level": next((level for level in _LEVELS if level in rule.text), None),
                "class": _class_of(rule.id),
                "source": rule.source,
                "sentences": _sentences_of(rule.id),
                "history": read("history")["rules"].get(rule.id, []),
                "cases": sorted(shown[rule.id]),
                "code": sorted(code[rule.id]),
            }
            for rule in load_rules(SPEC).values()
        ]
    }


def _class_of(rule: str) -> str | None:
    """The conformance class that a rule belongs to."""
    prefix = rule.partition("-")[0]
    classes = read("classes")["classes"]
    return next((each["name"] for each in classes if prefix in each["chapters"]), None)


def _sentences_of(rule: str) -> list[int]:
    """The numbers of the design document's sentences that a rule covers."""
    sentences = read("document")["sentences"]
    return [each["number"] for each in sentences if rule in each.get("rules", [])]


def _citations() -> dict[str, set[str]]:
    """The modules of the reference that cite each rule, ranges written out."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(REFERENCE.rglob("*.py")):
        for prefix, first, _, last in _CITATION.findall(file.read_text("utf-8")):
            for number in range(int(first), int(last or first) + 1):
                found[f"{prefix}-{number}"].add(file.relative_to(REFERENCE).as_posix())
    return found


def text() -> str:
    """The text of the file, one rule a line."""
    rules = [json.dumps(rule, ensure_ascii=False) for rule in index()["rules"]]
    return '{"rules": [\n' + ",\n".join(rules) + "\n]}\n"


def write() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
