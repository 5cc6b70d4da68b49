"""The port in plain JavaScript: it passes, it agrees with the others, and a page can load it."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from programs import needed
from schedule_conformance.base import data
from schedule_conformance.commands import main as cli
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.ports import shipped

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = data.folder("ports") / "javascript"
MODULES = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")}
CORE = MODULES.keys() - {"port.js"}
IMPORTED = re.compile(r'\b(?:from|import)\s*\(?\s*"([^"]+)"')
# What Node has and a browser has not.
OF_NODE = re.compile(r"(?<![#./\w])(?:process|Buffer|require|global|setImmediate)\s*[.(]")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
RULE = re.compile(r"\b(?:VAL|REC|CHG|FOLD|EVERY|IN|ZONE|VIEW|FRAME|TOOL|DUE|LOG)-\d+\b")
LONGEST = 250


def imports(module: str) -> list[str]:
    """The modules that one names, types in comments left out."""
    return IMPORTED.findall(COMMENT.sub("", MODULES[module]))


@pytest.fixture
def node() -> str:
    return needed("node", "nodejs")


def test_it_passes_what_it_has(node: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Of the features some need what only a harness has; no operation of a port is left out."""
    assert cli.main(["run", "--no-sweep", "--port", "javascript"]) == 0
    *lines, last = capfd.readouterr().out.splitlines()
    assert " 0 failed" in last
    reasons = [line for line in lines if line.startswith("unsupported ")]
    assert all("the port does not list the feature" in reason for reason in reasons), reasons


@pytest.mark.parametrize("port", ["javascript", "upstream"])
def test_it_and_upstream_answer_made_up_questions_as_the_reference(
    port: str, node: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """With one seed both are asked the same, so whoever agrees with the reference agrees."""
    if port == "upstream":
        needed("npm", "npm")
    words = ["fuzz", "--port", port, "--examples", "8", "--seed", "20261203"]
    assert cli.main([*words, "--write", str(tmp_path / "divergences.json")]) == 0
    assert "no divergence" in capfd.readouterr().out


def test_it_runs_where_it_lies() -> None:
    assert (FOLDER / "port.json").is_file()
    assert "javascript" in shipped.names()
    assert not list(FOLDER.rglob("node_modules"))


@pytest.mark.parametrize("module", sorted(CORE))
def test_the_core_runs_in_a_browser(module: str) -> None:
    for name in imports(module):
        assert name.startswith("./"), f"{module} imports {name}"
        assert name.removeprefix("./") in CORE, f"{module} imports {name}"
    assert not OF_NODE.search(COMMENT.sub("", MODULES[module]))


def test_all_of_the_core_is_reached_from_its_index() -> None:
    reached, ahead = set(), ["index.js"]
    while ahead:
        module = ahead.pop()
        if module not in reached:
            reached.add(module)
            ahead += [name.removeprefix("./") for name in imports(module)]
    assert reached == CORE


def test_it_cites_rules_that_exist() -> None:
    cited = set(chain.from_iterable(RULE.findall(text) for text in MODULES.values()))
    assert len(cited) > 100
    assert cited <= load_rules(data.folder("spec")).keys()


def test_modules_are_small_and_listed() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name, text in MODULES.items():
        assert text.count("\n") <= LONGEST, name
        assert f"`{name}`" in readme, name
