"""No port outlives its runner, whatever ends the runner, and whenever."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
import signals


@pytest.mark.parametrize(
    ("way", "name", "moment"),
    [
        ("run", "SIGTERM", "answer"),
        ("run", "SIGHUP", "hello"),
        ("run --jobs 2", "SIGTERM", "answer"),
        ("fuzz", "SIGTERM", "answer"),
        ("fuzz", "SIGINT", "hello"),
        ("fuzz --jobs 2", "SIGTERM", "answer"),
        ("fuzz --jobs 2", "SIGINT", "answer"),
        ("fuzz --jobs 2", "SIGHUP", "answer"),
        ("fuzz --jobs 2", "SIGKILL", "answer"),
        ("pytest", "SIGTERM", "answer"),
        ("pytest", "SIGINT", "hello"),
        ("pytest -n 2", "SIGTERM", "answer"),
        ("pytest -n 2", "SIGKILL", "hello"),
    ],
)
def test_no_port_is_left(tmp_path: Path, way: str, name: str, moment: str) -> None:
    if "-n" in way:
        pytest.importorskip("xdist")
    status = signals.ended(way, name, moment, tmp_path)
    if "pytest" not in way and name in ("SIGTERM", "SIGHUP"):
        assert status == 128 + getattr(signal, name)
    assert status != 0
