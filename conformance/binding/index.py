"""``rules.json``: every rule with what belongs to it, for programs."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from binding.asking import cases
from binding.chapters import SPEC
from binding.data import read
from schedule_conformance.corpus.rules import load_rules

FILE = SPEC / "data/rules.json"
REFERENCE = Path(__file__).parents[2] / "reference"

_LEVELS = ("MUST", "SHOULD", "MAY")
_CITATION = re.compile(r"\b[A-Z]+-[1-9]\d*\b")


def index() -> dict[str, Any]:
    """Every rule, with the ids of its cases and the definitions that cite it."""
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
    """Where the reference cites each rule: the module, and the definition inside it, if one does.

    A place has the form ``session_schedule/fold.py:Schedules.create``.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(REFERENCE.rglob("*.py")):
        module = file.relative_to(REFERENCE).as_posix()
        for rule, definition in _cited(ast.parse(file.read_text("utf-8")), ""):
            found[rule].add(f"{module}:{definition}" if definition else module)
    return found


def _cited(node: ast.AST, definition: str) -> Iterator[tuple[str, str]]:
    """The rules that texts below a node cite, each with the definition that the text stands in."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        definition = f"{definition}.{node.name}" if definition else node.name
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from ((rule, definition) for rule in _CITATION.findall(node.value))
    for child in ast.iter_child_nodes(node):
        yield from _cited(child, definition)


def text() -> str:
    """The text of the file, one rule a line."""
    rules = [json.dumps(rule, ensure_ascii=False) for rule in index()["rules"]]
    return '{"rules": [\n' + ",\n".join(rules) + "\n]}\n"


def write() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
