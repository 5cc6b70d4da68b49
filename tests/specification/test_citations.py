"""A citation of a rule that does not exist fails, wherever it stands."""

import re
from pathlib import Path

from binding.judging import rule_ids

ROOT = Path(__file__).parents[2]
PREFIXES = "|".join(sorted({rule.partition("-")[0] for rule in rule_ids()}))
CITATION = re.compile(rf"(?<![\w-])(?:{PREFIXES})-[0-9]+\b")
FOLDERS = ("spec", "reference", "conformance", "docs", "tests", "benchmarks", "website")
SUFFIXES = {".md", ".py", ".json", ".mjs", ".js", ".toml"}
FALSE_ON_PURPOSE = {
    f"test_{name}.py" for name in ("falsify", "citations", "coverage", "own_cases", "show_rule")
}


def test_every_citation_is_of_a_rule() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
    files += ROOT.glob("*.md")
    unknown = {
        f"{file.relative_to(ROOT)}: {cited}"
        for file in files
        if file.suffix in SUFFIXES and "node_modules" not in file.parts
        if file.name not in FALSE_ON_PURPOSE
        for cited in CITATION.findall(file.read_text("utf-8"))
        if cited not in rule_ids()
    }
    assert unknown == set()
