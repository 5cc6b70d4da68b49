"""From the bytes of a log to all that is wrong with it, a block at a time.

A reader of a log stops at the first fault (`session_schedule.embedded.log.replay`); an audit goes
on, as if what is wrong were not there. Nothing is kept but the state, each id's life and the first
findings, so that a log of any size takes the memory of its reminders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.audit.findings import Finding
from schedule_conformance.audit.lives import Lives
from schedule_conformance.audit.sources import Unreadable
from session_schedule import CorruptLog, decode_change
from session_schedule.embedded import LogError, SessionHeader
from session_schedule.embedded.log.lines.event import UNUSUAL, Event, check_event, decode_record
from session_schedule.embedded.log.lines.quick_line import ChangeLine, decode_quick_line
from session_schedule.embedded.log.reading import (
    HOLE,
    HOLE_REASON,
    check_beginning,
    check_utf8,
    read_header,
)
from session_schedule.embedded.log.replay import whole_lines
from session_schedule.fold import EVENT_TYPE, check_seed
from session_schedule.quick import take

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST = 100
"""How many findings are kept, unless another number is asked for."""

LONGEST = 1_000
"""How many characters of a reason or of data are kept: an id or a type may have millions."""


class Audit(msgspec.Struct):
    """What a log holds, and all that is wrong with it.

    Attributes:
        header: Which session it is; None if the log cannot be read so far.
        events: How many events it holds.
        schedules: What the changes leave that are right, and each id's life.
        findings: The first of what was found, in the order of the lines.
        found: How many findings there are.
        torn: How many bytes follow the last line that has an end (LOG-8).
        unreadable: Why it could not be read to its end; None if it could.
    """

    header: SessionHeader | None = None
    events: int = 0
    schedules: Lives = msgspec.field(default_factory=Lives)
    findings: list[Finding] = []
    found: int = 0
    torn: int = 0
    unreadable: str | None = None

    @property
    def seed(self) -> int:
        """How many of the first events a fork inherited (FOLD-11)."""
        return 0 if self.header is None else self.header.seed_length or 0


def audit(path: Path, chunks: Iterable[bytes], most: int = MOST) -> Audit:
    """Read a log to its end and tell what is wrong with it.

    Args:
        path: Its name, which no finding repeats.
        chunks: Its content, in pieces of any size; to ask for one may raise `Unreadable`.
        most: How many findings are kept; all are counted.
    """
    auditor = _Auditor(path, most)
    try:
        auditor.read(chunks)
    except Unreadable as error:
        auditor.result.unreadable = str(error)
    return auditor.result


class _Auditor:
    def __init__(self, path: Path, most: int) -> None:
        self.result = Audit()
        self._path = path
        self._most = most
        self._place = 0
        self._seed = 0
        self._next_line = 2
        # Where the place of the next event is not known for sure: right after a broken line.
        self._unsure = -1

    def read(self, chunks: Iterable[bytes]) -> None:
        blocks = whole_lines(chunks)
        beginning = next(blocks)
        first_line, _, rest = beginning.partition(b"\n")
        try:
            check_beginning(self._path, beginning, whole_lines=beginning.endswith(b"\n"))
            check_utf8(self._path, first_line, 1)
            self.result.header = read_header(self._path, first_line)
        except LogError as error:
            # Without a header there is no telling what the other lines would be.
            self._find(Finding(kind="line", line=1, rule=error.rule, reason=error.reason))
            return
        self._seed = self.result.seed
        self._take_in(rest)
        for block in blocks:
            if block.endswith(b"\n"):
                self._take_in(block)
            else:
                self.result.torn = len(block)
        try:
            check_seed(self._seed, self._place)
        except CorruptLog as error:
            self._find(Finding(kind="seed", line=1, rule=error.rule, reason=error.message))

    def _take_in(self, block: bytes) -> None:
        quickly = _is_utf8(block)
        lines = block.split(b"\n")
        lines.pop()
        schedules, seed = self.result.schedules, self._seed
        for number, line in enumerate(lines, self._next_line):
            place = self._place
            if quickly:
                try:
                    quick = decode_quick_line(line)
                except UNUSUAL:
                    pass
                else:
                    schedules.event = place
                    if quick.seq == place and (
                        type(quick) is not ChangeLine or place < seed or take(schedules, quick.data)
                    ):
                        self._place = place + 1
                        self.result.events += 1
                        continue
            self._take_line(line, number)
        self._next_line += len(lines)

    def _take_line(self, line: bytes, number: int) -> None:
        try:
            check_utf8(self._path, line, number)
            for event in decode_record(line):
                self._take_event(event, number)
        except LogError as error:
            reason = HOLE_REASON if HOLE in line else error.reason
            self._find(Finding(kind="line", line=number, rule=error.rule, reason=reason))
            self._unsure = self._place

    def _take_event(self, event: Event, number: int) -> None:
        place = self._place
        if event.seq != place and not (self._unsure == place < event.seq):
            reason = f"the event has seq {event.seq} where {place} must come"
            self._find(Finding(kind="line", line=number, event=place, rule="LOG-5", reason=reason))
        self._place = max(event.seq, 0)
        self._place += 1
        self.result.events += 1
        check_event(event, event.seq)
        if event.type == EVENT_TYPE and event.seq >= self._seed:
            self._fold(event, number)

    def _fold(self, event: Event, number: int) -> None:
        schedules = self.result.schedules
        schedules.event = event.seq
        try:
            change = decode_change(event.data)
        except CorruptLog as error:
            self._corrupt(event, number, error.rule, error.message)
            return
        try:
            schedules.apply(change)
        except CorruptLog as error:
            self._corrupt(event, number, error.rule, schedules.reason(change, error))

    def _corrupt(self, event: Event, number: int, rule: str, reason: str) -> None:
        text = bytes(event.text).decode()
        self._find(
            Finding(
                kind="change",
                line=number,
                event=event.seq,
                rule=rule,
                reason=reason,
                data=_cut(text),
            )
        )

    def _find(self, finding: Finding) -> None:
        self.result.found += 1
        if len(self.result.findings) < self._most:
            reason = _cut(finding.reason)
            self.result.findings.append(msgspec.structs.replace(finding, reason=reason))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _is_utf8(block: bytes) -> bool:
    try:
        block.decode()
    except UnicodeDecodeError:
        return False
    return True
