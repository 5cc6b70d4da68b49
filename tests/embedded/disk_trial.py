"""What a session log loses on a disk that fails: nothing that a barrier confirmed."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from modelled_disk import ModelledDisk

from session_schedule.embedded import BarrierError, LogError, SessionLog, read_log, repair_log

TIMES = (1, 20, 300, 500)
"""How many times 18 bytes an event has; some lie within a page, some cover several."""


class Disk(Protocol):
    """A disk that can be made to fail, and be looked at as a new start would see it."""

    folder: Path

    def fail(self) -> None:
        """Report errors from now on."""

    def work(self) -> None:
        """Fail no more."""

    def start_anew(self) -> None:
        """Forget what is only in memory."""


class Trial:
    """One session through many failures.

    Attributes:
        tally: What happened, and how often.
    """

    def __init__(self, disk: Disk, seed: int) -> None:
        self.tally: Counter[str] = Counter()
        self._disk = disk
        self._chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self._path = disk.folder / "session.jsonl"
        self._confirmed: list[Any] = []

    def run(self, failures: int, ways: tuple[str, ...]) -> None:
        """Go on until so many barriers have failed, each failure met in one of these ways."""
        SessionLog.create(self._path).close()
        for event in ("barriers that failed", "confirmed events lost", *ways):
            self.tally[event] = 0
        while self.tally["barriers that failed"] < failures:
            way = self._chance.choice(ways)
            self.tally[way] += 1
            if way == "the process killed":
                self._be_killed()
            else:
                self._fail(way)
            self._disk.work()
            self._go_on()
            self._disk.start_anew()
            self._look()

    def _fail(self, way: str) -> None:
        with SessionLog.open(self._path) as log:
            self._disk.fail()
            self._write(log)
            if way == "the same process":
                self._disk.work()
                self._write(log)
        if way == "the next process, on the failing disk":
            with SessionLog.open(self._path) as log:
                self._write(log)

    def _go_on(self) -> None:
        """Write in a next process, on a disk that works."""
        with SessionLog.open(self._path) as log:
            assert self._write(log), "a barrier failed on a disk that works"

    def _be_killed(self) -> None:
        process = os.fork()
        if process == 0:
            with suppress(BaseException):
                log = SessionLog.open(self._path)
                self._disk.fail()
                log.append("todo/write", "killed" * self._chance.choice(TIMES))
                log.barrier()
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(process, 0)

    def _write(self, log: SessionLog) -> bool:
        """Append some events, ask for a barrier, and note what it confirmed."""
        for _ in range(self._chance.randint(1, 3)):
            log.append("todo/write", str(self._chance.random()) * self._chance.choice(TIMES))
        try:
            log.barrier()
        except BarrierError:
            self.tally["barriers that failed"] += 1
            return False
        self.tally["barriers that succeeded"] += 1
        self._confirmed = [event.data for event in log.events]
        return True

    def _look(self) -> None:
        held = [event.data for event in read_log(self._path).events]
        self.tally["new starts"] += 1
        kept = [left for left, right in zip(held, self._confirmed, strict=False) if left == right]
        self.tally["confirmed events lost"] += len(self._confirmed) - len(kept)
        self._confirmed = held


WAYS = ("the same process", "the next process", "the next process, on the failing disk")
KILLED = "the process killed"


class PowerLosses:
    """One session through many losses of power, each of which keeps pages at random.

    Attributes:
        tally: What happened, and how often.
    """

    def __init__(self, disk: ModelledDisk, seed: int) -> None:
        self.tally: Counter[str] = Counter()
        self._disk = disk
        self._chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self._path = disk.folder / "session.jsonl"

    def run(self, count: int) -> None:
        """Lose power so often, each time in the middle of events that no barrier confirmed."""
        self.tally.update({"losses of power": count, "holes repaired": 0})
        self.tally["confirmed events lost"] = 0
        for _ in range(count):
            for file in self._disk.folder.iterdir():
                file.unlink()
            with SessionLog.create(self._path) as log:
                for _ in range(self._chance.randint(0, 3)):
                    log.append("todo/write", self._text(1, 160))
                log.barrier()
                confirmed = [event.data for event in log.events]
                for _ in range(self._chance.randint(1, 4)):
                    log.append("todo/write", self._text(1, 500))
            self._disk.lose_power(self._chance)
            held = self._held()
            kept = [left for left, right in zip(held, confirmed, strict=False) if left == right]
            self.tally["confirmed events"] += len(confirmed)
            self.tally["confirmed events lost"] += len(confirmed) - len(kept)

    def _text(self, *times: int) -> str:
        return str(self._chance.random()) * self._chance.choice(times)

    def _held(self) -> list[Any]:
        try:
            log = SessionLog.open(self._path)
        except LogError:
            assert repair_log(self._path) is not None
            self.tally["holes repaired"] += 1
            log = SessionLog.open(self._path)
        with log:
            return [event.data for event in log.events]
