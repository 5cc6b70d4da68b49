"""Catching the wrong ports of this project by fuzzing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.ports.process import Command
from schedule_conformance.running.partners import ProcessPartner

if TYPE_CHECKING:
    from schedule_conformance.fuzz.question.divergence import Divergence

CASES = files.load(data.folder("corpus"), sweeps=False)
TESTS = Path(__file__).parent.parent


def catch(name: str, *, seconds: float = 60, seed: int = 0) -> Divergence | None:
    """The first divergence of a wrong port, shrunk; None if none shows in that time."""
    scope = Scope(seconds=seconds, seed=seed, enough=1, cases=CASES)
    partner = ProcessPartner(Command([sys.executable, "-m", "wrong_ports", name], TESTS))
    try:
        found = Campaign(partner, scope).run()
    finally:
        partner.close()
    return found[0] if found else None
