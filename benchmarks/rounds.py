"""Timing things in turn, round after round, so that a machine that drifts slows them alike."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from types import TracebackType
from typing import IO, Any, Self, cast

import msgspec

from schedule_conformance.ports import shipped


class Figure(msgspec.Struct, frozen=True):
    """One figure of the table: the median of some rounds, with the least and the greatest."""

    what: str
    measured: float
    least: float
    greatest: float
    goal: str


def figure(what: str, values: Sequence[float], goal: str) -> Figure:
    """The figure that the values of the rounds give."""
    return Figure(what, median(values), min(values), max(values), goal)


def seconds(task: Callable[[], object]) -> float:
    """How long a task takes."""
    start = perf_counter()
    task()
    return perf_counter() - start


def ratios(
    rounds: int, one: Callable[[], float], other: Callable[[], float]
) -> tuple[list[float], list[float], list[float]]:
    """The seconds of two tasks that are timed in turn, and their ratios; a first round is waste."""
    one()
    other()
    pairs = [(one(), other()) for _ in range(rounds)]
    firsts, seconds_ = [first for first, _ in pairs], [second for _, second in pairs]
    return firsts, seconds_, [first / second for first, second in pairs]


class Upstream:
    """The real package in a process of its own, which does a task when it is told to."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            sys.exit("benchmarks need node")
        script = Path(__file__).with_name("upstream.mjs").read_bytes()
        reading, self._tell = os.pipe()
        self._process = subprocess.Popen(  # noqa: S603 - node as found on the PATH
            ["/bin/sh", "-c", f'exec "{node}" --input-type=module - 3<&{reading}'],
            cwd=shipped.command("upstream").folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[reading],
        )
        os.close(reading)
        stdin, self._answers = cast("IO[bytes]", self._process.stdin), self._process.stdout
        stdin.write(script)
        stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.close(self._tell)
        self._process.wait()

    def seconds(self, task: str, **given: Any) -> float:
        """How long it takes to do a task once."""
        os.write(self._tell, json.dumps({"task": task, **given}).encode() + b"\n")
        return float(cast("IO[bytes]", self._answers).readline())
