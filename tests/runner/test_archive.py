"""The archive of logs on Dask tells what the command does."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = '{"type":"session","version":0,"id":"s","createdAt":0,"cwd":"/","delegationDepth":0}\n'
DELETE = '{"version":1,"operation":"delete","id":"schedule-1"}'


def test_two_workers_tell_what_the_command_tells(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("two workers are tried on Linux alone")
    pytest.importorskip("distributed", reason="the extra archive is not installed")
    for number in range(5):
        (tmp_path / f"{number}.jsonl").write_text(HEADER)
    event = f'{{"type":"schedule/change","seq":0,"time":0,"data":{DELETE}}}\n'
    (tmp_path / "broken.jsonl").write_text(HEADER + event)
    commands = (
        [str(ROOT / "docs" / "examples" / "archive.py")],
        ["-m", "schedule_conformance", "audit", "--json"],
    )
    on_dask, command = (
        subprocess.run(
            [sys.executable, *words, str(tmp_path)], capture_output=True, text=True, check=False
        )
        for words in commands
    )
    assert (on_dask.returncode, command.returncode) == (1, 1), on_dask.stderr
    assert on_dask.stdout == command.stdout
    assert on_dask.stdout.count('"verdict":"sound"') == 5
    assert on_dask.stdout.count("FOLD-4") == 1
