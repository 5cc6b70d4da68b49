"""Whether ports show what the model showed on its walks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from model_check.sources import Json, Scenario, Seen, observed, traces
from model_check.validation import verdicts
from model_check.walks import Walk
from schedule_conformance.corpus.case import Case, Expect
from schedule_conformance.judging.compare import matches
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.messages import Answer
from schedule_conformance.ports.shipped import command
from schedule_conformance.running.asking import ask
from schedule_conformance.running.drive import Limits


class Agreement(msgspec.Struct, frozen=True):
    """What became of walks.

    Attributes:
        same: The reference shows what the model showed.
        other: It shows something else that the model allows too, where the text leaves it open.
        against: It shows what the model does not allow.
    """

    same: list[Walk]
    other: list[Walk]
    against: list[Walk]


def agreement(walks: Sequence[Walk]) -> Agreement:
    """Put walks to the reference."""
    found = Agreement([], [], [])
    differing: list[Walk] = []
    for walk in walks:
        seen = _as_far_as_possible(walk.args)
        if _same(walk.shown, seen):
            found.same.append(walk)
        else:
            differing.append(Walk(_cut(walk.args, len(seen) - 1), seen))
    told = traces(Scenario("a walk", walk.args, walk.shown) for walk in differing)
    for walk, verdict in zip(differing, verdicts(told.traces, lax=True), strict=True):
        (found.other if verdict.allowed else found.against).append(walk)
    return found


def upstream_differs(walks: Sequence[Walk]) -> list[str]:
    """The walks, by number, on which the published package shows something else.

    Raises:
        PortUnusable: It cannot be run here.
    """
    cases = [
        Case(
            id=f"walk/{number}",
            rules=["DUE-1"],
            op="session",
            args=walk.args,
            expect=Expect(value=walk.shown),
            why="The model shows it.",
        )
        for number, walk in enumerate(walks)
    ]
    outcomes = ask(command("upstream"), cases, Limits()).outcomes
    return [outcome.case.id for outcome in outcomes if outcome.verdict is not Verdict.PASS]


def _same(shown: Seen, seen: Seen) -> bool:
    return matches("session", Expect(value=shown), Answer(0, value=seen))


def _as_far_as_possible(args: Json) -> Seen:
    """What the reference observes, up to the first step that its own course makes impossible."""
    for length in range(len(args["steps"]), 0, -1):
        try:
            return observed(_cut(args, length))
        except ValueError:
            continue
    return observed(_cut(args, 0))


def _cut(args: Json, length: int) -> Json:
    return {**args, "steps": args["steps"][:length]}
