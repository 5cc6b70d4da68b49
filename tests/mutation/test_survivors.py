"""Excuses of surviving mutants: texts for people, and the lists of equivalents."""

from __future__ import annotations

import json

import pytest

from mutation.messages import same_but_for_messages
from mutation.mutants import Mutant, changed, difference
from mutation.survivors import Equivalents, equivalents, stale, unexplained
from mutation.ways import WAYS, Way
from mutation.workspace import REFERENCE

EVERY_WAY = pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
KNOWN: Equivalents = {("fold.allocate", ("- number = 1", "+ number = 2")): "It is an example."}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('raise CorruptLog("FOLD-3", "used before")', 'raise CorruptLog("FOLD-3", None)'),
        ('InvalidInput("not_future", "IN-11", "past")', 'InvalidInput("not_future", "IN-11", "X")'),
        ('    def f():\n        message = "a"', "    def f():\n        message = None"),
        ('{"code": code, "message": "a"}', '{"code": code, "message": "A"}'),
    ],
)
def test_other_words_in_a_refusal_are_excused(before: str, after: str) -> None:
    assert same_but_for_messages(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('raise CorruptLog("FOLD-3", "a")', 'raise CorruptLog("fold-3", "a")'),
        ('raise CorruptLog("FOLD-3", "a")', 'raise CorruptLog("FOLD-3", )'),
        ('raise CorruptLog("FOLD-3", "a")', 'raise CorruptLog("a")'),
        ('raise CorruptLog("FOLD-3", "a", 1)', 'raise CorruptLog("FOLD-3", "a", None)'),
        ('InvalidInput("not_future", "IN-11", "a")', 'InvalidInput("NOT_FUTURE", "IN-11", "a")'),
        ('{"code": "a", "message": "a"}', '{"code": "A", "message": "a"}'),
        ('{"message": "a"}', '{"MESSAGE": "a"}'),
        ('prompt = "a"', "prompt = None"),
        ('trim("a", "b")', 'trim("a", None)'),
    ],
)
def test_nothing_else_is_excused_as_words(before: str, after: str) -> None:
    assert not same_but_for_messages(before, after)


def test_a_mutant_is_known_by_the_lines_that_it_changes() -> None:
    before = "def f():\n    number = 1\n    return number"
    assert difference(before, before.replace("1", "2")) == ("- number = 1", "+ number = 2")
    assert changed(["-", "-@cache", " def f():"]) == ("- @cache",)


@pytest.mark.parametrize(
    ("mutant", "excused"),
    [
        (Mutant("fold.allocate", ("- number = 1", "+ number = 2"), killed=False), True),
        (Mutant("fold.allocate", ("- number = 1", "+ number = 3"), killed=False), False),
        (Mutant("fold.fold", ("- number = 1", "+ number = 2"), killed=False), False),
        (Mutant("fold.fold", ("- a", "+ b"), killed=False, message=True), True),
        (Mutant("fold.fold", ("- a", "+ b"), killed=True), True),
    ],
    ids=["listed", "other-change", "other-place", "message", "killed"],
)
def test_a_survivor_needs_an_excuse(mutant: Mutant, excused: bool) -> None:
    assert unexplained([mutant], KNOWN) == ([] if excused else [mutant])


def test_an_excuse_needs_a_survivor() -> None:
    (place, diff), *_ = KNOWN
    assert stale([Mutant(place, diff, killed=False)], KNOWN) == []
    assert stale([Mutant(place, diff, killed=True)], KNOWN) == [(place, diff)]


@EVERY_WAY
def test_a_mutant_is_listed_once_with_a_reason(way: Way) -> None:
    entries = json.loads(way.equivalent.read_text("utf-8"))
    listed = [(entry["place"], tuple(diff)) for entry in entries for diff in entry["mutants"]]
    assert len(listed) == len(set(listed)) > 0
    assert all(why.endswith(".") for why in equivalents(way.equivalent).values())


@EVERY_WAY
def test_the_code_that_equivalent_mutants_change_is_still_there(way: Way) -> None:
    for place, diff in equivalents(way.equivalent):
        source = (REFERENCE / f"{place.partition('.')[0]}.py").read_text("utf-8")
        lines = {line.strip() for line in source.splitlines()}
        assert {line[2:] for line in diff if line.startswith("- ")} <= lines, place
