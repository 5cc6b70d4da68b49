"""What the page on reports shows is what its commands print."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from report_kit import result, written

from schedule_conformance.report.formats import FORMATS

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "reports.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
RUNS = [
    run
    for block in BLOCKS
    for run in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
SHOWN = [(command, shown) for command, shown in RUNS if shown]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the port that the page speaks of."""
    folder = tmp_path_factory.mktemp("reports")
    port = folder / "drifting"
    port.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wrong_ports next-target-drifts\n')
    port.chmod(0o755)
    return folder


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_page_shows(folder: Path, command: str, shown: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert _settled(done.stdout) == _settled(shown)


def test_the_page_names_every_format() -> None:
    assert len(SHOWN) == 5
    assert set(re.findall(r"^\| `([a-z]+)=", PAGE, re.MULTILINE)) == FORMATS.keys()


def test_the_page_names_every_member_of_the_line_of_a_run() -> None:
    table = PAGE.partition("The last line has `run`:")[2].partition("\n## ")[0]
    named = [
        name
        for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
        for name in re.findall("`([a-z_]+)`", row)
    ]
    last = written("jsonl", result([])).splitlines()[-1]
    assert sorted(named) == sorted(json.loads(last)["run"])


def _settled(text: str) -> str:
    """The text without what another day, corpus or tz release alters."""
    text = re.sub(r"in \d+\.\d s", "in 0.0 s", text)
    text = re.sub(r"(corpus:? )[0-9a-f]{12}", r"\1hash", text)
    return re.sub(r"(tz:? )20\d\d[a-z]", r"\1release", text)
