"""What a port may have beyond the operations: the features that scenarios make use of.

A port lists its features when it is greeted, and is not asked for what needs others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from schedule_conformance.ports.messages import Hello

Feature: TypeAlias = Literal[
    "barriers",
    "waits",
    "no-persistence",
    "cancel",
    "meanwhile",
    "clock-range",
    "clock-failure",
    "read-failure",
    "frame-failure",
    "idle-failure",
    "claim-throw",
    "turn-failure",
    "whole-log",
    "other-agent",
    "fork",
]

_MEMBERS: dict[str, Feature] = {"cancel": "cancel", "meanwhile": "meanwhile", "fork": "fork"}
_FAULTS: dict[str, Feature] = {
    "read": "read-failure",
    "frame": "frame-failure",
    "idle": "idle-failure",
}


def needed(op: str, args: Any) -> frozenset[Feature]:
    """The features that a port must have to be asked this.

    What is no scenario needs none: it is refused elsewhere.
    """
    if op != "session" or not isinstance(args, dict):
        return frozenset()
    return frozenset([*_by_scenario(args), *_by_steps(args.get("steps"))])


def lack(hello: Hello, op: str, args: Any) -> str | None:
    """Why a port is not to be asked this, by what it says of itself; None if it is to be asked."""
    if op not in hello.ops:
        return "the port does not list this operation"
    missing = sorted(needed(op, args).difference(hello.features))
    if not missing:
        return None
    noun = "feature" if len(missing) == 1 else "features"
    return f"the port does not list the {noun} {', '.join(missing)}"


def _by_scenario(args: dict[str, Any]) -> Iterator[Feature]:
    if args.get("persistence") is False:
        yield "no-persistence"
    watched = args.get("observe")
    for feature in ("barriers", "waits"):
        if isinstance(watched, list) and feature in watched:
            yield feature


def _by_steps(steps: Any) -> Iterator[Feature]:
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict):
            yield from _by_step(step)
            for call in step.get("calls", ()):
                yield from _by_step(call)


def _by_step(step: dict[str, Any]) -> Iterator[Feature]:
    yield from (feature for member, feature in _MEMBERS.items() if member in step)
    match step:
        case {"clock": None} | {"meanwhile": {"clock": None}}:
            yield "clock-failure"
        case {"clock": int()} | {"meanwhile": {"clock": int()}}:
            yield "clock-range"
        case {"fault": {"at": "claim", "kind": "throw"}}:
            yield "claim-throw"
        case {"fault": {"at": ("read" | "frame" | "idle") as place}}:
            yield _FAULTS[place]
        case {"turn": "fail"}:
            yield "turn-failure"
        case {"inspect": "all"}:
            yield "whole-log"
        case {"by": "other"}:
            yield "other-agent"
