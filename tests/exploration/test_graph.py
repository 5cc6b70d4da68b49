"""Paths are counted without walking them, and a loop is found."""

from __future__ import annotations

from itertools import pairwise

import pytest

from schedule_conformance.explore.graph import Endless, Graph


def graph(*followers: list[int]) -> Graph:
    made = Graph()
    for each in followers:
        made.add(each)
    return made


@pytest.mark.parametrize(
    ("followers", "paths"),
    [
        pytest.param([[]], 1, id="a state alone"),
        pytest.param([[1], [2], []], 1, id="a line"),
        pytest.param([[1, 2], [], []], 2, id="a fork"),
        pytest.param([[1, 1], []], 2, id="two steps to one state"),
        pytest.param([[1, 2], [3], [3], [4, 5], [], []], 4, id="paths that meet and part"),
        pytest.param([[2, 1], [], [1]], 2, id="a later state before an earlier one"),
    ],
)
def test_paths_are_counted(followers: list[list[int]], paths: int) -> None:
    assert graph(*followers).paths() == paths


def test_paths_of_many_levels_are_counted_exactly() -> None:
    levels = 200
    assert graph(*([level + 1] * 2 for level in range(levels)), []).paths() == 2**levels


@pytest.mark.parametrize(
    "followers",
    [
        pytest.param([[0]], id="a state that follows itself"),
        pytest.param([[1], [2], [0]], id="back to the start"),
        pytest.param([[1], [2, 3], [1], []], id="beside an end"),
        pytest.param([[1, 3], [2], [1, 3], [4], []], id="before a tail"),
    ],
)
def test_a_loop_is_found(followers: list[list[int]]) -> None:
    with pytest.raises(Endless) as endless:
        graph(*followers).paths()
    loop = endless.value.loop
    assert all(after in followers[before] for before, after in pairwise([*loop, loop[0]]))
