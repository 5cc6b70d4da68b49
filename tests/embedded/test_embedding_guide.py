"""The guide for embedders shows the example that runs, and what it prints."""

import re
import subprocess
import sys
from pathlib import Path

from doubles import DEADLINE

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "embedded.py"
GUIDE = DOCS / "embedding.md"
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def masked(text: str) -> str:
    """Return a text in which all instants are the same."""
    return INSTANT.sub("INSTANT", text)


def code(language: str) -> list[str]:
    """Return the fenced blocks of the guide in one language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_prints_what_the_guide_shows(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), str(tmp_path / "tea.jsonl")],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
    )
    assert done.stderr == ""
    assert masked(done.stdout) in [masked(block) for block in code("text")]


def test_the_agent_in_the_guide_is_the_one_of_the_example() -> None:
    statements = [line.strip() for line in EXAMPLE.read_text(encoding="utf-8").splitlines()]
    shown = code("python")[0].splitlines()
    assert len(shown) > 15
    assert {line.strip() for line in shown} <= set(statements)
