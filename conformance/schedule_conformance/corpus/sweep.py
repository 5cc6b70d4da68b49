"""Zone sweeps: compact corpus files of local times, and the `create` cases they stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from schedule_conformance.corpus.case import (
    Case,
    CorpusError,
    Expect,
    Release,
    RuleId,
    Sentence,
    Tz,
)
from schedule_conformance.ports.messages import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Row = Annotated[list[str], Meta(min_length=2, max_length=3)]

_ERRORS = frozenset(get_args(ErrorCode))
_WALL = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?", re.ASCII)
_RELEASE = re.compile(r"\d{4}[a-z]", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z", re.ASCII)
_TAGS = ["tz", "sweep"]


class ZoneRows(msgspec.Struct, forbid_unknown_fields=True):
    """The local times of one zone, and the other names of that zone.

    A row is a local time, the instant it is or the code of its error, and the tz release since
    which that holds, where it did not hold in every release compared.
    """

    rows: Annotated[list[Row], Meta(min_length=1)]
    links: list[str] = []


class SweepFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole file: what its rows share, and the rows of each zone.

    `oldest_release` and `release` are the oldest and the newest tz release compared.
    """

    format: Literal["zone-sweep"]
    version: Literal[1]
    rules: Annotated[list[RuleId], Meta(min_length=1)]
    generator: str
    release: Release
    oldest_release: Release
    now: str
    gap_why: Sentence
    overlap_why: Sentence
    zones: dict[str, ZoneRows]


def expand(content: Any, file: Path) -> Iterator[Case]:
    """The cases of a sweep file: one for each row, and one for each link.

    A link has its zone's data, so its zone's first row shows that the name is known.

    Raises:
        CorpusError: the file is malformed.
    """
    try:
        sweep = msgspec.convert(content, SweepFile)
    except msgspec.ValidationError as error:
        raise CorpusError(f"{file}: {error}") from None
    for zone, entry in sweep.zones.items():
        for name, rows in ((zone, entry.rows), *((link, entry.rows[:1]) for link in entry.links)):
            yield from _cases(sweep, name, rows, file)


def _cases(sweep: SweepFile, zone: str, rows: list[Row], file: Path) -> Iterator[Case]:
    compared = (sweep.oldest_release, sweep.release)
    always = Tz(zone, compared=compared)
    for wall, answer, *since in rows:
        case_id = f"zones/sweep/{zone}/{wall}"
        if not (_WALL.fullmatch(wall) and all(map(_RELEASE.fullmatch, since))):
            raise CorpusError(f"{file}: case {case_id}: not a local time or not a tz release")
        at = {"date": wall[:10], "time": wall[11:], "time_zone": zone}
        args = {"id": "schedule-1", "now": sweep.now, "input": {"prompt": "p", "at": at}}
        if answer in _ERRORS:
            expect = Expect(error=answer)  # type: ignore[arg-type] # it is in the set of codes
        elif _INSTANT.fullmatch(answer):
            record = {"id": "schedule-1", "kind": "at", "prompt": "p", "scheduledAt": answer}
            expect = Expect(value=record)
        else:
            raise CorpusError(f"{file}: case {case_id}: neither an instant nor an error code")
        yield Case(
            id=case_id,
            # The rule that decides comes first: that of gaps, or that of all other local times.
            rules=sweep.rules[::-1] if expect.accepts else sweep.rules,
            op="create",
            args=args,
            expect=expect,
            why=sweep.overlap_why if expect.accepts else sweep.gap_why,
            tags=_TAGS,
            tz=Tz(zone, since[0], None, compared) if since else always,
        )
