"""A run: the answers of a port, and the verdicts settled on them."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.judging import tz
from schedule_conformance.judging.doubts import doubts
from schedule_conformance.judging.likeliest import Explanation, catalogued, likeliest, mistakes
from schedule_conformance.judging.settling import settle
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.process import PortUnusable
from schedule_conformance.running import through_fold
from schedule_conformance.running.asking import ask
from schedule_conformance.running.drive import Limits
from schedule_conformance.running.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.corpus.known import Known
    from schedule_conformance.ports.messages import Hello, Op
    from schedule_conformance.ports.process import Command
    from schedule_conformance.running.asking import Answers, Progress


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to run: `cases` of a `corpus`, of which those whose ids are `skipped` are not asked.

    `again` are the words that, after `schedule-spec run ID`, run a case alone in the same way;
    `required` are operations of which a case must be judged; `provenance` is for the reports.
    """

    command: Command
    corpus: Sequence[Case]
    cases: Sequence[Case]
    skipped: frozenset[str] = frozenset()
    known: Sequence[Known] = ()
    jobs: int = 1
    limits: Limits = Limits()
    again: Sequence[str] = ()
    required: Sequence[Op] = ()
    provenance: Provenance = Provenance()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a run found; `notes` are remarks on the port that belong to no case.

    `given_up` is the reason for which the port was not asked to the end, if there is one; `again`
    are the words that, after `schedule-spec run ID`, run a case alone in the same way. `doubts`
    say why it is not a pass even where nothing failed. `chapter_seconds` has, of each chapter, how
    long its answers were waited for, in all processes of the port together. `explanations` are the
    mistakes that the port seems to make, and `catalogued` the ids of failed cases that some known
    mistake makes fail; of others, their own word on the cause is all there is.
    """

    hello: Hello
    again: Sequence[str]
    outcomes: Sequence[Outcome]
    notes: Sequence[str]
    given_up: str | None
    seconds: float
    doubts: Sequence[str] = ()
    chapter_seconds: Mapping[str, float] = {}
    provenance: Provenance = Provenance()
    explanations: Sequence[Explanation] = ()
    catalogued: frozenset[str] = frozenset()

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases have each verdict."""
        return Counter(outcome.verdict for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """0 a pass, 1 something failed, 2 the port was given up, 4 nothing failed, but no pass."""
        if self.given_up is not None:
            return 2
        if any(outcome.verdict.counts_against for outcome in self.outcomes):
            return 1
        return 4 if self.doubts else 0


def run(plan: Plan, progress: Progress) -> Result:
    """Put the cases to the port and settle the verdicts.

    Raises:
        PortUnusable: the port cannot be run.
    """
    started = monotonic()
    asked = [case for case in plan.cases if case.id not in plan.skipped]
    answers = ask(plan.command, asked, plan.limits, jobs=plan.jobs, progress=progress)
    probed = _probe(plan, answers)
    release = tz.release(answers.hello.tz, answers.outcomes, probed)
    settled = iter(settle(answers.outcomes, release, plan.known))
    outcomes = [
        Outcome(case, Verdict.SKIPPED) if case.id in plan.skipped else next(settled)
        for case in plan.cases
    ]
    failed = any(outcome.verdict.shows_mistake for outcome in outcomes)
    known = mistakes() if failed else []
    return Result(
        hello=answers.hello,
        again=plan.again,
        outcomes=outcomes,
        notes=[
            *answers.complaints,
            *through_fold.remarks(asked, answers.outcomes),
            *tz.remarks(answers.hello.tz, release, answers.outcomes),
        ],
        given_up=answers.given_up,
        seconds=monotonic() - started,
        doubts=list(doubts(answers.hello.ops, outcomes, plan.required)),
        chapter_seconds=answers.seconds,
        provenance=plan.provenance,
        explanations=likeliest(outcomes, known),
        catalogued=catalogued(outcomes, known),
    )


def _probe(plan: Plan, answers: Answers) -> list[Outcome]:
    """The outcomes of further cases that show the port's tz release, where it matters untold."""
    if tz.told(answers.hello.tz) is not None or not tz.is_open(answers.outcomes):
        return []
    asked = {outcome.case.id for outcome in answers.outcomes}
    probes = [case for case in tz.probes(plan.corpus) if case.id not in asked]
    if not probes:
        return []
    try:
        return ask(plan.command, probes, plan.limits).outcomes
    except PortUnusable:  # it answered before: what it answered then must do
        return []
