"""The revisions of the specification, and what each changed in which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path


class Revision(msgspec.Struct, frozen=True):
    """A revision by its date; the first one tells how many rules each chapter had."""

    revision: str
    rules: dict[str, int] = {}


class Change(msgspec.Struct, frozen=True):
    """What a revision changed in a rule."""

    revision: str
    change: str


class History(msgspec.Struct, frozen=True):
    """The revisions in their order, and the changes of each rule that has any, by its id."""

    revisions: list[Revision]
    rules: dict[str, list[Change]]

    @property
    def latest(self) -> str:
        """The revision that comes with this package."""
        return self.revisions[-1].revision

    def of(self, rule: str) -> list[Change]:
        """The changes of a rule, the first of which is that it came to be."""
        changes = self.rules.get(rule, [])
        if changes and changes[0].change.startswith("new"):
            return changes
        return [Change(self.revisions[0].revision, "new"), *changes]


def load_history(spec: Path) -> History:
    """The history that stands with the chapters in a folder."""
    return msgspec.json.decode((spec / "data" / "history.json").read_bytes(), type=History)
