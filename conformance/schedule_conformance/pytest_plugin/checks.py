"""What the items of the pytest plugin check, and how verdicts become outcomes of tests."""

from __future__ import annotations

import re
from fnmatch import translate
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

import msgspec
import pytest

from schedule_conformance.base import data
from schedule_conformance.base.printable import printable, printable_lines
from schedule_conformance.corpus import known
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.judging import likeliest, tz
from schedule_conformance.judging.settling import foretold
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.messages import FUZZED, Op
from schedule_conformance.ports.process import PortUnusable
from schedule_conformance.report import failures
from schedule_conformance.report.look import field
from schedule_conformance.running.exchange import judged
from schedule_conformance.running.partners import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.judging.tz import PortRelease
    from schedule_conformance.running.partners import Partner


def groups(corpus: Iterable[Case]) -> dict[str, list[Case]]:
    """The cases of each item, by its id: one, or of a sweep all local times of a zone."""
    found: dict[str, list[Case]] = {}
    for case in corpus:
        name = case.id.rpartition("/")[0] if "sweep" in case.tags else case.id
        found.setdefault(name, []).append(case)
    return found


def operations() -> list[str]:
    """The operations, each of which is fuzzed by one item."""
    return list(FUZZED)


def unusable(error: PortUnusable) -> str:
    """What is told of a port that cannot be run."""
    stderr = [f"  {line}" for line in printable_lines(error.stderr)] if error.stderr else []
    return "\n".join([*printable_lines(str(error)), *stderr])


class Judge:
    """Puts cases to a port, and settles the verdicts as a run does."""

    def __init__(self, partner: Partner, files: Sequence[Path], corpus: Sequence[Case]) -> None:
        """Read the files of known failures.

        Raises:
            KnownError: one is unreadable or malformed.
        """
        self.partner = partner
        self.corpus = corpus
        self.known = [entry for file in files for entry in known.load(file)]
        self.unusable: str | None = None
        self._release: PortRelease | None = tz.told(partner.hello.tz)

    def outcomes(self, cases: Sequence[Case]) -> list[Outcome]:
        """The outcome of each case."""
        outcomes = [self._ask(case) for case in cases]
        if tz.is_open(outcomes) and self._release is None:
            self._release = tz.inferred([self._ask(case) for case in tz.probes(self.corpus)])
        if self._release is not None:
            outcomes = [self._excused(each) for each in tz.settle(outcomes, self._release)]
        return foretold(outcomes, self.known)

    @property
    def known_cases(self) -> list[Case]:
        """The cases that are known to fail."""
        fits = [re.compile(translate(entry.id)).match for entry in self.known]
        return [case for case in self.corpus if any(match(case.id) for match in fits)]

    def _ask(self, case: Case) -> Outcome:
        note = lack(self.partner.hello, case.op, case.args)
        if note is not None:
            return Outcome(case, Verdict.UNSUPPORTED, note=note)
        try:
            return judged(case, self.partner.ask(case.op, case.args))
        except Broken as broken:
            if broken.__cause__ is not None and not self.known:
                # Where the port is a function, its own traceback says most.
                raise
            return Outcome(case, Verdict.ERRORED, note=f"the port {broken}")
        except PortUnusable as error:
            self.unusable = unusable(error)
            note = f"the port cannot be started again: {self.unusable}"
            return Outcome(case, Verdict.ERRORED, note=note)

    def _excused(self, outcome: Outcome) -> Outcome:
        """A run excuses few zones of a release never compared; one zone alone cannot tell."""
        compared = outcome.case.tz.compared if outcome.case.tz else None
        release = self._release
        if outcome.verdict is not Verdict.FAIL or compared is None or release is None:
            return outcome
        if not release.told or compared[0] <= (release.newest or "") <= compared[1]:
            return outcome
        if not tz.is_right_elsewhere(outcome):
            return outcome
        note = f"it was not compared with tz {release}"
        return Outcome(outcome.case, Verdict.TZ, outcome.answer, note)


class CaseCheck(msgspec.Struct, frozen=True):
    """The cases of one item."""

    cases: list[Case]
    judge: Judge

    def check(self) -> None:
        """Pass, or end the test with the verdict: failed, skipped or expected to fail."""
        by_verdict: dict[Verdict, list[Outcome]] = {}
        for outcome in self.judge.outcomes(self.cases):
            by_verdict.setdefault(outcome.verdict, []).append(outcome)
        for verdict in (Verdict.ERRORED, Verdict.FAIL, Verdict.STALE):
            if outcomes := by_verdict.get(verdict):
                _fail(_explained(outcomes[0]), len(outcomes), len(self.cases))
        for verdict in (Verdict.KNOWN, Verdict.MAY):
            if outcomes := by_verdict.get(verdict):
                pytest.xfail(printable(outcomes[0].note or "the rules leave a choice"))
        for verdict in (Verdict.UNSUPPORTED, Verdict.TZ):
            if outcomes := by_verdict.get(verdict):
                pytest.skip(
                    _counted(printable(outcomes[0].note or ""), len(outcomes), len(self.cases))
                )


class FuzzCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One operation to fuzz."""

    op: Op
    judge: Judge
    examples: int
    seed: int
    surrogates: bool

    def check(self) -> None:
        """Pass, or fail with the divergences; skip what cannot be fuzzed."""
        if find_spec("hypothesis") is None:
            pytest.skip("fuzzing needs the package hypothesis")
        from schedule_conformance.fuzz import findings  # noqa: PLC0415 - an extra
        from schedule_conformance.fuzz.campaign import Campaign, Scope  # noqa: PLC0415 - an extra
        from schedule_conformance.fuzz.nearest import Nearness  # noqa: PLC0415 - an extra

        partner = self.judge.partner
        if self.op not in partner.hello.ops:
            pytest.skip("the port does not list this operation")
        scope = Scope(
            ops=[self.op],
            examples=self.examples,
            seed=self.seed,
            surrogates=self.surrogates,
            known=self.judge.known_cases,
        )
        campaign = Campaign(partner, scope)
        campaign.run()
        cases = [case for case in self.judge.corpus if "sweep" not in case.tags]
        rules = load_rules(data.folder("spec"))
        reports = [
            "\n".join(findings.lines(finding, rules))
            for finding in findings.findings(campaign.found, Nearness(cases), campaign.times)
        ]
        if reports:
            pytest.fail("\n\n".join(reports), pytrace=False)


def _fail(explanation: Iterator[str], differing: int, asked: int) -> NoReturn:
    pytest.fail(_counted("\n".join(explanation), differing, asked), pytrace=False)


def _counted(explanation: str, concerned: int, asked: int) -> str:
    return explanation if asked == 1 else f"{concerned} of {asked} local times: {explanation}"


def _explained(outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    yield f"{case.id} ({', '.join(case.rules)})"
    yield from failures.details(outcome, None)
    if (likely := likeliest.of_one(outcome)) is not None:
        yield field("likely", likely)
