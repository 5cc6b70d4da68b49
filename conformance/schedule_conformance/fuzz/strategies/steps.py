"""Strategies for the steps of scenarios: calls of the tools, and faults."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from session_schedule.create import check_arguments
from session_schedule.errors import InvalidInput
from session_schedule.records import is_trimmed
from session_schedule.schemas import argument_error
from session_schedule.values import format_instant

Json = dict[str, Any]


NOON = 1_785_931_200_000
"""2026-08-05T12:00:00.000Z, about which scenarios take place."""

_DAY = 86_400_000

targets = st.sampled_from([0, 1, -1, 60_000, -60_000, 600_000, -600_000, _DAY]).map(
    lambda shift: format_instant(NOON + shift)
)
"""Targets that lie close to each other."""

lost = st.integers(0, 2)
"""How many changes a crash takes."""

_CRASHES = ("crash-before", "crash-after")
_PROMPTS = ("tea", "milk", "  bread\u00a0", "\ufeff", "\x85", '"<&>\u2028\u00e9')
_SECONDS = (1, 2, 60, 300, 301, 600, 3_000_000)
_IDS = ("schedule-1", "schedule-2", "schedule-3", "schedule-4", "schedule-9", "x", " x", "")


def _tool(name: str, args: Json) -> Json:
    return {"call": f"schedule_{name}", "args": args}


def _create(selector: str, choices: SearchStrategy[Any]) -> SearchStrategy[Json]:
    return st.builds(
        lambda prompt, value: _tool("create", {"prompt": prompt, selector: value}),
        st.sampled_from(_PROMPTS),
        choices,
    )


creates = st.one_of(
    _create("after_seconds", st.sampled_from(_SECONDS)),
    _create("every_seconds", st.sampled_from(_SECONDS)),
    _create("at", targets),
)
"""Calls that create a reminder, unless it is not in the future or its prompt is blank."""

calls = st.one_of(
    creates,
    st.just(_tool("list", {})),
    st.sampled_from(_IDS).map(lambda id_: _tool("delete", {"id": id_})),
)
"""Calls as they should be, some of which Schedule refuses."""

odd_calls = st.sampled_from(
    [
        _tool("create", {"prompt": "p"}),
        _tool("create", {"after_seconds": 60}),
        _tool("create", {"prompt": "p", "after_seconds": 60, "every_seconds": 300}),
        _tool("create", {"prompt": " ", "after_seconds": 60, "at": "2026-08-06T00:00:00Z"}),
        _tool("create", {"prompt": "p", "every_seconds": 299}),
        _tool("create", {"prompt": "p", "every_seconds": 300.0}),
        _tool("create", {"prompt": "p", "after_seconds": 0.5}),
        _tool("create", {"prompt": "p", "after_seconds": True}),
        _tool("create", {"prompt": "p", "after_seconds": "60"}),
        _tool("create", {"prompt": "p", "after_seconds": 9007199254740991}),
        _tool("create", {"prompt": "p", "at": "tomorrow"}),
        _tool("create", {"prompt": "p", "at": {"date": "2026-08-06"}}),
        _tool("create", {"prompt": "p", "zone": "UTC"}),
        _tool("create", {"prompt": 1, "after_seconds": 60}),
        _tool("list", {"all": True}),
        _tool("delete", {}),
        _tool("delete", {"id": 1}),
        _tool("delete", {"id": "schedule-1", "force": True}),
    ]
)
"""Calls that the harness refuses or that Schedule refuses at once, and some that only look so."""


def reaches_the_log(call: Json) -> bool:
    """Whether a call comes as far as its first barrier."""
    if "by" in call:
        return False
    tool, args = call["call"], call["args"]
    if argument_error(tool, args) is not None:
        return False
    if tool == "schedule_create":
        try:
            check_arguments(args)
        except InvalidInput:
            return False
    return tool != "schedule_delete" or is_trimmed(args["id"])


def _fault(at: str, kind: str, nth: int = 1, lost: int = 0) -> Json:
    fault: Json = {"at": at, "kind": kind}
    if nth > 1:
        fault["nth"] = nth
    if lost and kind in _CRASHES:
        fault["lost"] = lost
    return fault


_kinds = st.sampled_from(["fail", *_CRASHES])
_first_two = st.sampled_from([1, 2])

call_faults = st.one_of(
    st.builds(_fault, st.just("flush"), _kinds | st.just("hold"), _first_two, lost),
    st.builds(_fault, st.just("append"), _kinds, st.just(1), lost),
    st.just(_fault("read", "fail")),
)
"""Faults that strike one of the barriers of a call, its append, or its read of the log."""

owner_faults = st.one_of(
    st.builds(_fault, st.sampled_from(["flush", "append"]), _kinds, _first_two, lost),
    st.builds(_fault, st.sampled_from(["followup", "claim"]), _kinds, st.just(1), lost),
    st.builds(_fault, st.just("flush"), st.just("hold"), _first_two),
    st.just(_fault("frame", "fail")),
)
"""Faults that strike an effect of one look of the owner."""
