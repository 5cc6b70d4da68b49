"""The tests that the pytest plugin adds for `--schedule-port`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schedule_conformance.pytest_plugin.checks import CaseCheck, FuzzCheck


def test_case(schedule_case: CaseCheck) -> None:
    """A port answers a case as the corpus expects."""
    schedule_case.check()


def test_fuzz(schedule_fuzz: FuzzCheck) -> None:
    """A port answers made-up questions as the reference does."""
    schedule_fuzz.check()
