"""Measures the goals of this project as ratios, side by side in one run, and prints a table.

Run it as ``python benchmarks/measure.py`` in a development install; upstream needs Node and npm.
Each figure is the best of several runs. No test depends on any of them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.ports import shipped
from schedule_conformance.ports.process import REFERENCE
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.drive import Drive, Limits
from session_schedule import create_record, decode_change, fold
from session_schedule.embedded.log.lines.event import SessionEvent
from session_schedule.embedded.log.session_log import read_log
from session_schedule.values import format_instant

REPEAT = 5
REMINDERS = 5_000
TALK = 8  # events of conversation for each reminder, as in a session that upstream wrote
DAY = 86_400_000


class LogLine(msgspec.Struct):
    """One line of a session log, with its data decoded: what any reader has to do at least."""

    type: str
    seq: int = -1
    time: int = 0
    data: Any = None


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        log, longer = Path(folder) / "log.jsonl", Path(folder) / "longer.jsonl"
        write_log(log, REMINDERS)
        write_log(longer, REMINDERS * 10)
        locals_ = local_times()
        upstream = run_upstream(log, locals_)
        ours = best(lambda: fold_file(log))
        local = best(lambda: [create_record({"prompt": "p", "at": at}, "a", 0) for at in locals_])
        rows = [
            ("log bytes to folded state, upstream's time / ours", upstream["fold"] / ours, "≥ 3"),
            ("the same, ours / merely decoding the log", ours / best(lambda: decode(log)), "≤ 5"),
            ("the same, 10 times the events", best(lambda: fold_file(longer), 2) / ours, "≈ 10"),
            ("one more event on a kept state, 10 times the reminders", kept_state_ratio(), "≈ 1"),
            ("local time to instant, upstream's time / ours", upstream["local"] / local, "≥ 5"),
            ("a run of trivial cases / the port's own time", overhead(), "≤ 2"),
            ("trivial cases a second, reference port", throughput(), "≥ 10,000"),
            ("start-up of schedule-spec --help, s", startup(), "≤ 0.3"),
        ]
    print("| what | measured | goal |\n|---|---:|---:|")
    for what, figure, goal in rows:
        print(f"| {what} | {figure:,.2f} | {goal} |")


def best(task: Callable[[], object], repeat: int = REPEAT) -> float:
    """Return the least time of several runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        task()
        times.append(perf_counter() - start)
    return min(times)


def write_log(path: Path, reminders: int) -> None:
    """Write a session log in which each reminder is created, dispatched, and talked about."""
    header = {
        "type": "session",
        "version": 0,
        "id": "s",
        "createdAt": 0,
        "cwd": "/",
        "delegationDepth": 0,
    }
    with path.open("w") as file:
        file.write(json.dumps(header, separators=(",", ":")) + "\n")
        for seq, (type_, value) in enumerate(events(reminders)):
            line = {"type": type_, "seq": seq, "time": seq, "data": value}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def events(reminders: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of such a log: for each reminder a create, some talk, and a dispatch."""
    result: list[tuple[str, dict[str, Any]]] = []
    text = "an answer of the usual length, one of very many in a session " * 4
    for number in range(reminders):
        id_, target = f"schedule-{number + 1}", format_instant(number * 1_000 + DAY)
        record = {"id": id_, "kind": "at", "prompt": "look at the build", "scheduledAt": target}
        create = {"version": 1, "operation": "create", "schedule": record}
        result.append(("schedule/change", create))
        chunk = {"type": "text-delta", "index": 0, "text": text}
        result += [("assistant/chunk", {"turn": 1, "step": 1, "chunk": chunk})] * TALK
        if number % 2:
            result.append(("schedule/change", {"version": 1, "operation": "dispatch", "id": id_}))
    return result


def fold_file(path: Path) -> object:
    """Read and fold a log."""
    return fold(read_log(path).events)


def decode(path: Path) -> object:
    """Decode each line into a typed Struct, and no more."""
    decoder = msgspec.json.Decoder(LogLine)
    return [decoder.decode(line) for line in path.read_bytes().splitlines()]


def kept_state_ratio() -> float:
    """Return the time of one more event, on 10 times the reminders relative to 1 time."""

    def one_more(reminders: int) -> float:
        history = [
            SessionEvent(type_, seq, 0, msgspec.Raw(msgspec.json.encode(value)))
            for seq, (type_, value) in enumerate(events(reminders))
        ]
        state = fold(history)
        record = {"kind": "at", "prompt": "p", "scheduledAt": "2027-01-01T00:00:00.000Z"}
        more = [
            decode_change(
                {"version": 1, "operation": "create", "schedule": {**record, "id": f"x{n}"}}
            )
            for n in range(20_000)
        ]
        start = perf_counter()
        for change in more:
            state.apply(change)
        return perf_counter() - start

    return min(one_more(50_000) for _ in range(3)) / min(one_more(5_000) for _ in range(3))


def local_times() -> list[dict[str, str]]:
    """Return local times in a few zones, gaps left out."""
    zones = ["America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu"]
    days = [f"2027-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 28)]
    return [{"date": d, "time": "12:34:56", "time_zone": zone} for d in days for zone in zones]


def run_upstream(log: Path, locals_: list[dict[str, str]]) -> dict[str, float]:
    """Return upstream's times, in seconds, on the same inputs."""
    node = shutil.which("node")
    if node is None:
        sys.exit("benchmarks need node")
    measure = {"log": str(log), "locals": locals_, "repeat": REPEAT}
    with Path(__file__).with_name("upstream.mjs").open("rb") as script:
        done = subprocess.run(  # noqa: S603 - node as found on the PATH, with a script of ours
            [node, "--input-type=module", "-"],
            cwd=shipped.command("upstream").folder,
            env={**os.environ, "MEASURE": json.dumps(measure)},
            stdin=script,
            stdout=subprocess.PIPE,
            check=True,
        )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def trivial_cases() -> list[Case]:
    """Return many small cases, none of which takes a port any time."""
    chosen = [
        case
        for case in files.load(data.folder("corpus"), sweeps=False)
        if case.op in {"allocate", "view", "occurrence"} and "surrogates" not in case.tags
    ]
    times = 40_000 // len(chosen)
    return chosen * times


def overhead() -> float:
    """Return the time of a run relative to the port's own, for the same requests."""
    cases = trivial_cases()
    requests = [
        {"seq": n, "op": case.op, "args": case.args} for n, case in enumerate(cases, start=1)
    ]
    lines = b"".join(msgspec.json.encode(request) + b"\n" for request in requests)

    def own() -> object:
        return [
            msgspec.json.encode(answer(msgspec.json.decode(line))) for line in lines.splitlines()
        ]

    return best(lambda: Drive(REFERENCE, cases, Limits()).run(), 3) / best(own, 3)


def throughput() -> float:
    """Return how many trivial cases a second go through the protocol, start-up included."""
    cases = trivial_cases()
    return len(cases) / best(lambda: Drive(REFERENCE, cases, Limits()).run(), 3)


def startup() -> float:
    """Return how long the command takes to show its help, in seconds."""
    words = [sys.executable, "-m", "schedule_conformance", "--help"]
    return best(lambda: subprocess.run(words, stdout=subprocess.DEVNULL, check=True))  # noqa: S603


if __name__ == "__main__":
    main()
