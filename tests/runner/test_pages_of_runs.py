"""What the pages on logs and on explanations show is what their commands print."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from session_schedule.zones import TZ_RELEASE

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [(DOCS / f"{name}.md").read_text("utf-8") for name in ("reading-logs", "explaining")]
RUNS = [
    run
    for page in PAGES
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for run in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs that the page speaks of, and the command on the path."""
    zstandard = pytest.importorskip("zstandard")
    folder = tmp_path_factory.mktemp("logs")
    (broken,) = (shown for command, shown in RUNS if command == "cat broken.jsonl")
    live = (DOCS / "live-session.md").read_text("utf-8")
    tea = live.split("after the header:\n\n```text\n")[1].split("```")[0]
    (folder / "broken.jsonl").write_text(broken)
    (folder / "tea.jsonl").write_text(tea)
    (folder / "archive").mkdir()
    (folder / "archive" / "2025.jsonl.gz").write_bytes(gzip.compress(broken.encode()))
    compressed = zstandard.ZstdCompressor().compress(tea.encode())
    (folder / "archive" / "2026.jsonl.zst").write_bytes(compressed)
    return folder


@pytest.mark.parametrize(("command", "shown"), RUNS, ids=[command for command, _ in RUNS])
def test_a_command_prints_what_the_page_shows(folder: Path, command: str, shown: str) -> None:
    here = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == shown.replace("here 2026f", f"here {TZ_RELEASE}")


def test_the_pages_have_runs() -> None:
    assert len(RUNS) > 11
