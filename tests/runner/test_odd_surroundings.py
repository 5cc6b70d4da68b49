"""Where the surroundings are missing, each command says so in one line, or does without."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from runner_kit import PORTS

if TYPE_CHECKING:
    from pathlib import Path

MAIN = "from schedule_conformance.commands.main import main; sys.exit(main(sys.argv[1:]))"
NO_FOLDER = f"import os, sys; os.rmdir(os.getcwd()); {MAIN}"
NO_HOME = f"""
import os, pwd, sys
def nobody(_): raise KeyError
pwd.getpwuid = nobody
for name in ("HOME", "XDG_CACHE_HOME"): os.environ.pop(name, None)
{MAIN}
"""
ECHO = ["--", sys.executable, str(PORTS / "echo.py")]
REFERENCE = ["--", sys.executable, "-m", "schedule_conformance", "reference"]


def ran(script: str, words: list[str], folder: Path) -> tuple[int, str, str]:
    """The exit code of a command line in odd surroundings, and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=folder, capture_output=True, check=False, timeout=120, text=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "expected", "reason"),
    [
        (["run", "--smoke"], 0, ""),
        (["run", "--smoke", "--report", "jsonl=r.jsonl"], 3, "the working folder is gone"),
        (["fuzz", "--op", "view", "--examples", "2", *ECHO], 3, "the working folder is gone"),
        (["live", "s.jsonl"], 3, "the working folder is gone"),
        (["audit", "s.jsonl"], 2, ""),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_working_folder_that_is_gone_is_one_line(
    tmp_path: Path, words: list[str], expected: int, reason: str
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    code, out, err = ran(NO_FOLDER, words, folder)
    assert code == expected
    assert reason in err
    assert "Traceback" not in out + err


def test_without_a_home_a_campaign_runs_all_the_same(tmp_path: Path) -> None:
    code, out, err = ran(
        NO_HOME, ["fuzz", "--op", "allocate", "--examples", "3", *REFERENCE], tmp_path
    )
    assert (code, err) == (0, "")
    assert "no divergence" in out


def test_without_a_home_an_adapter_asks_for_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "node").write_text("#!/bin/sh\n")
    (programs / "node").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    code, _, err = ran(NO_HOME, ["run", "--smoke", "--port", "upstream"], tmp_path)
    assert code == 2
    assert "there is no home folder for it: set XDG_CACHE_HOME" in err
    assert "Traceback" not in err
