"""The question to mutants of cosmic-ray: the reference in a process of its own, asked as a port.

Exits with 1 unless the port answers every hand-written case as expected. Unlike a run of
``schedule-spec``, it asks a port that has died no further.
"""

from __future__ import annotations

import subprocess
import sys

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.running.exchange import Exchange

PORT = [sys.executable, "-m", "schedule_conformance", "reference"]


def passes() -> bool:
    """Whether the port passes all cases."""
    exchange = Exchange(files.load(data.folder("corpus"), sweeps=False))
    requests = b"".join(exchange.all_requests())
    port = subprocess.run(PORT, input=requests, capture_output=True, check=False)  # noqa: S603
    return (
        all(map(exchange.take, port.stdout.splitlines()))
        and exchange.complete
        and all(outcome.verdict is Verdict.PASS for outcome in exchange.outcomes)
    )


if __name__ == "__main__":
    sys.exit(0 if passes() else 1)
