"""Putting the hand-written corpus to a wrong port in this process."""

from __future__ import annotations

from functools import cache

from schedule_conformance.base import data as folders
from schedule_conformance.corpus import files
from schedule_conformance.corpus.case import Case
from schedule_conformance.corpus.examples import load_examples
from schedule_conformance.judging.fingerprint import is_sampled
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.exchange import judged
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


@cache
def others() -> tuple[Case, ...]:
    """Other cases whose wrong answers the catalogue holds: examples, and a sample of the sweep."""
    swept = (case for case in files.load(folders.folder("corpus")) if "sweep" in case.tags)
    examples = load_examples(folders.folder("spec"))
    return (*filter(is_sampled, swept), *(case for case in examples if case.level == "must"))


def failures(port: WrongPort) -> list[Outcome]:
    """What a port fails of the corpus by hand and of the others, in order."""
    with port.installed():
        outcomes = [outcome(case) for case in (*cases(), *others())]
    return [each for each in outcomes if each.verdict.shows_mistake]


def passes(case: Case) -> bool:
    """Tell whether the reference of this process, as it is now, passes a case."""
    return outcome(case).verdict is Verdict.PASS


def outcome(case: Case) -> Outcome:
    """The verdict on the reference of this process, as it is now."""
    try:
        given = answer({"seq": 0, "op": case.op, "args": case.args})
    except Exception:  # noqa: BLE001 - a port that dies of a request, whatever of, has failed it
        return Outcome(case, Verdict.ERRORED)
    if "error" in given:
        return judged(case, Answer(0, error=Failure(given["error"]["code"])))
    return judged(case, Answer(0, value=given["value"]))
