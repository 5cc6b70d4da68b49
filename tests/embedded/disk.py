"""A disk that fails on demand, at the calls of the system by which a log is written."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from session_schedule.embedded import read_log


def failing(number: int) -> Callable[..., Any]:
    """Return a call of the system that fails."""

    def fail(*_arguments: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


def failing_once(monkeypatch: pytest.MonkeyPatch, function: str, number: int) -> None:
    """Let the next call of a function of the system fail."""
    real = getattr(os, function)

    def fail(*_arguments: Any) -> Any:
        monkeypatch.setattr(os, function, real)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, function, fail)


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Limit the size of files, as a full disk does: what fits is written, the rest refused."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def data(path: Path) -> list[Any]:
    """Return the data of the events in a log."""
    return [event.data for event in read_log(path).events]
