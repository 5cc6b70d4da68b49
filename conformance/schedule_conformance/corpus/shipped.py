"""The corpus that comes with this package: its case files and the examples of the spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.examples import load_examples

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case


def load_shipped(*, sweeps: bool = True) -> list[Case]:
    """Every case, those of the files first; `sweeps` says whether zone sweeps are read as well.

    Raises:
        CorpusError: a file or an example is malformed.
    """
    cases = files.load(data.folder("corpus"), sweeps=sweeps)
    return cases + load_examples(data.folder("spec"))
