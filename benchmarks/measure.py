"""Measures the goals of this project as ratios, side by side in one run.

`python benchmarks/measure.py` prints a table and, with `--json FILE`, writes the figures with the
versions of everything. It needs a development install, Node and npm. No test depends on a figure.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from logs import changes, conversation, write_log
from rounds import Figure, Upstream, figure, ratios, seconds

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.fuzz.bending.blocks import Blocks
from schedule_conformance.fuzz.bending.questions import Bender
from schedule_conformance.fuzz.question.heard import Heard
from schedule_conformance.fuzz.strategies.zones import local_times
from schedule_conformance.ports import shipped
from schedule_conformance.ports.messages import FUZZED, Op
from schedule_conformance.ports.process import REFERENCE, Command
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.drive import Drive, Limits
from schedule_conformance.running.partners import ProcessPartner
from session_schedule import create_record, decode_change, fold
from session_schedule.embedded.log.lines.event import SessionEvent
from session_schedule.embedded.log.replay import BLOCK, replay
from session_schedule.values import format_instant
from session_schedule.zones import TZ_RELEASE

ROUNDS = 7
CHANGES = 130_000  # reminders, which make 300,000 changes
CONVERSATION = 50_000  # reminders, which make 475,000 events


class LogLine(msgspec.Struct):
    """One line of a session log, with its data decoded: what any reader has to do at least."""

    type: str
    seq: int = -1
    time: int = 0
    data: Any = None


def main() -> None:
    """Measure, print the table, and write the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    figures: list[Figure] = []
    print("| what | median | least to greatest | goal |\n|---|---:|---:|---:|")
    for row in measured(options.rounds):
        figures.append(row)
        spread = f"{row.least:,.2f} to {row.greatest:,.2f}"
        print(f"| {row.what} | {row.measured:,.2f} | {spread} | {row.goal} |", flush=True)
    if options.json is not None:
        content = {"versions": versions(), "rounds": options.rounds, "figures": figures}
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(content)) + b"\n")


def measured(rounds: int) -> Iterator[Figure]:
    """Every figure, as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder, Upstream() as upstream:
        for name, events in (
            ("changes", changes(CHANGES)),
            ("conversation", conversation(CONVERSATION)),
        ):
            log = Path(folder) / f"{name}.jsonl"
            write_log(log, events)
            yield from folding(name, log, upstream, rounds)
        yield from growth(Path(folder), rounds)
        locals_ = some_local_times()
        _, _, ratio = ratios(
            rounds,
            lambda: upstream.seconds("local", locals=locals_),
            lambda: seconds(lambda: resolve_all(locals_)),
        )
        yield figure("local time to instant, upstream's time / ours", ratio, "≥ 5")
    yield from protocol(rounds)
    yield from fuzzing(rounds)
    starts = [startup("-m", "schedule_conformance", "--help") for _ in range(rounds)]
    yield figure("start-up of schedule-spec --help, s", starts, "≤ 0.3")
    yield figure("python -c pass, s", [startup("-c", "pass") for _ in range(rounds)], "the limit")


def folding(name: str, log: Path, upstream: Upstream, rounds: int) -> Iterator[Figure]:
    """From the bytes of one log to its folded state."""
    size = log.stat().st_size / 1e6
    theirs, ours, ratio = ratios(
        rounds,
        lambda: upstream.seconds("fold", log=str(log)),
        lambda: seconds(lambda: fold_file(log)),
    )
    yield figure(f"{name} ({size:.0f} MB): bytes to state, s", ours, "")
    yield figure(f"{name}: upstream on Node, s", theirs, "")
    yield figure(f"{name}: upstream's time / ours", ratio, "≥ 2")
    _, _, limit = ratios(
        max(1, rounds // 2),
        lambda: seconds(lambda: fold_file(log)),
        lambda: seconds(lambda: decode(log)),
    )
    yield figure(f"{name}: ours / merely decoding each line", limit, "≤ 4")


def growth(folder: Path, rounds: int) -> Iterator[Figure]:
    """How the cost grows with the log, and with the reminders of a kept state."""
    log, longer = folder / "short.jsonl", folder / "long.jsonl"
    write_log(log, conversation(2_000))
    write_log(longer, conversation(20_000))
    _, _, ratio = ratios(
        rounds, lambda: seconds(lambda: fold_file(longer)), lambda: seconds(lambda: fold_file(log))
    )
    yield figure("bytes to state, 10 times the events", ratio, "≈ 10")
    _, _, kept = ratios(rounds, lambda: one_more(50_000), lambda: one_more(5_000))
    yield figure("one more event on a kept state, 10 times the reminders", kept, "≈ 1")


def fold_file(path: Path) -> object:
    """Read and fold a log."""
    with path.open("rb") as file:
        return replay(path, iter(lambda: file.read(BLOCK), b""))


def decode(path: Path) -> object:
    """Decode each line into a typed Struct, and no more."""
    decoder = msgspec.json.Decoder(LogLine)
    with path.open("rb") as file:
        return sum(1 for line in file if decoder.decode(line).seq >= 0)


def one_more(reminders: int) -> float:
    """How long many more changes take on the state of so many reminders."""
    history = [
        SessionEvent(type_, seq, 0, msgspec.Raw(msgspec.json.encode(value)))
        for seq, (type_, value) in enumerate(conversation(reminders))
        if type_ == "schedule/change"
    ]
    state = fold(history)
    record = {"kind": "at", "prompt": "p", "scheduledAt": format_instant(0)}
    more = [
        decode_change({"version": 1, "operation": "create", "schedule": {**record, "id": f"x{n}"}})
        for n in range(20_000)
    ]

    def apply_all() -> None:
        for change in more:
            state.apply(change)

    return seconds(apply_all)


def some_local_times() -> list[dict[str, str]]:
    """Local times in a few zones, gaps left out."""
    zones = ["America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu"]
    days = [f"2027-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 28)]
    return [{"date": d, "time": "12:34:56", "time_zone": zone} for d in days for zone in zones]


def resolve_all(locals_: list[dict[str, str]]) -> object:
    """Resolve each local time."""
    return [create_record({"prompt": "p", "at": at}, "a", 0) for at in locals_]


def protocol(rounds: int) -> Iterator[Figure]:
    """What the runner costs beside the port."""
    chosen = [
        case
        for case in files.load(data.folder("corpus"), sweeps=False)
        if case.op in {"allocate", "view", "occurrence"} and "surrogates" not in case.tags
    ]
    cases = chosen * (40_000 // len(chosen))
    runs, _, overhead = ratios(
        max(1, rounds // 2), lambda: seconds(lambda: drive(cases)), lambda: seconds(own(cases))
    )
    yield figure("a run of trivial cases / the port's own time", overhead, "≤ 2")
    yield figure(
        "trivial cases a second, reference port", [len(cases) / s for s in runs], "≥ 10,000"
    )


def drive(cases: list[Case]) -> object:
    """Put cases to the reference as a port."""
    return Drive(REFERENCE, cases, Limits()).run()


def own(cases: list[Case]) -> Any:
    """What the port has to do for the cases, without any runner."""
    requests = [{"seq": n, "op": case.op, "args": case.args} for n, case in enumerate(cases, 1)]
    lines = [msgspec.json.encode(request) for request in requests]
    return lambda: [msgspec.json.encode(answer(msgspec.json.decode(line))) for line in lines]


def fuzzing(rounds: int) -> Iterator[Figure]:
    """How many bent questions a second are asked, of the reference and of upstream."""
    pure: list[Op] = [op for op in FUZZED if op != "session"]
    for name, command, ops, goal in (
        ("the reference", REFERENCE, pure, "≥ 10,000"),
        ("the reference, session", REFERENCE, ["session"], "≥ 2,000"),
        ("upstream", shipped.command("upstream"), ["decode", "fold", "view"], "≥ 3,000"),
    ):
        yield figure(f"bent questions a second, {name}", asked(command, ops, rounds), goal)


def asked(command: Command, ops: list[Any], rounds: int) -> list[float]:
    """Questions a second in each round, the operations in equal numbers."""
    partner = ProcessPartner(command)
    folder = data.folder("corpus")
    times = local_times(folder / "zones" / "sweep", partner.hello.tz)
    cases = files.load(folder, sweeps=False)
    bender = Bender(cases, partner.hello, times, surrogates=True)
    blocks = [
        Blocks(Heard(partner), bender, op, Random(7))  # noqa: S311 - repeatable questions
        for op in ops
        if op in bender.ops()
    ]
    try:
        for block in blocks:
            block.ask()
        before = sum(block.asked for block in blocks)
        took = [seconds(lambda: [block.ask() for block in blocks]) for _ in range(rounds)]
        each = (sum(block.asked for block in blocks) - before) / rounds
        return [each / one for one in took]
    finally:
        partner.close()


def startup(*words: str) -> float:
    """How long python takes for something, in seconds."""
    command = [sys.executable, *words]
    return seconds(
        lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
    )


def versions() -> dict[str, str]:
    """What was measured, on what."""
    node = subprocess.run(
        ["node", "--version"],  # noqa: S607 - as found on the PATH
        capture_output=True,
        check=True,
        text=True,
    )
    folder = shipped.command("upstream").folder or Path()
    lock = json.loads((folder / "package-lock.json").read_text())
    package = lock["packages"]["node_modules/@deepseek-ai/dsh-schedule"]
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "node": node.stdout.strip(),
        "upstream": package["version"],
        "tz": TZ_RELEASE,
        **{name: version(name) for name in ("session-schedule-spec", "msgspec", "tzdata")},
    }


if __name__ == "__main__":
    main()
