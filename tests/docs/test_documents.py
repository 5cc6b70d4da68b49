"""Each command that README and guides show is run, and prints what they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from consoles import Command, File, NotRun, difference, steps, told

from programs import needed

ROOT = Path(__file__).parents[2]
TESTED_ELSEWHERE = {
    "explaining.md": "runner",
    "reading-logs.md": "runner",
    "reports.md": "reports",
    "tutorial.md": "site",
}
"""Documents that have a test of their own, and the folder where it is."""

DOCUMENTS = [
    page
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    if page.name not in TESTED_ELSEWHERE and any(isinstance(step, Command) for step in steps(page))
]
_CHANGE = re.compile(r"(?:mkdir \S+ && )?cd (\S+)")
READING_LOGS = steps(ROOT / "docs" / "reading-logs.md")
MADE_UP = {
    "broken.jsonl": "".join(
        f"{line}\n"
        for step in READING_LOGS
        if isinstance(step, Command) and step.words == "cat broken.jsonl"
        for line in step.printed
    ),
    "my-port": '#!/bin/sh\nexec node "{root}/conformance/ports/javascript/port.js"\n',
    "my_port.py": "import os, sys\n"
    'sys.path.insert(0, "{root}/tests")\n'
    "from wrong_ports.__main__ import main\n"
    'sys.exit(main(["strip-instead-of-trim"]))\n',
}
"""What is the reader's own: a broken log, a whole port, and one that trims as Python does."""


@cache
def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of the reader's, in which commands may leave what they like."""
    for name in tracked():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    for name, content in MADE_UP.items():
        (tmp_path / name).write_text(content.replace("{root}", str(ROOT)))
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as in a terminal without a keyboard."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(  # noqa: S602 - the commands of our own documents
        words,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "80", "PIP_QUIET": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=500,
    )


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.stem)
def test_a_document_goes_as_it_says(page: Path, checkout: Path) -> None:
    needed("node", "nodejs")
    here = checkout
    for step in steps(page):
        if isinstance(step, File):
            step.put(here)
        elif isinstance(step, Command) and (into := _CHANGE.fullmatch(step.words)):
            here /= into[1]
            here.mkdir(exist_ok=step.words.startswith("cd "))
        elif isinstance(step, Command):
            done = run(step.words, here)
            at = f"{page.name}:{step.line}: {step.words}\n"
            if not step.printed:
                assert done.returncode in {0, 1}, f"{at}{done.stdout[-2000:]}"
            elif (wrong := difference(step.printed, done.stdout.splitlines())) is not None:
                pytest.fail(f"{at}{wrong}\n--- all of it:\n{done.stdout[:20000]}")


def test_the_rows_of_the_readme_work_after_its_own_install(checkout: Path) -> None:
    """Each command of the first table, in the environment that the README has one make."""
    needed("node", "nodejs")
    (install,) = [
        step.words.partition(" && .venv/bin/schedule-spec")[0]
        for step in steps(ROOT / "README.md")
        if isinstance(step, Command) and "pip install" in step.words
    ]
    assert run(install, checkout).returncode == 0
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\|.*\| `(schedule-spec [^`]+)`", readme, re.MULTILINE)
    assert len(rows) >= 5
    for row in rows:
        words = row.replace(" CMD", " ./my-port").replace(" LANG", " javascript")
        words = words.replace("live FILE", "live new.jsonl").replace(" FILE", " broken.jsonl")
        words = words.replace("DATE TIME ZONE", "2026-11-01 01:30:00 America/New_York")
        words = words.replace("fuzz --", "fuzz --op allocate --examples 20 --")  # else a minute
        done = run(f".venv/bin/{words}", checkout)
        assert done.returncode == ("audit" in words), f"{words}\n{done.stdout[-2000:]}"


def test_each_console_that_is_not_run_says_why() -> None:
    reasons = [step.why for page in DOCUMENTS for step in steps(page) if isinstance(step, NotRun)]
    assert all(len(reason.split()) >= 4 for reason in reasons), reasons
    assert len(reasons) <= 12, "most commands are run"


@pytest.mark.parametrize(
    ("wanted", "printed", "differs"),
    [
        (["a", "b"], ["a", "b"], False),
        (["a"], ["a", "b"], True),
        (["a", "b"], ["a"], True),
        (["a", "b"], ["a", "x", "b"], True),
        (["a", "...", "b"], ["a", "x", "b"], False),
        (["...", "b"], ["a", "x"], True),
        (["a", "..."], ["a", "x"], False),
        (["p: 5 passed, 0 failed in 0.2 s"], ["p: 17 passed, 0 failed in 12 s"], False),
        (["p: 5 passed, 0 failed in 0.2 s"], ["p: 5 passed, 1 failed in 0.2 s"], True),
        (["given ..."], ["given this"], False),
        (["given ..."], ["taken this"], True),
    ],
)
def test_outputs_are_compared(wanted: list[str], printed: list[str], differs: bool) -> None:
    assert (difference(wanted, printed) is not None) is differs


def test_what_differs_from_run_to_run_is_left_out() -> None:
    assert told("x (tz 2026f): 3 passed, 0 failed in 1.5 s") == (
        "x (tz R): N passed, 0 failed in N s"
    )
