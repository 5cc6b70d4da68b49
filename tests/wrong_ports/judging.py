"""Putting the hand-written corpus to a wrong port in this process."""

from __future__ import annotations

from functools import cache

from schedule_conformance.base import data as folders
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.compare import matches
from schedule_conformance.ports.messages import Answer, Failure
from schedule_conformance.reference_port.operations import answer
from wrong_ports.registry import WrongPort


@cache
def cases() -> tuple[Case, ...]:
    """The hand-written cases that a port must pass, without those that leave it a choice."""
    loaded = files.load(folders.folder("corpus"), sweeps=False)
    return tuple(case for case in loaded if case.level == "must")


@cache
def naming(mistake: str) -> frozenset[str]:
    """The ids of the cases that name a mistake."""
    return frozenset(case.id for case in cases() if case.mistake == mistake)


def failures(port: WrongPort) -> list[Case]:
    """The cases that a port fails, in the order of the corpus."""
    with port.installed():
        return [case for case in cases() if not passes(case)]


def passes(case: Case) -> bool:
    """Tell whether the reference of this process, as it is now, passes a case."""
    try:
        given = answer({"seq": 0, "op": case.op, "args": case.args})
    except Exception:  # noqa: BLE001 - a port that dies of a request, whatever of, has failed it
        return False
    if "error" in given:
        return matches(case.op, case.expect, Answer(0, error=Failure(given["error"]["code"])))
    return matches(case.op, case.expect, Answer(0, value=given["value"]))
