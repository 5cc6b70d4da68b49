"""Answers are compared as JSON values."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from schedule_conformance.corpus.case import Expect
from schedule_conformance.judging.compare import Difference, differences, matches, same
from schedule_conformance.ports.messages import Answer, Failure


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, 1.0),
        (-0.0, 0),
        (2**53, 2.0**53),
        ("\ud800", "\ud800"),
        ({"a": 1, "b": [None, {}]}, {"b": [None, {}], "a": 1.0}),
        (False, False),
    ],
)
def test_equal_values_are_the_same(expected: Any, got: Any) -> None:
    assert same(expected, got)
    assert list(differences(expected, got)) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, True),
        (True, 1),
        (0, False),
        (None, False),
        (0, None),
        ("1", 1),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ([], {}),
        ({}, []),
        ({"a": None}, {}),
        ({}, {"a": None}),
        ({"a": [1]}, {"a": [True]}),
        (2**53, 2**53 + 1),
        ("é", "e\u0301"),
    ],
)
def test_other_values_differ(expected: Any, got: Any) -> None:
    assert not same(expected, got)
    assert list(differences(expected, got)) != []


def test_differences_name_their_places() -> None:
    expected = {"same": 0, "changed": [1, {"deep": "x"}], "gone": None}
    got = {"same": 0.0, "changed": [True, {"deep": "y"}, 3], "new": 4}
    assert list(differences(expected, got)) == [
        Difference("$.changed[0]", 1, True),
        Difference("$.changed[1].deep", "x", "y"),
        Difference("$.changed[2]", UNSET, 3),
        Difference("$.gone", None, UNSET),
        Difference("$.new", UNSET, 4),
    ]


def test_of_errors_only_the_code_counts() -> None:
    expect = Expect(error="not_future")
    assert matches("create", expect, Answer(1, error=Failure("not_future")))
    assert not matches("create", expect, Answer(1, error=Failure("invalid_rule")))
    assert not matches("create", expect, Answer(1, value="not_future"))
    assert not matches("create", Expect(value=None), Answer(1, error=Failure("not_future")))


def test_null_is_a_value() -> None:
    assert matches("view", Expect(value=None), Answer(1, value=None))


def test_messages_of_failed_calls_are_not_compared_in_scenarios() -> None:
    expect = Expect(value=[[], [{"result": {"code": "not_future"}, "call": 1}]])
    answer = Answer(
        1, value=[[], [{"call": 1, "result": {"code": "not_future", "message": "No."}}]]
    )
    assert matches("session", expect, answer)
    assert not matches("view", expect, answer)


def test_what_else_a_failed_call_returns_is_compared() -> None:
    uncertain = {"code": "persistence_uncertain", "operation": "delete"}
    expect = Expect(value=[[{"result": uncertain, "call": 1}]])
    other = {"code": "persistence_uncertain", "operation": "create", "message": ""}
    assert not matches("session", expect, Answer(1, value=[[{"result": other, "call": 1}]]))


def test_messages_elsewhere_are_compared_in_scenarios() -> None:
    expect = Expect(value=[[{"append": {"code": 1, "message": "a"}}]])
    answer = Answer(1, value=[[{"append": {"code": 1, "message": "b"}}]])
    assert not matches("session", expect, answer)
