"""The index of the rules: of each its class, history, cases and code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.corpus.history import Change

if TYPE_CHECKING:
    from pathlib import Path


class Indexed(msgspec.Struct, frozen=True):
    """What belongs to a rule.

    Attributes:
        id: Of the rule.
        level: The strongest word of RFC 2119 in it.
        class_: The conformance class that it belongs to.
        history: What revisions changed in it.
        cases: The ids of the cases that show it, without the sweeps of all zones.
        code: The places of the reference that name it, as `module:function`.
    """

    id: str
    level: str
    class_: str = msgspec.field(name="class")
    history: list[Change]
    cases: list[str]
    code: list[str]


def load_index(spec: Path) -> dict[str, Indexed]:
    """The index that stands with the chapters in a folder, by the ids of the rules."""
    content = (spec / "data" / "rules.json").read_bytes()
    rules = msgspec.json.decode(content, type=dict[str, list[Indexed]])["rules"]
    return {rule.id: rule for rule in rules}
