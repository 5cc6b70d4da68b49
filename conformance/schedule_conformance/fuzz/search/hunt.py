"""One hunt: Hypothesis makes up questions for one operation until one diverges, and shrinks it.

It needs Hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from schedule_conformance.fuzz.question.divergence import Divergence, Kind
from schedule_conformance.fuzz.question.oracle import Question, as_sent
from schedule_conformance.fuzz.search.database import Memory
from schedule_conformance.fuzz.search.reduction import reduced
from schedule_conformance.fuzz.strategies.scenarios import SessionMachine
from schedule_conformance.ports.messages import Op

Judge = Callable[[Question], Divergence | None]


_STEPS = 16


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to hunt for, and how long.

    Attributes:
        op: The operation.
        args: Its arguments; None for `session`, whose scenarios have a state machine of their own.
        examples: How many questions to make up.
        seed: The same seed makes up the same questions.
        known: Kinds of divergence to pass over.
        features: What the port lists of the features that scenarios may need.
        label: Names the port: what was found with one is tried again only with the same.
        memory: Where examples are kept, if anywhere.
    """

    op: Op
    args: SearchStrategy[dict[str, Any]] | None
    examples: int
    seed: int
    known: Collection[Kind] = ()
    features: frozenset[str] = frozenset()
    label: str = ""
    memory: Memory | None = None


class OutOfTime(BaseException):
    """Ends a hunt at once; it passes through Hypothesis, which catches every `Exception`."""


class _Diverged(Exception):
    """Tells Hypothesis that a question shows what is hunted."""


class Hunt:
    """A hunt: the first divergence that is not known decides of which kind the prey is."""

    def __init__(self, plan: Plan, judge: Judge) -> None:
        self.prey: Divergence | None = None
        self._plan = plan
        self._judge = judge
        self._passed_over = False
        self._ending: BaseException | None = None

    def run(self) -> Divergence | None:
        """Hunt; the divergence as small as it could be made, if there is one.

        `judge` may raise `OutOfTime`; what was found by then is as small as it was.
        """
        with suppress(OutOfTime):
            with suppress(_Diverged, Flaky):
                self._search()
            if self.prey is not None and self._plan.op == "session":
                self.prey = reduced(self.prey, self._judge)
        if self._ending is not None:
            raise self._ending
        return self.prey

    def _put(self, made_up: Question) -> None:
        divergence = self._judged(as_sent(made_up))
        self._passed_over = False
        if divergence is None:
            return
        if self.prey is None:
            self._passed_over = divergence.kind in self._plan.known
        else:
            self._passed_over = divergence.kind != self.prey.kind
        if not self._passed_over:
            # Hypothesis tries smaller and smaller ones, and ends with the smallest.
            self.prey = divergence
            raise _Diverged

    def _spares(self) -> bool:
        return self._passed_over

    def _judged(self, question: Question) -> Divergence | None:
        """The verdict on a question.

        What is no mere error, such as a time limit of pytest, ends the hunt at once: Hypothesis
        would take it for what is hunted, and try it again.
        """
        try:
            return self._judge(question)
        except (Exception, OutOfTime):
            raise
        except BaseException as ending:  # noqa: BLE001 - raised again by `run`
            self._ending = ending
            raise OutOfTime from None

    def _search(self) -> None:
        plan = self._plan
        shelf = f"{plan.op} {plan.label}"
        how = settings(
            max_examples=plan.examples,
            stateful_step_count=_STEPS,
            database=None if plan.memory is None else plan.memory.shelf(shelf, self._spares),
            deadline=None,
            phases=[Phase.reuse, Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )
        if plan.args is None:
            members = {
                "put": staticmethod(self._put),
                "features": plan.features,
                "__module__": __name__,
            }
            machine = seed(plan.seed)(type("Scenarios", (SessionMachine,), members))
            run_state_machine_as_test(machine, settings=how)
            return

        # On what `given` made, `seed` would keep the database out.
        @how
        @given(plan.args)
        @seed(plan.seed)
        def ask(args: dict[str, Any]) -> None:
            self._put(Question(plan.op, args))

        ask()
