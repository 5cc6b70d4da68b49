"""The options and files of reports: where each goes, and that it is there whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentTypeError
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from schedule_conformance.base import data
from schedule_conformance.base.aside import Aside
from schedule_conformance.base.streams import utf8_stdout
from schedule_conformance.base.usage import UsageError, did_you_mean
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.report import terminal
from schedule_conformance.report.formats import FORMATS
from schedule_conformance.report.look import Look

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from schedule_conformance.running.run import Result

    Writer = Callable[..., None]

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""Names the file whose Markdown GitHub shows as the summary of a job."""


def destination(formats: Collection[str], text: str) -> tuple[str, str]:
    """The format and the file of an option FORMAT=FILE.

    `markdown` alone means the summary of a job on GitHub, which is told as the format `summary`.
    """
    name, separator, file = text.partition("=")
    if text == "markdown" and "markdown" in formats:
        if not os.environ.get(STEP_SUMMARY):
            message = f"markdown without =FILE goes where {STEP_SUMMARY} says, which is not set"
            raise ArgumentTypeError(message)
        return "summary", os.environ[STEP_SUMMARY]
    if name not in formats or not separator or not file:
        hint = did_you_mean(name, formats) if name not in formats else ""
        message = f"{text!r} is not FORMAT=FILE with one of {', '.join(formats)}{hint}"
        raise ArgumentTypeError(message)
    return name, file


def in_summary(write: Writer, file: str) -> Writer:
    """A writer whose report comes after what the summary of the job holds already."""
    return partial(_after, write, Path(file))


class Reports:
    """Reports to be written, each to its file, or to standard output where that is `-`.

    All files are opened first, so that no run is in vain.
    """

    def __init__(self, writers: Iterable[tuple[Writer, str]]) -> None:
        self._writers = list(writers)
        self._closing = ExitStack()
        self._files: list[tuple[Writer, Aside | None]] = []

    def __enter__(self) -> Reports:
        """Open every file.

        Raises:
            UsageError: one could not be written.
        """
        with ExitStack() as opening:
            self._files = [
                (write, None if file == "-" else opening.enter_context(Aside(Path(file))))
                for write, file in self._writers
            ]
            self._closing = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    @property
    def take_stdout(self) -> bool:
        """Whether one of them goes to standard output."""
        return any(file is None for _, file in self._files)

    def write(self, content: Any) -> list[str]:
        """Write each of them; why some could not be written."""
        return [reason for write, file in self._files if (reason := _written(write, content, file))]


def writers(wanted: Iterable[tuple[str, str]]) -> Iterator[tuple[Writer, str]]:
    """The writers of reports, of which `destination` tells the formats and files."""
    for name, file in wanted:
        if name == "summary":
            yield in_summary(FORMATS["markdown"], file), file
        else:
            yield FORMATS[name], file


def publish(result: Result, reports: Reports, *, everything: bool) -> int:
    """Write the reports on a result, and the one for a reader; the exit code of the result.

    Raises:
        UsageError: a report could not be written.
    """
    failed = reports.write(result)
    stream = sys.stderr if reports.take_stdout else sys.stdout
    colour = stream.isatty() and not os.environ.get("NO_COLOR")
    rules = load_rules(data.folder("spec"))
    width = shutil.get_terminal_size().columns if stream.isatty() else None
    terminal.write(result, stream, Look(rules, colour, everything, width))
    if failed:
        stream.flush()
        raise UsageError("; ".join(failed))
    return result.exit_code


def _written(write: Writer, content: Any, file: Aside | None) -> str | None:
    try:
        if file is None:
            with utf8_stdout() as stream:
                write(content, stream=stream)
        else:
            write(content, stream=file.stream)
            file.keep()
    except UsageError as error:
        return str(error)
    except OSError as error:
        return f"a report cannot be written: {error.strerror}"
    return None


def _after(write: Writer, file: Path, content: Any, stream: IO[str]) -> None:
    if file.exists():
        stream.write(file.read_text("utf-8"))
    write(content, stream=stream)
