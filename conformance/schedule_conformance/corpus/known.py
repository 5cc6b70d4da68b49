"""Known failures: cases that a port is expected to fail, each with its reason.

The list must stay true: a known failure that passes fails the run, and so does an entry that no
case of the corpus fits.
"""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from schedule_conformance.base import jsontext
from schedule_conformance.base.usage import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from schedule_conformance.corpus.case import Case

_SWEPT = "zones/sweep/"

Text = Annotated[str, Meta(min_length=1)]


class KnownError(UsageError):
    """A list of known failures that cannot be used; the text says why."""


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cases that fail, by a glob over their ids, and why."""

    id: Text
    reason: Text


class KnownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of known failures."""

    known: list[Known]


def load(file: Path) -> list[Known]:
    """The entries of a file.

    Raises:
        KnownError: the file is unreadable or malformed.
    """
    try:
        content = jsontext.read(file)
    except UsageError as error:
        raise KnownError(str(error)) from None
    try:
        return msgspec.convert(content, KnownFile).known
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise KnownError(f"{file}: {error}") from None


def check(entries: Iterable[Known], cases: Sequence[Case], *, swept: bool = True) -> None:
    """See that each entry fits a case; `swept` says whether those of the sweeps are there.

    Raises:
        KnownError: an entry fits none.
    """
    for entry in entries:
        check_glob(entry.id, cases, "the known failure", swept=swept)


def check_glob(glob: str, cases: Sequence[Case], what: str, *, swept: bool = True) -> None:
    """See that a glob fits a case; where the sweeps were not read, it may mean one of theirs.

    Raises:
        KnownError: it fits none.
    """
    fits = re.compile(translate(glob)).match
    if any(fits(case.id) for case in cases):
        return
    literal = re.split(r"[*?\[]", glob, maxsplit=1)[0]
    if not swept and (_SWEPT.startswith(literal) or literal.startswith(_SWEPT)):
        return
    hint = did_you_mean(glob, [case.id for case in cases if not case.id.startswith(_SWEPT)])
    raise KnownError(f"{what} {glob} fits no case of the corpus{hint}")
