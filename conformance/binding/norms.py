"""Each MUST, and each "is corrupt", that cases decide: the clause, and the cases that show it.

``spec/data/norms.json`` gives the clause that follows a MUST without its polarity, and the cases
that show it carried out (``kept_by``) or left undone (``never_by``); and the words before a verdict
with the cases that end so (``corrupt_by``). So the polarity of the text is compared with what the
reference does in these cases.
"""

from __future__ import annotations

from functools import cache

import msgspec

from binding.asking import case_holds, cases
from binding.data import read
from binding.sentence import Sentence


class Norm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause of a rule and the ids of the cases that decide what the text says of it."""

    rule: str
    clause: str
    kept_by: list[str] = []
    never_by: list[str] = []
    corrupt_by: list[str] = []

    def __post_init__(self) -> None:
        if [bool(self.kept_by), bool(self.never_by), bool(self.corrupt_by)].count(True) != 1:
            raise ValueError("a norm has kept_by, never_by or corrupt_by")

    @property
    def cases(self) -> list[str]:
        """The ids of the cases that decide."""
        return self.kept_by + self.never_by + self.corrupt_by

    @property
    def sentence(self) -> Sentence:
        """The norm as a sentence of its rule."""
        if self.corrupt_by:
            return Sentence(self.rule, f"{self.clause} {{verdict}}", self._ends_so)
        return Sentence(self.rule, f"{{must}} {self.clause}", self._is_so)

    def _is_so(self, must: bool) -> bool:
        """Whether the text says MUST where cases show the clause, and MUST NOT where none does."""
        return all(map(case_holds, self.cases)) and must is bool(self.kept_by)

    def _ends_so(self, verdict: str) -> bool:
        """Whether the cases end as the text says."""
        ends = {cases()[case_id].expect.error == "corrupt_schedule_log" for case_id in self.cases}
        return all(map(case_holds, self.cases)) and ends == {verdict == "corrupt"}


@cache
def norms() -> list[Norm]:
    """Every norm of the data."""
    return msgspec.convert(read("norms")["norms"], list[Norm])


@cache
def sentences() -> list[Sentence]:
    """The norms as sentences."""
    return [norm.sentence for norm in norms()]
