"""Driving a port through cases: time limits, and a new process for one that died."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.corpus.case import Case
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.ending import ENDED_WELL
from schedule_conformance.ports.features import lack
from schedule_conformance.ports.greeting import greet
from schedule_conformance.ports.patience import Patience
from schedule_conformance.ports.process import OverlongLine, Port, PortUnusable
from schedule_conformance.running.exchange import Exchange
from schedule_conformance.running.faults import Fault, Suspicion
from schedule_conformance.running.through_fold import through_fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schedule_conformance.ports.messages import Hello
    from schedule_conformance.ports.process import Command

_ATTEMPTS = 3
_LAST_CHANCE = 1.0
_UNFLUSHED = (
    "; it answered as soon as its input ended: it must flush its output after each answer, and not"
    " wait for more input to come"
)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How patient a run is.

    In seconds: `start` until a port answers `hello`; `answer` without an answer and without
    taking in a request; `farewell` until it ends once its input has ended. `line` is the longest
    line in bytes, `restarts` how often a port may fail before it is given up, and `hangs` at how
    many cases in a row an operation may hang before it is asked no more.
    """

    start: float = 30.0
    answer: float = 10.0
    farewell: float = 2.0
    line: int = 16 << 20
    restarts: int = 50
    hangs: int = 3


class Drive:
    """One port and the cases it is asked; each case gets an outcome, whatever the port does.

    After `run`, `hello` is what the port said of itself, `given_up` the reason for which it was
    not asked to the end, if there is one, and `complaints` what is wrong with it besides.
    """

    def __init__(self, command: Command, cases: Sequence[Case], limits: Limits) -> None:
        self.hello: Hello | None = None
        self.given_up: str | None = None
        self._command = command
        self._cases = cases
        self._limits = limits
        self._exchange = Exchange(())
        self._port: Port | None = None
        self._cancelled = False
        self._one_by_one_until = 0
        self._suspicion: Suspicion | None = None
        self._flushes = True

    @property
    def done(self) -> int:
        """How many cases have been answered or charged by now."""
        return len(self._exchange.outcomes)

    @property
    def seconds(self) -> Mapping[str, float]:
        """How long the answers to the cases of each chapter were waited for."""
        return self._exchange.seconds

    @property
    def complaints(self) -> list[str]:
        """What the port did wrong outside of any case."""
        return self._exchange.complaints

    def run(self) -> list[Outcome]:
        """Ask every case; the outcomes, in the order of the cases.

        Raises:
            PortUnusable: the port cannot be started, or does not greet.
        """
        port, self.hello = self._start()
        asked = [_asked(case, self.hello) for case in self._cases]
        self._exchange = Exchange([case for case in asked if isinstance(case, Case)])
        self._ask_all(port)
        answered = iter(self._exchange.outcomes)
        return [
            Outcome(case, Verdict.UNSUPPORTED, note=put) if isinstance(put, str) else next(answered)
            for case, put in zip(self._cases, asked, strict=True)
        ]

    def cancel(self) -> None:
        """End the run at once, from another thread."""
        self._cancelled = True
        if self._port is not None:
            self._port.kill()

    def _ask_all(self, port: Port) -> None:
        failures = 0
        while (fault := self._serve(port)) is not None:
            if self._blames(port, fault):
                failures += 1
            if self._exchange.complete or self._cancelled:
                return
            if failures > self._limits.restarts:
                self._give_up(f"failed {failures} times")
                return
            try:
                port = self._start_again()
            except PortUnusable as error:
                self._give_up(f"could not be started again ({error})")
                return
        self._part_from(port)

    def _serve(self, port: Port) -> Fault | None:
        """Ask one process for all that is left; if it fails, how, and it is gone."""
        exchange = self._exchange
        exchange.begin()
        patience = Patience(self._limits.answer)
        written = port.written
        while not exchange.complete:
            if not exchange.awaits:
                self._ask(port)
                patience.renew()
            try:
                lines = port.lines()
            except OverlongLine:
                port.stop()
                return Fault(f"printed a line of more than {self._limits.line} bytes")
            if lines is None:
                ending = port.stop(patience=1)
                return Fault(f"closed its output: {ending}{port.last_words}")
            answers = sum([exchange.take(line) for line in lines])
            self._clear_suspicion()
            if answers or port.written != written:
                patience.renew()
                written = port.written
            elif patience.over:
                hint = self._hint(port)
                port.stop()
                seconds = f"{self._limits.answer:g} s"
                return Fault(f"gave no answer in {seconds}{hint}{port.last_words}", hung=True)
        return None

    def _ask(self, port: Port) -> None:
        """Ask what comes next: one request where the guilty one is looked for, else all."""
        exchange = self._exchange
        if self._searches:
            port.feed(exchange.next_request())
        else:
            port.feed(exchange.sound_requests() if self._flushes else exchange.all_requests())
        if exchange.all_asked:
            port.end_input()

    @property
    def _searches(self) -> bool:
        """Whether the next case is asked alone, so that a fault is its own."""
        exchange = self._exchange
        in_doubt = self.done < self._one_by_one_until or exchange.hung[exchange.oldest.op] > 0
        return self._flushes and in_doubt

    def _blames(self, port: Port, fault: Fault) -> bool:
        """Charge a case with a fault; False if it must first be found out which one."""
        exchange, suspicion, reason = self._exchange, self._suspicion, fault.reason
        if self._cancelled or self._searches or not self._flushes or exchange.left == 1:
            if suspicion is not None and not self._flushes:
                reason = f"{suspicion.reason}{_UNFLUSHED}"
            self._suspicion = None
            op = exchange.oldest.op
            exchange.charge(reason, hung=fault.hung)
            if exchange.hung[op] == self._limits.hangs:
                exchange.bar(
                    op, f"was not asked: {op} had hung at {self._limits.hangs} cases in a row"
                )
            return True
        self._one_by_one_until = exchange.reached(port.written)
        self._suspicion = Suspicion(self.done, fault.reason, self._one_by_one_until)
        return False

    def _clear_suspicion(self) -> None:
        """Where a fault did not show again, charge the case that seemed to be at fault."""
        suspicion = self._suspicion
        if suspicion is not None and self.done >= suspicion.until:
            self._suspicion = None
            reason = f"{suspicion.reason}; asked one by one, it did not fail again"
            self._exchange.charge_later(suspicion.position, reason)

    def _hint(self, port: Port) -> str:
        """What may keep a port silent that is asked one by one: it waits for more input."""
        if not self._searches or any(self._exchange.hung.values()):
            return ""
        port.end_input()
        patience = Patience(_LAST_CHANCE)
        with suppress(OverlongLine):
            while not patience.over and (lines := port.lines()) is not None:
                if lines:
                    self._flushes = False
                    return _UNFLUSHED
        return ""

    def _part_from(self, port: Port) -> None:
        """Hear what the port still has to say after its last answer, and see it end."""
        port.end_input()  # which a port that was asked nothing still waits for
        patience = Patience(self._limits.farewell)
        with suppress(OverlongLine):
            while not patience.over and (lines := port.lines()) is not None:
                for line in lines:
                    self._exchange.take(line)
        ending = port.stop(patience=patience.left)
        if ending != ENDED_WELL:
            self.complaints.append(f"when its input ended, the port did not end well: {ending}")

    def _start(self) -> tuple[Port, Hello]:
        port = self._port = Port(self._command, self._limits.line)
        if self._cancelled:
            port.kill()
        return port, greet(port, self._limits.start)

    def _start_again(self) -> Port:
        for _ in range(_ATTEMPTS - 1):
            with suppress(PortUnusable):
                return self._start()[0]
        return self._start()[0]

    def _give_up(self, reason: str) -> None:
        self.given_up = f"the port {reason}"
        if self._suspicion is not None:
            self._exchange.charge(self._suspicion.reason)
        while not self._exchange.complete:
            self._exchange.charge(f"was not asked: it {reason}")


def _asked(case: Case, hello: Hello) -> Case | str:
    """The case as it is put to a port that says this of itself, or why it cannot be."""
    reason = lack(hello, case.op, case.args)
    if reason is None:
        return case
    if case.op == "decode" and "fold" in hello.ops:
        return through_fold(case) or reason
    return reason
