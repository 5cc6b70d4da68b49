"""Where the code names a rule, and which cases show it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from website.layout import ROOT

RULE = re.compile(r"\b(?:VAL|REC|CHG|FOLD|EVERY|IN|ZONE|VIEW|FRAME|TOOL|DUE|LOG)-[1-9][0-9]*\b")

SOURCES = {
    "Python": "reference/session_schedule/**/*.py",
    "JavaScript": "conformance/ports/javascript/*.js",
}
"""The code that implements the rules, by language."""


def source_files() -> list[PurePosixPath]:
    """The files of all the code that implements the rules."""
    found = (path for pattern in SOURCES.values() for path in sorted(ROOT.glob(pattern)))
    return [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in found]


def citations(files: Iterable[PurePosixPath]) -> dict[str, dict[PurePosixPath, int]]:
    """Return for each rule the files that name it, each with the first line that does."""
    found: dict[str, dict[PurePosixPath, int]] = defaultdict(dict)
    for path in files:
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            for rule in RULE.findall(line):
                found[rule].setdefault(path, number)
    return found
