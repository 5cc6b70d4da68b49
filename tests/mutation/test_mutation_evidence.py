"""The committed evidence of mutation adequacy: fresh, and consistent with itself."""

from __future__ import annotations

import pytest

from mutation.evidence import PAGE, fingerprint, page, recorded, source_hash
from mutation.survivors import equivalents
from mutation.ways import IN_PROCESS, WAYS, Way
from mutation.workspace import MODULES
from schedule_conformance.base import data
from schedule_conformance.corpus import files

EVERY_WAY = pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
RERUN = f"the evidence is stale: run `{IN_PROCESS.command}` and commit docs/evidence"


@EVERY_WAY
def test_it_covers_every_module_with_many_mutants(way: Way) -> None:
    modules = recorded(way)["modules"]
    # The run over the protocol is as old as the last release, and knows no younger module.
    known = MODULES if way is IN_PROCESS else tuple(name for name in MODULES if name in modules)
    assert tuple(modules) == known
    assert sum(counts["mutants"] for counts in modules.values()) > 900


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_what_was_mutated(module: str) -> None:
    """Of the run in one process; the one over the protocol is as old as the last release."""
    assert recorded(IN_PROCESS)["modules"][module]["sha256"] == source_hash(module), RERUN


def test_the_cases_that_killed_are_still_there_and_the_same() -> None:
    """A corpus that only grew kills as much, so that new cases leave the evidence fresh."""
    present = {case.id: case for case in files.load(data.folder("corpus"))}
    killers: dict[str, str] = recorded(IN_PROCESS)["killers"]
    assert len(killers) > 100
    assert killers == {
        case_id: fingerprint(present[case_id]) for case_id in killers if case_id in present
    }, RERUN


@pytest.mark.parametrize(
    ("way", "module"), [(way, module) for way in WAYS for module in recorded(way)["modules"]]
)
def test_every_mutant_is_killed_or_excused(way: Way, module: str) -> None:
    counts = recorded(way)["modules"][module]
    assert counts["mutants"] == counts["killed"] + counts["message"] + counts["equivalent"]
    # Two mutants of one definition may change the same line in the same way.
    listed = sum(place.split(".")[0] == module for place, _ in equivalents(way.equivalent))
    assert counts["equivalent"] >= listed, RERUN


def test_the_page_is_made_from_the_numbers() -> None:
    assert PAGE.read_text("utf-8") == page(), RERUN
