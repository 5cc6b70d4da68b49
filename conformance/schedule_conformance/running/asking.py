"""Putting cases to a port in one process, or in several at once."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.running.drive import Drive, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.ports.messages import Hello
    from schedule_conformance.ports.process import Command

    Progress = Callable[[int, int], None]

_TICK = 0.1


class Answers(msgspec.Struct, frozen=True):
    """What a port said of itself, and the outcome of each case it was asked, in order.

    `complaints` are about the port as a process; `given_up` is the reason for which it was not
    asked to the end, if there is one. `seconds` has, of each chapter, how long its answers were
    waited for, in all processes together.
    """

    hello: Hello
    outcomes: list[Outcome]
    complaints: list[str]
    given_up: str | None
    seconds: Mapping[str, float]


def unseen(_done: int, _total: int) -> None:
    """Progress that nobody watches."""


def ask(
    command: Command,
    cases: Sequence[Case],
    limits: Limits,
    *,
    jobs: int = 1,
    progress: Progress = unseen,
) -> Answers:
    """Put every case to the port; `progress` is told now and then how many of all are done.

    Raises:
        PortUnusable: the port cannot be run.
    """
    jobs = max(1, min(jobs, len(cases)))
    drives = [Drive(command, cases[first::jobs], limits) for first in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(drive.run) for drive in drives]
        try:
            while (state := wait(running, timeout=_TICK)).not_done:
                for ended in state.done:
                    ended.result()
                progress(sum(drive.done for drive in drives), len(cases))
            shares = [share.result() for share in running]
        except BaseException:
            for drive in drives:
                drive.cancel()
            raise
    seconds: defaultdict[str, float] = defaultdict(float)
    for drive in drives:
        for chapter, passed in drive.seconds.items():
            seconds[chapter] += passed
    return Answers(
        hello=next(drive.hello for drive in drives if drive.hello is not None),
        outcomes=[shares[place % jobs][place // jobs] for place in range(len(cases))],
        complaints=list(dict.fromkeys(text for drive in drives for text in drive.complaints)),
        given_up=next((drive.given_up for drive in drives if drive.given_up), None),
        seconds=seconds,
    )
