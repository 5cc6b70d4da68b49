"""A conformance case: one behaviour of one operation, its expectation, and why.

`corpus/README.md` describes each member for writers of cases.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from schedule_conformance.base.usage import UsageError
from schedule_conformance.ports.messages import ErrorCode, Op

CaseId = Annotated[str, Meta(pattern=r"^[^\s/]+(/[^\s/]+)+$")]
RuleId = Annotated[str, Meta(pattern=r"^[A-Z]+-[1-9][0-9]*$")]
Tag = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Release = Annotated[str, Meta(pattern=r"^[0-9]{4}[a-z]$")]
Sentence = Annotated[str, Meta(min_length=1)]
Level = Literal["must", "may"]


class CorpusError(UsageError):
    """A corpus file that cannot be used; the text names file, case and reason."""


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a right port answers: a value, or an error with this code."""

    value: Any = UNSET
    error: ErrorCode | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.value is UNSET) == (self.error is UNSET):
            raise ValueError("expect has exactly one of value and error")

    @property
    def accepts(self) -> bool:
        """Whether the operation succeeds."""
        return self.error is UNSET


class Tz(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Which tz releases an expectation holds for.

    `since` and `until` are the first and the last release for which it holds; `compared` are the
    oldest and the newest release it was compared with, so that beyond them nothing is known.
    """

    zone: str
    since: Release | None = None
    until: Release | None = None
    compared: tuple[Release, Release] | None = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One behaviour: a request, the answer expected of a port, and why."""

    id: CaseId
    rules: Annotated[list[RuleId], Meta(min_length=1)]
    op: Op
    args: dict[str, Any]
    expect: Expect
    why: Sentence
    mistake: Sentence | None = None
    level: Level = "must"
    tags: list[Tag] = []
    tz: Tz | None = None

    @property
    def chapter(self) -> str:
        """The first part of the id, which names the folder of the case's file."""
        return self.id.partition("/")[0]


class Defaults(msgspec.Struct, forbid_unknown_fields=True):
    """Members that the cases of one file share; a case's own member replaces the shared one."""

    op: Op | UnsetType = UNSET
    rules: list[RuleId] | UnsetType = UNSET
    tags: list[Tag] | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    tz: Tz | UnsetType = UNSET
    why: Sentence | UnsetType = UNSET
    mistake: Sentence | UnsetType = UNSET
