"""Fuzzes every wrong port until it is caught, and records how long that took.

``python tests/fuzz/catch_all.py`` writes ``docs/evidence/fuzzing.json``; it takes some minutes on
two cores, and longest where a port is not caught in its minute.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic

TESTS = Path(__file__).parents[1]
RECORD = TESTS.parent / "docs" / "evidence" / "fuzzing.json"
SECONDS = 60

sys.path[:0] = [str(TESTS), str(TESTS / "fuzz")]

from catching import catch  # noqa: E402 - found beside this file

import wrong_ports.catalogue  # noqa: E402, F401 - it registers the ports
from wrong_ports.registry import PORTS  # noqa: E402


def seconds_to_catch(name: str) -> float | None:
    """Return how long a wrong port went uncaught, in seconds; None if it was not caught."""
    began = monotonic()
    caught = catch(name, seconds=SECONDS) is not None
    return round(monotonic() - began, 1) if caught else None


def main() -> None:
    """Fuzz all, and write the record."""
    names = list(PORTS)
    with ProcessPoolExecutor() as pool:
        times = dict(zip(names, pool.map(seconds_to_catch, names), strict=True))
    RECORD.write_text(json.dumps({"limit": SECONDS, "caught": times}, indent=1) + "\n")


if __name__ == "__main__":
    main()
