"""Writes ``docs/evidence/disk.json``: what kills, failing disks and hostile logs took away.

``PYTHONPATH=tests python tests/embedded/record_disk.py`` takes some minutes, as root on a machine
with loop devices. A loss that the trials check as they go ends it.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from disk_trial import KILLED, WAYS, PowerLosses, Trial
from failing_disk import failing_disk
from hostile_logs import attack
from modelled_disk import ModelledDisk
from test_kill import forking, kill

RECORD = Path(__file__).parents[2] / "docs" / "evidence" / "disk.json"
SEED = 20260805


@contextmanager
def folder() -> Iterator[Path]:
    """Provide an empty folder."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def kills() -> Counter[str]:
    """Kill hosts."""
    with folder() as home, forking() as hosts:
        return kill(home, hosts, worlds=10, kills=50, seed=SEED)


def real_disk() -> Counter[str]:
    """Let barriers fail on a real file system, a new one for each hundred."""
    tally: Counter[str] = Counter()
    for number in range(5):
        with folder() as home, failing_disk(home) as disk:
            trial = Trial(disk, SEED + number)
            trial.run(100, (*WAYS, KILLED))
            tally.update(trial.tally)
    return tally


def modelled_disk() -> Counter[str]:
    """Let barriers fail on a modelled disk."""
    tally: Counter[str] = Counter()
    for number in range(5):
        with folder() as home, pytest.MonkeyPatch.context() as patch:
            trial = Trial(ModelledDisk(home, patch), SEED + number)
            trial.run(100, WAYS)
            tally.update(trial.tally)
    return tally


def power() -> Counter[str]:
    """Lose power on a modelled disk."""
    with folder() as home, pytest.MonkeyPatch.context() as patch:
        losses = PowerLosses(ModelledDisk(home, patch), SEED)
        losses.run(500)
        return losses.tally


def hostile() -> Counter[str]:
    """Put hostile logs to use."""
    with folder() as home:
        return attack(home, 1_000, SEED)


def main() -> None:
    """Run every trial, and write what was found."""
    found = {
        "a host is killed at a random point, and unconfirmed bytes are lost": kills(),
        "barriers fail on a real ext4, its disk out of room": real_disk(),
        "barriers fail on a modelled disk": modelled_disk(),
        "power is lost on a modelled disk, which keeps pages in no order": power(),
        "a log is hostile": hostile(),
    }
    record = {"seed": SEED, "faults": found}
    RECORD.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
