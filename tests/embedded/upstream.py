"""The published packages, driven by ``interchange/interchange.mjs`` in one Node process."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from programs import needed

FOLDER = Path(__file__).with_name("interchange")


class Upstream:
    """Takes one session at a time through steps of its tools and its clock."""

    def __init__(self, requests: IO[str], answers: IO[str]) -> None:
        self._requests = requests
        self._answers = answers

    def live(self, root: Path, id_: str, now: int, *steps: dict[str, Any]) -> list[Any]:
        """Open a session or create it, take the steps, close it, and return their results."""
        request = {"root": str(root), "cwd": "/home/user", "id": id_, "now": now, "steps": steps}
        print(json.dumps(request), file=self._requests, flush=True)
        line = self._answers.readline()
        assert line, "the Node process is gone"
        answer = json.loads(line)
        assert "results" in answer, answer
        results: list[Any] = answer["results"]
        return results


@contextmanager
def running() -> Iterator[Upstream]:
    """Install the packages, once, and run the process."""
    node, npm = needed("node", "Node 20 or newer"), needed("npm", "Node 20 or newer")
    with subprocess.Popen(
        [node, "interchange.mjs"],
        cwd=_installed(npm),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Upstream(process.stdin, process.stdout)
        process.stdin.close()
        assert process.wait() == 0


def _installed(npm: str) -> Path:
    """Return a folder of the user's cache where the packages are; it appears whole or not."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    cache = Path(home) / "session-schedule-spec"
    files = sorted(file for file in FOLDER.iterdir() if file.is_file())
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
    target = cache / f"interchange-{digest[:16]}"
    if target.is_dir():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        draft = Path(scratch, "interchange")
        draft.mkdir()
        for file in files:
            shutil.copy(file, draft)
        words = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(words, cwd=draft, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        try:
            draft.rename(target)
        except OSError:
            assert target.is_dir(), "another process installed it first, or it cannot be installed"
    return target
