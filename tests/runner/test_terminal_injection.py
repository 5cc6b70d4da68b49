"""No character of a port, a log or a list that a terminal obeys reaches it, in any command."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCHEDULE_SPEC = [sys.executable, "-m", "schedule_conformance"]
EVIL = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\u2066\rEVIL\nFORGED\u2028\ud800"
PORT = """
import json, sys
member, evil = sys.argv[1], {evil!r}
hello = {{"protocol": 1, "name": "p", "ops": ["allocate", "fold"], "version": "1",
         "language": "x", "tz": "2026a"}}
for line in sys.stdin:
    request = json.loads(line)
    answer = {{"seq": request["seq"], "value": 0}}
    if request["op"] == "hello":
        if member == "stderr of hello":
            sys.stderr.write(evil.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
            sys.exit(3)
        if member == "before hello":
            print(evil.replace("\\ud800", ""), flush=True)
        value = dict(hello)
        if member in hello and member not in ("protocol", "ops"):
            value[member] = evil
        if member == "ops":
            value["ops"] = ["allocate", evil]
        answer["value"] = value
    elif member == "value":
        answer["value"] = evil
    elif member == "key":
        answer["value"] = {{evil: evil, "active": [{{evil: 1}}]}}
    elif member == "code":
        answer = {{"seq": request["seq"], "error": {{"code": evil, "message": evil}}}}
    elif member == "unsupported":
        answer = {{"seq": request["seq"], "unsupported": evil}}
    elif member == "garbage":
        print(evil.replace("\\ud800", "").replace("\\n", ""), flush=True)
    elif member == "stderr":
        sys.stderr.write(evil.replace("\\ud800", ""))
        sys.exit(4)
    print(json.dumps(answer), flush=True)
"""
MEMBERS = (
    "name", "version", "language", "tz", "ops", "value", "key", "code", "unsupported", "garbage",
    "stderr", "stderr of hello", "before hello",
)  # fmt: skip
COMMANDS: dict[str, list[str]] = {
    "run": [*SCHEDULE_SPEC, "run", "--no-sweep", "--op", "allocate", "--op", "fold"],
    "fuzz": [*SCHEDULE_SPEC, "fuzz", "--op", "fold", "--examples", "5", "--seed", "1"],
    "pytest": [
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-ra", "--schedule-no-sweep",
        "--schedule-fuzz-examples=5", "-k", "allocate or fold/forks",
    ],
}  # fmt: skip


def obeyed(output: bytes) -> set[str]:
    """The characters of an output that a terminal would obey, and lines that were forged."""
    text = output.decode(errors="surrogateescape")
    found = {char for char in text if char != "\n" and not char.isprintable()}
    return found | {line for line in text.split("\n") if line.startswith("FORGED")}


@pytest.mark.parametrize(("command", "member"), [*itertools.product(COMMANDS, MEMBERS)])
def test_nothing_that_a_port_says_reaches_the_terminal(
    tmp_path: Path, command: str, member: str
) -> None:
    script = tmp_path / "evil.py"
    script.write_text(PORT.format(evil=EVIL), encoding="utf-8")
    port = [sys.executable, str(script), member]
    words = (
        ["--schedule-port", f"{sys.executable} {script} '{member}'"]
        if command == "pytest"
        else ["--", *port]
    )
    done = subprocess.run(
        [*COMMANDS[command], *words], cwd=tmp_path, capture_output=True, check=False, timeout=120
    )
    assert obeyed(done.stdout + done.stderr) == set()
    assert b"Traceback" not in done.stdout + done.stderr


def test_nothing_of_a_session_reaches_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "s.jsonl"
    evil = EVIL.replace("\n", "").replace("\r", "").replace("\ud800", "").replace("\u2028", "")
    typed = f"after 3600 {evil}\nafter 1 {evil}\nlist\ndelete {evil}\nat {evil}\n"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}

    def ran(*words: str, given: str = "") -> bytes:
        done = subprocess.run(
            [*SCHEDULE_SPEC, *words], input=given.encode(), capture_output=True, check=False,
            env=environment, timeout=120,
        )  # fmt: skip
        return done.stdout + done.stderr

    assert obeyed(ran("live", str(log), given=typed)) == set()
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert any("EVIL" in json.dumps(line) for line in lines)
    assert obeyed(ran("audit", str(log))) == set()
    lines[0]["id"] = EVIL
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for words in (["audit", str(log)], ["live", str(log)], ["audit", str(tmp_path / EVIL[:-1])]):
        assert obeyed(ran(*words)) == set()
