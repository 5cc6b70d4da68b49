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

from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from schedule_conformance.corpus.case import Case

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
        return msgspec.json.decode(file.read_bytes(), type=KnownFile).known
    except (OSError, msgspec.MsgspecError) as error:
        raise KnownError(f"{file}: {error}") from None


def check(entries: Iterable[Known], cases: Sequence[Case]) -> None:
    """See that each entry fits a case.

    Raises:
        KnownError: an entry fits none.
    """
    for entry in entries:
        fits = re.compile(translate(entry.id)).match
        if not any(fits(case.id) for case in cases):
            raise KnownError(f"the known failure {entry.id} fits no case of the corpus")
