"""Auditing one log or many, on one core or on several."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.audit.auditor import audit
from schedule_conformance.audit.progress import ReadingBar
from schedule_conformance.audit.sources import STDIN, content, size
from schedule_conformance.audit.telling import Verdict, Wishes, told, verdict
from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

WORTH_A_PROCESS = 1 << 24
"""How many bytes are read sooner than another process is started."""


class Told(msgspec.Struct, frozen=True):
    """An audit as it is told: the lines, the verdict, and the rules that the findings name."""

    lines: str
    verdict: Verdict
    rules: list[str]


def audits(names: Sequence[str], wishes: Wishes, most: int, jobs: int | None) -> Iterator[Told]:
    """Audit logs, and yield what is told of each, in their order.

    Args:
        names: Files, and at most once `-`, which is standard input.
        wishes: What is to be told.
        most: How many findings of each log are told.
        jobs: How many processes work at once; as many as there are cores if None.

    Raises:
        UsageError: a process ended before it was done, as one that takes too much memory does.
    """
    sizes = {name: size(name) for name in names}
    known = sum(found or 0 for found in sizes.values())
    workers = min(len(names), jobs or os.cpu_count() or 1)
    if jobs is None and known < WORTH_A_PROCESS:
        workers = 1
    bar = ReadingBar(sys.stderr, None if None in sizes.values() else known)
    done = 0
    one = partial(audited, wishes=wishes, most=most)
    each = _in_turn(names, one, bar) if workers == 1 else _at_once(names, one, workers)
    with closing(each):
        for name, found in zip(names, each, strict=True):
            done += sizes[name] or 0
            bar(done)
            bar.clear()
            yield found


def audited(
    name: str, read: Callable[[int], None] = lambda _: None, *, wishes: Wishes, most: int
) -> Told:
    """What is told of one log; `read` is told how many of its bytes are read so far."""
    found = audit(Path(name), content(name, read), most)
    rules = list(dict.fromkeys(finding.rule for finding in found.findings))
    return Told(told(name, found, wishes), verdict(found), rules)


def _in_turn(names: Sequence[str], one: Callable[..., Told], bar: ReadingBar) -> Generator[Told]:
    before = 0
    for name in names:
        yield one(name, lambda done, before=before: bar(before + done))
        before += size(name) or 0


def _at_once(names: Sequence[str], one: Callable[..., Told], workers: int) -> Generator[Told]:
    fresh = multiprocessing.get_context("spawn")  # alike on all systems, and safe beside threads
    with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
        waiting = {name: pool.submit(one, name) for name in names if name != STDIN}
        try:
            for name in names:
                yield one(name) if name == STDIN else waiting.pop(name).result()
        except BrokenProcessPool:
            message = "a process of the audit ended early; with --jobs 1 there is none beside it"
            raise UsageError(message) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
