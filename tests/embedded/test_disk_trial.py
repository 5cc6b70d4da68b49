"""A disk whose barriers fail a hundred times loses nothing that a barrier confirmed.

``DISK_FAILURES`` barriers fail, at random from ``DISK_SEED``, both taken from the environment.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from disk_trial import KILLED, WAYS, Trial
from failing_disk import failing_disk
from modelled_disk import ModelledDisk

FAILURES = int(os.environ.get("DISK_FAILURES", "100"))
SEED = int(os.environ.get("DISK_SEED", "20260805"))


def check(tally: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        counts = ", ".join(f"{count} {what}" for what, count in sorted(tally.items()))
        print(f"\ndisk trial, seed {SEED}: {counts}")
    assert tally["barriers that failed"] >= FAILURES
    assert tally["confirmed events lost"] == 0


def test_a_real_file_system_loses_nothing_that_was_confirmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """LOG-16, LOG-17 and LOG-23."""
    with failing_disk(tmp_path) as disk:
        trial = Trial(disk, SEED)
        trial.run(FAILURES, (*WAYS, KILLED))
    check(trial.tally, capsys)


def test_a_modelled_disk_loses_nothing_that_was_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LOG-16, LOG-17 and LOG-23."""
    trial = Trial(ModelledDisk(tmp_path, monkeypatch), SEED)
    trial.run(FAILURES, WAYS)
    check(trial.tally, capsys)
