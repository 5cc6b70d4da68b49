"""Campaigns at once in processes of their own, each with a port and a seed of its own.

None of them outlives this process: each leads a process group that is watched as those of ports
are, and ends its own ports in the same way.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import TypeAlias, cast

import msgspec
from msgspec.structs import replace

from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.fuzz.search.database import open_database
from schedule_conformance.fuzz.tally import Tally, together
from schedule_conformance.ports import guard
from schedule_conformance.ports.process import Command, PortUnusable
from schedule_conformance.running.drive import Limits
from schedule_conformance.running.partners import ProcessPartner

_POSIX = os.name == "posix"
_TICK = 0.25
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_ENDING = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
_Receiver: TypeAlias = "Connection[object, Tally | PortUnusable]"
_Members: TypeAlias = dict[_Receiver, tuple[int, SpawnProcess]]


class Work(msgspec.Struct, frozen=True):
    """What each process does: a campaign within a scope, with the examples kept at a place.

    The scope has no database, since a connection does not pass from one process to another.
    """

    command: Command
    limits: Limits
    scope: Scope
    database: str | None = None


class Crew:
    """Campaigns in processes, one for each seed."""

    def __init__(
        self, work: Work, seeds: Sequence[int], watch: Callable[[Tally], None] | None = None
    ) -> None:
        self._work = work
        self._seeds = seeds
        self._watch = watch
        self._tallies: dict[int, Tally] = {}

    @property
    def tally(self) -> Tally:
        """What they have by now, together."""
        return together(self._tallies[place] for place in sorted(self._tallies))

    def run(self) -> None:
        """Let all hunt to their end; if one cannot go on, none does.

        Raises:
            PortUnusable: the port of one cannot be started again.
        """
        context = multiprocessing.get_context("spawn")
        with ExitStack() as ending:
            members: _Members = {}
            for place, seed in enumerate(self._seeds):
                receiver, sender = context.Pipe(duplex=False)
                work = replace(self._work, scope=replace(self._work.scope, seed=seed))
                process = context.Process(target=_hunt, args=(work, sender), daemon=True)
                with _undisturbed():
                    process.start()
                    _watch(process)
                    ending.callback(_end, process)
                sender.close()
                members[receiver] = place, process
            while members:
                for receiver in cast("list[_Receiver]", wait(list(members))):
                    self._hear(receiver, members)

    def _hear(self, receiver: Connection, members: _Members) -> None:
        place, process = members[receiver]
        try:
            message = receiver.recv()
        except EOFError:
            del members[receiver]
            process.join()
            if process.exitcode:
                reason = f"a process of the campaign ended with status {process.exitcode}"
                raise RuntimeError(reason) from None
            return
        if isinstance(message, PortUnusable):
            raise message
        self._tallies[place] = message
        if self._watch is not None:
            self._watch(self.tally)


def _hunt(work: Work, sender: Connection) -> None:
    """Carry out one campaign and tell of it, in a process of its own."""
    if _POSIX:
        os.setsid()
        # It is for the first process to decide what an interruption means.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    report = _Report(sender)
    try:
        database = None if work.database is None else open_database(work.database)
        partner = ProcessPartner(work.command, work.limits)
        try:
            campaign = Campaign(partner, replace(work.scope, database=database), report)
            try:
                campaign.run()
            finally:
                sender.send(campaign.tally)
        finally:
            partner.close()
    except PortUnusable as error:
        sender.send(error)


class _Report:
    """Sends what a campaign has, at once when it found something, else now and then."""

    def __init__(self, sender: Connection) -> None:
        self._sender = sender
        self._last = monotonic()
        self._found = 0

    def __call__(self, campaign: Campaign) -> None:
        if len(campaign.found) == self._found and monotonic() - self._last < _TICK:
            return
        self._last, self._found = monotonic(), len(campaign.found)
        try:
            self._sender.send(campaign.tally)
        except OSError:
            # Nobody listens any more. Hypothesis would take an exception for a divergence.
            os._exit(1)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back what ends this process until what it starts is known; a child begins so, too."""
    if not _POSIX:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(process: SpawnProcess) -> None:
    if _POSIX and process.pid is not None:
        guard.watch(process.pid)


def _end(process: SpawnProcess) -> None:
    """End a process; its ports end as they would if it were killed, since it is."""
    process.kill()
    process.join()
    if _POSIX and process.pid is not None:
        guard.release(process.pid)
