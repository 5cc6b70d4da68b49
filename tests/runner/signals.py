"""What becomes of a port when its runner is told to end; `python signals.py` records it.

Each way of running is ended by each signal while the port hangs, once before it greets and once
after. A pipe that the port holds tells when it is gone.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parents[2] / "docs" / "evidence" / "hardening.json"
RUNNER = [sys.executable, "-m", "schedule_conformance"]
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--schedule-no-sweep"]
WAYS = {
    "run": [*RUNNER, "run", "--no-sweep"],
    "run --jobs 2": [*RUNNER, "run", "--no-sweep", "--jobs", "2"],
    "fuzz": [*RUNNER, "fuzz"],
    "fuzz --jobs 2": [*RUNNER, "fuzz", "--jobs", "2"],
    "pytest": PYTEST,
    "pytest -n 2": [*PYTEST, "-n", "2"],
}
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
MOMENTS = ("hello", "answer")
HANGS = """
import json, os, sys, time
hello = sys.stdin.readline()
if sys.argv[2] == "answer":
    value = {"protocol": 1, "name": "p", "ops": ["fold", "allocate"]}
    print(json.dumps({"seq": 0, "value": value}), flush=True)
    if not sys.stdin.readline():
        sys.exit()
alive = os.open(sys.argv[1], os.O_WRONLY)
os.write(alive, b"here")
time.sleep(3600)
"""


def ended(way: str, name: str, moment: str, folder: Path) -> int:
    """End a runner by a signal while its port hangs, and wait until no port is left.

    Returns the exit status of the runner. A port that stays keeps this from ever returning.
    """
    alive, script = folder / "alive", folder / "hangs.py"
    os.mkfifo(alive)
    script.write_text(HANGS)
    port = [sys.executable, str(script), str(alive), moment]
    words = ["--schedule-port", " ".join(port)] if "pytest" in way else ["--", *port]
    runner = subprocess.Popen(
        [*WAYS[way], *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with alive.open("rb", buffering=0) as port_end:
        assert port_end.read(4) == b"here"
        runner.send_signal(getattr(signal, name))
        while port_end.read(4):
            pass
    return runner.wait()


def record() -> dict[str, Any]:
    """Try every combination; each port that is gone afterwards counts."""
    tried = 0
    for way in WAYS:
        for name in SIGNALS:
            for moment in MOMENTS:
                with tempfile.TemporaryDirectory() as folder:
                    ended(way, name, moment, Path(folder))
                tried += 1
    return {"ways": list(WAYS), "signals": SIGNALS, "moments": MOMENTS, "gone": tried}


if __name__ == "__main__":
    before = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    RECORD.write_text(json.dumps({**before, "signals": record()}, indent=1) + "\n", "utf-8")
