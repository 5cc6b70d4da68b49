"""What a `session` request asks for: the scenario and its steps, as `protocol.md` explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Meta

Tool = Literal["schedule_create", "schedule_list", "schedule_delete"]
Effect = Literal["flush", "claim", "followup", "append"]
FaultKind = Literal["fail", "hold", "crash-before", "crash-after"]
Count = Annotated[int, Meta(ge=0)]
Ordinal = Annotated[int, Meta(ge=1)]


T = TypeVar("T")


class Malformed(ValueError):
    """A scenario that is none, or asks for what cannot happen; the text says which step does."""


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log with which a scenario begins."""

    type: str
    data: Any = None


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tool is called. Its `args` may be anything, since a tool may be called with anything."""

    call: Tool
    args: Any


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several tools are called together."""

    calls: Annotated[list[Call], Meta(min_length=1)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wall clock is set."""

    clock: str


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn begins or ends."""

    turn: Literal["start", "end"]


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
    """The log is looked at."""

    inspect: bool

    def __post_init__(self) -> None:
        if not self.inspect:
            raise ValueError("inspect is true")


Step: TypeAlias = Call | Calls | Clock | Turn | Arm | Release | Crash | Open | Dispose | Inspect

STEPS: dict[str, type[Step]] = {kind.__struct_fields__[0]: kind for kind in get_args(Step)}
"""The kinds of step, each by the member that tells it from the others."""


class Outline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a `session` request, with its steps still unread."""

    now: str
    steps: list[dict[str, Any]]
    events: list[LoggedEvent] = []
    seedLength: Any = 0  # noqa: N815 - the protocol's name


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
