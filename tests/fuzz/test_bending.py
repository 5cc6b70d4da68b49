"""The mutating engine: bent cases of the corpus, asked in blocks."""

import sys
from itertools import islice
from random import Random
from typing import Any

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.fuzz.bending.blocks import BLOCK, Blocks
from schedule_conformance.fuzz.bending.questions import Bender
from schedule_conformance.fuzz.question.heard import Heard
from schedule_conformance.fuzz.strategies.zones import local_times
from schedule_conformance.ports.messages import FUZZED, Hello, Op
from schedule_conformance.ports.process import Command
from schedule_conformance.reference_port.operations import answer
from schedule_conformance.running.partners import Broken, InProcessPartner, ProcessPartner
from session_schedule.zones import TZ_RELEASE

FOLDER = data.folder("corpus")
CASES = files.load(FOLDER, sweeps=False)
TIMES = local_times(FOLDER / "zones" / "sweep", TZ_RELEASE)
OPS = list(FUZZED)


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - it makes up tests, not secrets


def bender(hello: Hello | None = None, *, surrogates: bool = True) -> Bender:
    hello = hello or InProcessPartner(answer).hello
    return Bender(CASES, hello, TIMES, surrogates=surrogates)


def questions(op: Op, seed: int, count: int = 200) -> list[str]:
    return [str(question) for question, _ in islice(bender().questions(op, chance(seed)), count)]


@pytest.mark.parametrize("op", OPS)
def test_a_seed_asks_the_same_questions_again(op: Op) -> None:
    first = questions(op, 1)
    assert first == questions(op, 1) != questions(op, 2)
    assert len(set(first)) > 150


@pytest.mark.parametrize("op", OPS)
def test_bent_cases_are_refused_and_accepted(op: Op) -> None:
    rulings = [ruling for _, ruling in islice(bender().questions(op, chance(3)), 400)]
    accepted = sum(ruling.expect.accepts for ruling in rulings)
    assert accepted > 20
    assert op in {"session", "view", "due", "frame", "allocate"} or len(rulings) - accepted > 20


def test_without_lone_surrogates_there_are_none() -> None:
    made = bender(surrogates=False).questions("fold", chance(1))
    assert all(
        str(question).isascii() or "\\ud8" not in str(question) for question, _ in islice(made, 500)
    )


def test_a_port_without_features_is_not_asked_for_them() -> None:
    hello = Hello(protocol=1, name="plain", ops=["session"])
    for question, _ in islice(bender(hello).questions("session", chance(1)), 300):
        assert "cancel" not in str(question)


def test_the_reference_agrees_with_itself_block_after_block() -> None:
    for op in OPS:
        blocks = Blocks(Heard(InProcessPartner(answer)), bender(), op, chance(5))
        assert blocks.hunt(BLOCK, (), lambda: False) == (None, 0)
        assert blocks.asked == BLOCK


def test_what_is_found_is_made_small() -> None:
    def last_wins_not(request: dict[str, Any]) -> dict[str, Any]:
        reply = answer(request)
        value = reply.get("value")
        if request["op"] == "fold" and isinstance(value, dict):
            value["seenIds"] = value["seenIds"][:1]
        return reply

    blocks = Blocks(Heard(InProcessPartner(last_wins_not)), bender(), "fold", chance(1))
    prey, _ = blocks.hunt(20 * BLOCK, (), lambda: False)
    assert prey is not None
    assert len(prey.question.args["events"]) == 2
    assert blocks.hunt(BLOCK, {prey.kind}, lambda: False).prey is None


DIES = """
import sys
from schedule_conformance.reference_port import operations
for line in sys.stdin.buffer:
    if b"schedule-3" in line:
        sys.exit(3)
    sys.stdout.buffer.write(operations._answer_line(line))
    sys.stdout.buffer.flush()
"""


def test_a_port_that_dies_among_many_is_charged_with_that_question_alone() -> None:
    partner = ProcessPartner(Command([sys.executable, "-c", DIES]))
    try:
        asked = [("allocate", {"seenIds": [f"schedule-{number}"]}) for number in range(1, 7)]
        answers = partner.ask_all(asked)  # type: ignore[arg-type]  # the names of operations
    finally:
        partner.close()
    assert [isinstance(one, Broken) for one in answers] == [False, False, True, False, False, False]
    assert [one.value for one in answers if not isinstance(one, Broken)] == [
        "schedule-2",
        "schedule-3",
        *["schedule-2"] * 3,
    ]
