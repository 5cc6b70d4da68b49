"""Criteria restrict each other, the values of one add up, and a slip is reported."""

from __future__ import annotations

from typing import Any

import pytest
from runner_kit import case

from schedule_conformance.corpus.case import Expect
from schedule_conformance.corpus.selection import Selection, SelectionError

REJECTS = Expect(error="not_future")
CASES = [
    case("fold/a", rules=["FOLD-1"], op="fold"),
    case("fold/b", rules=["FOLD-1", "FOLD-2"], op="fold"),
    case("fold/c", rules=["FOLD-1"], op="fold", expect=REJECTS),
    case("fold/d/deep", rules=["FOLD-1"], op="fold", tags=["smoke"]),
    case("views/a", rules=["VIEW-1"], tags=["tz"]),
    case("views/b", rules=["VIEW-1"]),
]


@pytest.mark.parametrize(
    ("criteria", "chosen"),
    [
        ({}, "fold/a fold/b fold/c fold/d/deep views/a views/b"),
        ({"ids": ["fold/a"]}, "fold/a"),
        ({"ids": ["*/a"]}, "fold/a views/a"),
        ({"ids": ["fold/*"]}, "fold/a fold/b fold/c fold/d/deep"),
        ({"ids": ["views/b", "fold/a"]}, "fold/a views/b"),
        ({"rules": ["FOLD-2"]}, "fold/b"),
        ({"rules": ["FOLD-2", "VIEW-1"]}, "fold/b views/a views/b"),
        ({"tags": ["tz"]}, "views/a"),
        ({"chapters": ["views"]}, "views/a views/b"),
        ({"ops": ["fold"]}, "fold/a fold/b fold/c fold/d/deep"),
        ({"chapters": ["fold"], "ids": ["*/a"]}, "fold/a"),
        ({"smoke": True}, "fold/a fold/b fold/c fold/d/deep views/a"),
        ({"shard": (1, 4)}, "fold/a views/a"),
        ({"shard": (4, 4)}, "fold/d/deep"),
        ({"chapters": ["views"], "shard": (2, 2)}, "views/b"),
    ],
)
def test_a_selection_chooses(criteria: dict[str, Any], chosen: str) -> None:
    assert [found.id for found in Selection(**criteria).choose(CASES)] == chosen.split()


def test_shards_are_a_partition() -> None:
    shares = [Selection(shard=(share, 4)).choose(CASES) for share in range(1, 5)]
    assert sorted(found.id for share in shares for found in share) == [found.id for found in CASES]


@pytest.mark.parametrize(
    ("criteria", "complaint"),
    [
        ({"ids": ["fold/a", "fold/x"]}, "no case has the id fold/x"),
        ({"rules": ["FOLD-9"]}, "no case has the rule FOLD-9"),
        ({"tags": ["tzz"]}, "no case has the tag tzz"),
        ({"chapters": ["view"]}, "no case has the chapter view"),
        ({"ops": ["folds"]}, "no case has the op folds"),
        ({"ids": ["fold/a"], "chapters": ["views"]}, "no case satisfies all of the selection"),
        ({"ids": ["fold/a"], "shard": (2, 2)}, "no case satisfies all of the selection"),
    ],
)
def test_a_selection_of_nothing_is_refused(criteria: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SelectionError, match=complaint):
        Selection(**criteria).choose(CASES)
