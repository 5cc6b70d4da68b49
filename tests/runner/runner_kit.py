"""What the tests of the runner share: cases made on the spot, and the ports beside this file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.corpus.case import Case, Expect, Tz
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.process import Command
from schedule_conformance.running.drive import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

PORTS = Path(__file__).parent / "ports"
LIMITS = Limits(answer=5, farewell=1, line=1 << 20)


def port(name: str, *arguments: str) -> Command:
    """The command of a port in the folder `ports`."""
    return Command([sys.executable, str(PORTS / f"{name}.py"), *arguments])


def case(case_id: str, **members: Any) -> Case:
    """A case that the echo port passes, but for the members given."""
    args = members.setdefault("args", {"n": case_id})
    members.setdefault("expect", Expect(value=args))
    return Case(
        id=case_id,
        **{"rules": ["FOLD-1"], "op": "view", "why": "It is an example.", **members},
    )


def zone_case(case_id: str, zone: str = "Area/Place", **tz: Any) -> Case:
    """A case about a zone."""
    return case(case_id, tags=["tz"], tz=Tz(zone, **tz))


def verdicts(outcomes: Iterable[Outcome]) -> list[Verdict]:
    """The verdicts alone."""
    return [outcome.verdict for outcome in outcomes]
