"""Bending a scenario: its steps, its clocks, the arguments of its calls."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from schedule_conformance.fuzz.bending.places import places, replaced
from schedule_conformance.fuzz.bending.values import bent

Json = dict[str, Any]


_LONGEST = 24
_CALLS: tuple[Json, ...] = (
    {"call": "schedule_list", "args": {}},
    {"call": "schedule_delete", "args": {"id": "schedule-1"}},
    {"call": "schedule_create", "args": {"prompt": "tea", "after_seconds": 60}},
    {"call": "schedule_create", "args": {"prompt": "cake", "every_seconds": 300}},
)
_STEPS: tuple[Json, ...] = (
    *_CALLS,
    {"calls": list(_CALLS[:2])},
    {"turn": "start"},
    {"turn": "end"},
    {"crash": {"lost": 0}},
    {"open": {}},
    {"dispose": {}},
    {"inspect": True},
    {"release": "ok"},
    {"release": "fail"},
    *({"fault": {"at": at, "kind": "fail"}} for at in ("flush", "claim", "followup", "append")),
    {"fault": {"at": "flush", "kind": "hold"}},
    {"fault": {"at": "append", "kind": "crash-after"}},
)


def bent_scenario(chance: Random, args: Json, others: Sequence[Json], *, surrogates: bool) -> Json:
    """A scenario near this one; `others` lend their steps."""
    steps: list[Any] = list(args.get("steps", []))
    way = chance.randrange(8)
    place = chance.randint(0, len(steps))
    if way == 0 and steps:
        del steps[place - 1]
    elif way == 1 and steps:
        steps.insert(place, steps[chance.randrange(len(steps))])
    elif way == 2:
        steps.insert(place, chance.choice(_STEPS))
    elif way == 3:
        lent = chance.choice(others).get("steps", [])
        start = chance.randint(0, len(lent))
        steps[place:place] = lent[start : start + chance.randint(1, 4)]
    elif way == 4:
        steps.insert(place, chance.choice(_STEPS))
        steps.insert(chance.randint(0, len(steps)), chance.choice(_STEPS))
    elif way == 5 and len(steps) > 1:
        first = chance.randrange(len(steps) - 1)
        steps[first : first + 2] = reversed(steps[first : first + 2])
    else:
        return _bent_within(chance, args, surrogates=surrogates)
    return {**args, "steps": steps[:_LONGEST]}


def _bent_within(chance: Random, args: Json, *, surrogates: bool) -> Json:
    """The scenario with a value inside its events or steps bent."""
    inner = [place for place in places(args) if len(place) > 1]
    if not inner:
        return args
    result: Json = replaced(
        args, chance.choice(inner), lambda value: bent(chance, value, surrogates=surrogates)
    )
    return result
