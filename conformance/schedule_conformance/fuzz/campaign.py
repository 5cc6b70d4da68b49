"""A campaign: hunts for each operation in turn, longer each round, until its limits are reached.

Two engines hunt in turn: one bends cases of the corpus and asks them in blocks, the other is
Hypothesis.

It needs Hypothesis.
"""

from __future__ import annotations

import random
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from schedule_conformance.base import data
from schedule_conformance.fuzz.bending.blocks import Blocks
from schedule_conformance.fuzz.bending.questions import Bender
from schedule_conformance.fuzz.question.divergence import Divergence, Kind
from schedule_conformance.fuzz.question.heard import Heard
from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.fuzz.search.database import Memory
from schedule_conformance.fuzz.search.hunt import Hunt, OutOfTime, Plan
from schedule_conformance.fuzz.strategies import strategies
from schedule_conformance.fuzz.strategies.zones import LocalTimes, local_times
from schedule_conformance.fuzz.tally import Tally
from schedule_conformance.judging.tz import told
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.messages import FUZZED, Op
from schedule_conformance.ports.process import PortUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.ports.messages import Hello
    from schedule_conformance.running.partners import Partner

    Watch = Callable[["Campaign"], None]

_FIRST_ROUND, _LONGEST_ROUND = 100, 1_600
_WEIGHTS: dict[Op, int] = {"create": 3, "decode": 2, "session": 2}
"""Where there is more to get wrong, more is asked."""
_GRACE = 30.0
_MANY = 20
"""How many questions the mutating engine asks for each one that Hypothesis makes up."""

Engine: TypeAlias = Literal["mutate", "generate"]
"""What makes up questions: bent cases of the corpus, many at once, or Hypothesis."""
ENGINES: tuple[Engine, ...] = get_args(Engine)


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign may do.

    Attributes:
        ops: The operations to ask; those that the port does not have are left out.
        examples: How many questions to make up for each operation, and after each divergence that
            is found; None is no limit.
        seconds: How long to look for more; to shrink what was found may take half a minute longer.
        seed: The same seed asks the same questions of the same port.
        surrogates: Whether to send lone surrogates.
        database: Where examples are kept, if anywhere.
        enough: After how many divergences to stop.
        known: Cases that the port is known to fail; divergences of their kinds are not reported.
        cases: What the mutating engine bends; without any, it asks nothing.
        engines: Which engines make up questions.
    """

    ops: Sequence[Op] = FUZZED
    examples: int | None = None
    seconds: float | None = None
    seed: int = 0
    surrogates: bool = True
    database: ExampleDatabase | None = None
    enough: int = 25
    known: Sequence[Case] = ()
    cases: Sequence[Case] = ()
    engines: Collection[Engine] = ENGINES


def askable_times(hello: Hello) -> LocalTimes:
    """The local times that a port may be asked, by what it says of its tz release."""
    release = told(hello.tz)
    sweep = data.folder("corpus") / "zones" / "sweep"
    return local_times(sweep, release.newest if release else None)


class Campaign:
    """Hunts for divergences of one port.

    Attributes:
        found: What it found by now.
        asked: How many questions it put to the port.
        op: The operation that it asks about.
        times: The local times that it may ask.
    """

    def __init__(self, partner: Partner, scope: Scope, watch: Watch | None = None) -> None:
        self.found: list[Divergence] = []
        self.asked = 0
        self.op: Op | None = None
        self.times = askable_times(partner.hello)
        self._partner = Heard(partner)
        self._scope = scope
        self._memory = Memory(scope.database)
        self._watch = watch
        self._kinds: set[Kind] = set()
        self._enough = scope.enough
        self._deadline = None if scope.seconds is None else monotonic() + scope.seconds
        self._hunt: Hunt | None = None
        self._unusable: PortUnusable | None = None

    @property
    def tally(self) -> Tally:
        """What it has by now."""
        failure = self._memory.failure
        notes = [] if failure is None else [f"{failure}; from then on nothing was kept"]
        spared = [op for op in self._scope.ops if self._partner.spares(op)]
        notes += [f"{op} hung several times in a row, and was asked no more" for op in spared]
        return Tally(
            op=self.op,
            asked=self.asked,
            found=list(self.found),
            coverage=self._partner.coverage,
            notes=notes,
        )

    def run(self) -> list[Divergence]:
        """Hunt until the limits are reached; the divergences, one of each kind.

        Raises:
            PortUnusable: the port cannot be started again.
        """
        scope = self._scope
        ops = [op for op in scope.ops if op in self._partner.hello.ops]
        self._put_known(ops)
        chance = random.Random(scope.seed)  # noqa: S311 - it makes up tests, not secrets
        blocks = self._blocks(ops, chance) if "mutate" in scope.engines else {}
        args = strategies(self.times, surrogates=scope.surrogates)
        left = dict.fromkeys(ops, scope.examples or sys.maxsize)
        size = _FIRST_ROUND
        while any(left.values()):
            for place, op in enumerate([op for op in ops if left[op]], 1):
                examples = min(size * _WEIGHTS.get(op, 1), left[op])
                left[op] -= examples
                self.op = op
                # In the first round, one operation must not use up what others may find.
                first_round = size == _FIRST_ROUND
                share = max(1, scope.enough * place // len(ops))
                self._enough = share if first_round else scope.enough
                if op in blocks:
                    self._bend(blocks[op], examples if scope.examples else examples * _MANY)
                if "generate" in scope.engines and not self._ends():
                    self._generate(op, args.get(op), examples, chance)
                if self._partner.spares(op):
                    left[op] = 0
                if self._over(0) or len(self.found) >= scope.enough:
                    return self.found
            size = min(2 * size, _LONGEST_ROUND)
        return self.found

    def _blocks(self, ops: Sequence[Op], chance: random.Random) -> dict[Op, Blocks]:
        """The mutating engine at each operation that there are cases of."""
        scope, partner = self._scope, self._partner
        bender = Bender(scope.cases, partner.hello, self.times, surrogates=scope.surrogates)
        chances = {op: random.Random(chance.getrandbits(64)) for op in ops}  # noqa: S311 - as above
        known = bender.ops()
        return {op: Blocks(partner, bender, op, chances[op]) for op in ops if op in known}

    def _bend(self, blocks: Blocks, count: int) -> None:
        """Let the mutating engine ask so many questions."""
        while count > 0 and not self._ends():
            before = blocks.asked
            prey, count = blocks.hunt(count, self._kinds, self._ends)
            self.asked += blocks.asked - before
            if self._watch is not None:
                self._watch(self)
            if prey is not None:
                self._keep(prey)

    def _generate(
        self, op: Op, args: SearchStrategy[Any] | None, examples: int, chance: random.Random
    ) -> None:
        """Let Hypothesis ask so many questions, and again after each divergence."""
        plan = Plan(
            op=op,
            args=args,
            examples=examples,
            seed=chance.getrandbits(64),
            known=self._kinds,
            label=self._partner.hello.name,
            features=frozenset(self._partner.hello.features),
            memory=self._memory,
        )
        while self._finds(plan):
            plan = replace(plan, seed=chance.getrandbits(64))

    def _ends(self) -> bool:
        if self.op is not None and self._partner.spares(self.op):
            return True
        return self._over(0) or len(self.found) >= self._enough

    def _keep(self, prey: Divergence) -> None:
        self._kinds.add(prey.kind)
        self.found.append(replace(prey, steady=self._repeats(prey)))

    def _finds(self, plan: Plan) -> bool:
        """Hunt once; tell whether there may be more to find."""
        hunt = self._hunt = Hunt(plan, self._judge)
        prey = hunt.run()
        if prey is not None:
            self._keep(prey)
        if self._unusable is not None:
            raise self._unusable
        return prey is not None and not self._ends()

    def _judge(self, question: Question) -> Divergence | None:
        shrinks = self._hunt is not None and self._hunt.prey is not None
        if self._over(_GRACE if shrinks else 0) or self._partner.spares(question.op):
            raise OutOfTime
        self.asked += 1
        if self._watch is not None:
            self._watch(self)
        try:
            return self._partner.judge(question)
        except PortUnusable as error:
            # Hypothesis would take it for a divergence, and shrink it.
            self._unusable = error
            raise OutOfTime from None

    def _repeats(self, divergence: Divergence) -> bool:
        """Whether a divergence shows again; of a port that is gone or hangs, nobody can tell."""
        if self._unusable is not None or self._partner.spares(divergence.question.op):
            return True
        self.asked += 1
        again = self._partner.judge(divergence.question)
        return again is not None and again.kind == divergence.kind

    def _put_known(self, ops: Sequence[Op]) -> None:
        """Learn the kinds of divergence that known failures show."""
        for case in self._scope.known:
            if case.op in ops and lack(self._partner.hello, case.op, case.args) is None:
                self.asked += 1
                divergence = self._partner.judge(Question(case.op, case.args))
                if divergence is not None:
                    self._kinds.add(divergence.kind)

    def _over(self, grace: float) -> bool:
        return self._deadline is not None and monotonic() >= self._deadline + grace
