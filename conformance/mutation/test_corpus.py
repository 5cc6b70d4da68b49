"""The test that mutants face; mutmut runs a copy of this file beside the mutated modules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mutation.judge import chapters, objection


@pytest.mark.parametrize("chapter", chapters())
def test_the_corpus_has_no_objection(chapter: str) -> None:
    """The mutant, or the reference before it is mutated, answers all cases of a chapter."""
    for case in chapters()[chapter]:
        with _noted(case.id):
            if (reason := objection(case)) is not None:
                pytest.fail(reason)


@contextmanager
def _noted(case_id: str) -> Iterator[None]:
    """Note the case that finds a mutant out, in a file with the mutant's name."""
    try:
        yield
    except BaseException:
        note = Path(os.environ["MUTATION_NOTES"], os.environ["MUTANT_UNDER_TEST"])
        note.write_text(case_id, encoding="utf-8")
        raise
