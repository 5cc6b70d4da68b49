"""The formats a run can be written in, by the name that `--report NAME=FILE` uses."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from schedule_conformance.report import badge, github, jsonl, junit, markdown, tap
from schedule_conformance.report.html import report as html

if TYPE_CHECKING:
    from collections.abc import Callable

    from schedule_conformance.running.run import Result

FORMATS: dict[str, Callable[[Result, IO[str]], None]] = {
    "jsonl": jsonl.write,
    "junit": junit.write,
    "html": html.write,
    "markdown": markdown.write,
    "github": github.write,
    "badge": badge.write,
    "tap": tap.write,
}
