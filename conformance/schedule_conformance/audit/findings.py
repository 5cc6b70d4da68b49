"""What an audit finds, and what a reader of the log does about it."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["line", "change", "seed"]

EFFECTS: dict[Kind, str] = {
    "line": "a reader refuses the log as a whole, and leaves it as it is (LOG-25)",
    "change": "the log is corrupt from here on: tools answer corrupt_schedule_log, and nothing is"
    " delivered any more (FOLD-15, TOOL-6, DUE-18)",
    "seed": "the log is corrupt: tools answer corrupt_schedule_log, and nothing is delivered"
    " (FOLD-15, TOOL-6, DUE-18)",
}
"""What a reader does, by what is wrong: a line, a change, or the header's `seedLength`."""

GOES_ON: dict[Kind, str] = {
    "line": "for later findings, that line is passed over",
    "change": "for later findings, that change is passed over",
    "seed": "",
}
"""How the audit finds more after the first of its kind, which a reader stops at (FOLD-17)."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong with a log.

    Attributes:
        kind: What is wrong.
        line: The number of the line, from 1; None where no line is to blame.
        event: The number of the event, from 0; None where no event is to blame.
        rule: The rule that is broken.
        reason: How, as a sentence for people; ids in it may be long, and hold anything.
        data: The JSON text of the change, cut where it is long; empty if there is none.
    """

    kind: Kind
    line: int | None = None
    event: int | None = None
    rule: str
    reason: str
    data: str = ""
