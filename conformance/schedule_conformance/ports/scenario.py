"""What a `session` request asks for: the scenario and its steps, as `protocol.md` explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

Tool = Literal["schedule_create", "schedule_list", "schedule_delete"]
Effect = Literal["flush", "claim", "followup", "append", "read", "idle", "frame"]
FaultKind = Literal["fail", "throw", "hold", "crash-before", "crash-after"]
Watched = Literal["barriers", "waits"]
Reading: TypeAlias = str | int | None
"""What a wall clock shows: a canonical instant, or milliseconds; None if it cannot be read."""
Count = Annotated[int, Meta(ge=0)]
Ordinal = Annotated[int, Meta(ge=1)]
Child: TypeAlias = Literal["child"] | UnsetType


T = TypeVar("T")


class Malformed(ValueError):
    """A scenario that is none, or asks for what cannot happen; the text says which step does."""


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log with which a scenario begins."""

    type: str
    data: Any = None


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tool is called, maybe in the name of another agent than the owner's.

    Its `args` may be anything, since a tool may be called with anything.
    """

    call: Tool
    args: Any
    by: Literal["other"] | UnsetType = UNSET
    session: Child = UNSET


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several tools are called together."""

    calls: Annotated[list[Call], Meta(min_length=1)]


class Cancel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The call of that number is cancelled."""

    cancel: Ordinal


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wall clock is set, or somebody else appends changes."""

    clock: Reading | UnsetType = UNSET
    append: list[Any] = []


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wall clock is set."""

    clock: Reading


class Meanwhile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens between the look that asks for the next claim and the decision made in it."""

    meanwhile: Happening


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn begins or ends."""

    turn: Literal["start", "end", "fail"]
    session: Child = UNSET


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One coming effect that will not succeed: the `nth` of its sort from now on.

    `lost` of the unconfirmed changes are gone where it is a crash.
    """

    at: Effect
    kind: FaultKind
    nth: Ordinal = 1
    lost: Count = 0

    def __post_init__(self) -> None:
        if self.kind == "hold" and self.at != "flush":
            raise ValueError("only a flush can be held")
        if self.kind == "throw" and self.at != "claim":
            raise ValueError("only a claim can throw")
        if self.kind != "fail" and self.at in {"read", "idle", "frame"}:
            raise ValueError(f"a fault at {self.at} is a fail")


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault is armed."""

    fault: Fault


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The barrier that is held ends."""

    release: Literal["ok", "fail"]


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the unconfirmed changes are gone."""

    lost: Count = 0


class Crash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The process dies."""

    crash: Loss


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object without members."""


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The session opens again."""

    open: Nothing


class Dispose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The agent goes away in good order."""

    dispose: Nothing


class Inspect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log is looked at: the changes in it, or all its events."""

    inspect: bool | Literal["all"]
    session: Child = UNSET

    def __post_init__(self) -> None:
        if not self.inspect:
            raise ValueError("inspect is true or all")


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A child session opens beside the first, with all of its log as seed."""

    fork: Nothing


Step: TypeAlias = (
    Call
    | Calls
    | Cancel
    | Clock
    | Meanwhile
    | Turn
    | Arm
    | Release
    | Crash
    | Open
    | Dispose
    | Inspect
    | Fork
)

STEPS: dict[str, type[Step]] = {kind.__struct_fields__[0]: kind for kind in get_args(Step)}
"""The kinds of step, each by the member that tells it from the others."""


class Outline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a `session` request, with its steps still unread."""

    now: str
    steps: list[dict[str, Any]]
    events: list[LoggedEvent] = []
    seedLength: Any = 0  # noqa: N815 - the protocol's name
    persistence: bool = True
    observe: list[Watched] = []


def outline(arguments: object) -> Outline:
    """Read the arguments of a `session` request but for its steps.

    Raises:
        Malformed: They are no scenario.
    """
    return _converted(arguments, Outline)


def step(content: dict[str, Any]) -> Step:
    """Read one step.

    Raises:
        Malformed: It is no step.
    """
    kinds = [kind for kind in STEPS if kind in content]
    if len(kinds) != 1:
        known, given = ", ".join(STEPS), ", ".join(content) or "none"
        raise Malformed(f"a step has exactly one of {known}; this has {given}")
    return _converted(content, STEPS[kinds[0]])


def _converted(content: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from None
