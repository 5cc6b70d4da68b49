"""A run: the answers of a port, and the verdicts settled on them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance import known, tz
from schedule_conformance.asking import ask
from schedule_conformance.drive import Limits
from schedule_conformance.port import PortUnusable
from schedule_conformance.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.asking import Answers, Progress
    from schedule_conformance.case import Case
    from schedule_conformance.known import Known
    from schedule_conformance.port import Command
    from schedule_conformance.protocol import Hello


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to run: `cases` of a `corpus`, of which those whose ids are `skipped` are not asked.

    `again` are the words that, after `schedule-spec run ID`, run a case alone in the same way.
    """

    command: Command
    corpus: Sequence[Case]
    cases: Sequence[Case]
    skipped: frozenset[str] = frozenset()
    known: Sequence[Known] = ()
    jobs: int = 1
    limits: Limits = Limits()
    again: Sequence[str] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a run found; `notes` are remarks on the port that belong to no case.

    `given_up` is the reason for which the port was not asked to the end, if there is one; `again`
    are the words that, after `schedule-spec run ID`, run a case alone in the same way.
    """

    hello: Hello
    again: Sequence[str]
    outcomes: Sequence[Outcome]
    notes: Sequence[str]
    given_up: str | None
    seconds: float

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases have each verdict."""
        return Counter(outcome.verdict for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """0 if nothing failed, 1 if something did, 2 if the port was given up."""
        if self.given_up is not None:
            return 2
        return int(any(outcome.verdict.counts_against for outcome in self.outcomes))


def run(plan: Plan, progress: Progress) -> Result:
    """Put the cases to the port and settle the verdicts.

    Raises:
        PortUnusable: the port cannot be run.
    """
    started = monotonic()
    asked = [case for case in plan.cases if case.id not in plan.skipped]
    answers = ask(plan.command, asked, plan.limits, jobs=plan.jobs, progress=progress)
    release = _release(plan, answers)
    outcomes = tz.settle(answers.outcomes, release) if release else answers.outcomes
    settled = iter(known.apply(outcomes, plan.known))
    return Result(
        hello=answers.hello,
        again=plan.again,
        outcomes=[
            Outcome(case, Verdict.SKIPPED) if case.id in plan.skipped else next(settled)
            for case in plan.cases
        ],
        notes=[*answers.complaints, *tz.remarks(answers.hello.tz, release, answers.outcomes)],
        given_up=answers.given_up,
        seconds=monotonic() - started,
    )


def _release(plan: Plan, answers: Answers) -> tz.PortRelease | None:
    """The tz release the port told; else, if a verdict needs it, the one its answers show."""
    release = tz.told(answers.hello.tz)
    if release is not None or not tz.is_open(answers.outcomes):
        return release
    asked = {outcome.case.id for outcome in answers.outcomes}
    probes = [case for case in tz.probes(plan.corpus) if case.id not in asked]
    outcomes = list(answers.outcomes)
    if probes:
        with suppress(PortUnusable):
            outcomes += ask(plan.command, probes, plan.limits).outcomes
    return tz.inferred(outcomes)
