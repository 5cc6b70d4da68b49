"""Whether anything was judged: a test run in which every item of ours was skipped is no pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

OURS = ("schedule_case", "schedule_fuzz")
"""The fixtures that make an item one of ours."""


class Tally:
    """Counts the items of ours that were skipped; if all were, the run fails and says so.

    It looks at reports, so that it hears of what workers ran, too.
    """

    def __init__(self) -> None:
        self._skipped = 0
        self._judged = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Mark the reports of items of ours."""
        report = yield
        report.__dict__["schedule_item"] = any(
            name in getattr(item, "fixturenames", ()) for name in OURS
        )
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count an item of ours; one that is expected to fail was judged."""
        if getattr(report, "schedule_item", False):
            skipped = report.skipped and not hasattr(report, "wasxfail")
            self._skipped += skipped
            self._judged += report.failed or (report.when == "call" and not skipped)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let the run fail where nothing was judged."""
        if self._nothing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say that nothing was judged."""
        if self._nothing:
            terminalreporter.section("no pass", red=True)
            terminalreporter.line(
                f"nothing was judged: of {self._skipped} items for the port, all were skipped"
            )

    @property
    def _nothing(self) -> bool:
        return self._skipped > 0 and self._judged == 0
