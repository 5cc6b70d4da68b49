"""Rules, code and cases are held together: none of the three goes its own way."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus import files

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"\b(?:VAL|REC|CHG|FOLD|EVERY|IN|ZONE|VIEW|FRAME|TOOL|DUE|LOG)-\d+\b")
HEADING = re.compile(r"^### ([A-Z]+-\d+) — (\S.*)$", re.MULTILINE)
ORIGINS = "document|package README|implementation|this specification"
SOURCE = re.compile(rf"^Source: (?:{ORIGINS})(?:; details: (?:{ORIGINS}))?$", re.MULTILINE)
LEVEL = re.compile(r"\b(?:MUST|SHOULD|MAY)\b")
# Chapters whose ops answer a value even where the rule is a refusal.
ONLY_VALUES = ("VIEW", "FRAME", "TOOL", "DUE")


def spec_rules() -> dict[str, str]:
    """Return the text of each rule by id, in the order of the chapters."""
    rules: dict[str, str] = {}
    for chapter in sorted((ROOT / "spec").glob("*.md")):
        parts = HEADING.split(chapter.read_text(encoding="utf-8"))
        for id_, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            assert id_ not in rules, f"{id_} is defined twice"
            rules[id_] = f"{title}\n{body}"
    return rules


def cited(text: str) -> Iterator[str]:
    """Yield the rules that a text cites."""
    yield from RULE.findall(text)


def code_citations() -> dict[str, set[str]]:
    """Return the files of the reference that cite each rule, in docstrings or in refusals."""
    files: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "reference").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for rule in cited(node.value):
                    files[rule].add(path.name)
    return files


RULES = spec_rules()
WITHDRAWN = {id_ for id_, text in RULES.items() if "*withdrawn*" in text}
CODE = code_citations()
CASES = files.load(data.folder("corpus"), sweeps=False)
EXCEPTIONS: dict[str, dict[str, str]] = json.loads(
    (ROOT / "conformance" / "uncovered.json").read_text(encoding="utf-8")
)


def missing_kinds(rule: str) -> set[str]:
    """Return which of the kinds of case that make sense a rule has none of."""
    kinds = {
        "accepting" if case.expect.accepts else "rejecting" for case in CASES if rule in case.rules
    }
    wanted = {"accepting"} if rule.startswith(ONLY_VALUES) else {"accepting", "rejecting"}
    return wanted - kinds


def test_every_rule_states_a_norm_why_and_its_source() -> None:
    assert len(RULES) > 100
    for id_, text in RULES.items():
        assert SOURCE.search(text), id_
        assert "\nWhy: " in text, id_
        assert LEVEL.search(text), f"{id_} has no word of RFC 2119"


def test_rule_numbers_have_no_holes() -> None:
    numbers = defaultdict(list)
    for id_ in RULES:
        prefix, number = id_.split("-")
        numbers[prefix].append(int(number))
    for prefix, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), prefix


def test_spec_and_code_cite_only_rules_that_exist() -> None:
    for id_, text in RULES.items():
        assert set(cited(text)) <= RULES.keys(), id_
    assert CODE.keys() <= RULES.keys()


def test_cases_cite_only_rules_that_exist() -> None:
    for case in CASES:
        assert case.rules, case.id
        assert set(case.rules) <= RULES.keys() - WITHDRAWN, case.id


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_cited_by_the_code(rule: str) -> None:
    excused = "code" in EXCEPTIONS.get(rule, {})
    if excused == (rule in CODE):
        pytest.fail(f"{rule}: either cite it, or say in uncovered.json why no code does")


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.startswith("LOG-")])
def test_a_rule_of_the_log_on_disk_is_cited_by_a_test(rule: str) -> None:
    """No operation of the protocol reads or writes a file, so these rules have tests instead."""
    tests = (ROOT / "tests" / "embedded").rglob("*.py")
    assert any(rule in cited(path.read_text(encoding="utf-8")) for path in tests), rule


@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.startswith("LOG-")])
def test_a_rule_has_its_cases_or_a_reason_to_have_none(rule: str) -> None:
    """What no case can show is listed with its reason, and a stale entry fails."""
    excused = EXCEPTIONS.get(rule, {}).keys() & {"accepting", "rejecting"}
    missing = missing_kinds(rule)
    if missing != excused:
        pytest.fail(f"{rule} lacks {sorted(missing)}, and uncovered.json excuses {sorted(excused)}")


def test_exceptions_are_of_rules_that_exist_and_name_existing_tests() -> None:
    assert EXCEPTIONS.keys() <= RULES.keys()
    for rule, reasons in EXCEPTIONS.items():
        assert reasons.keys() <= {"code", "accepting", "rejecting", "shown_by"}, rule
        if "shown_by" in reasons:
            assert (ROOT / reasons["shown_by"]).exists(), rule


def test_code_cites_single_rules_and_no_ranges() -> None:
    folders = ("reference", "conformance", "tests", "benchmarks")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    ranges = re.compile(r"\b[A-Z]+-\d+ to (?:[A-Z]+-)?\d+\b")
    assert [file.name for file in files if ranges.search(file.read_text("utf-8"))] == []
