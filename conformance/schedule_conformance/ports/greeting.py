"""The greeting that opens the conversation with each port process: `hello` and its answer."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.ports.messages import (
    PROTOCOL,
    BadAnswer,
    Hello,
    Request,
    decode_answer,
    excerpt,
)
from schedule_conformance.ports.patience import Patience
from schedule_conformance.ports.process import OverlongLine, Port, PortUnusable

GREETING = jsontext.encode(Request(0, "hello", {"protocol": PROTOCOL})) + b"\n"
_LAST_CHANCE = 1.0


def greet(port: Port, patience: float) -> Hello:
    """Greet a port that was just started, which has `patience` seconds; what it says of itself.

    Raises:
        PortUnusable: it does not answer `hello` as it should, and is stopped.
    """
    try:
        port.feed([GREETING])
        return _hello(_first_lines(port, patience))
    except PortUnusable as error:
        port.stop()
        raise PortUnusable(str(error), port.stderr) from None
    except BaseException:
        port.stop()
        raise


def _first_lines(port: Port, seconds: float) -> list[bytes]:
    patience = Patience(seconds)
    while True:
        try:
            lines = port.lines()
        except OverlongLine:
            raise PortUnusable("the port answered hello with a line without end") from None
        if lines is None:
            ending = port.stop(patience=1)
            raise PortUnusable(f"the port closed its output before it answered hello: {ending}")
        if lines:
            return lines
        if patience.over:
            raise PortUnusable(f"the port did not answer hello in {seconds:g} s{_hint(port)}")


def _hint(port: Port) -> str:
    """What may keep a port silent: it answers only once its input has ended."""
    port.end_input()
    patience = Patience(_LAST_CHANCE)
    with suppress(OverlongLine):
        while not patience.over and (lines := port.lines()) is not None:
            if lines:
                return (
                    "; it answered as soon as its input ended: it must flush its output after"
                    " each answer, and not wait for more input to come"
                )
    return "; does it flush its output after each answer?"


def _hello(lines: list[bytes]) -> Hello:
    line, *others = lines
    try:
        answer = decode_answer(line)
    except BadAnswer as error:
        before = "before it answered hello, the port printed" if others else "the port misanswered"
        what = "a line that is no answer" if others else "hello"
        raise PortUnusable(f"{before} {what} ({error}): {excerpt(line)}") from None
    if others:
        raise PortUnusable(f"the port answered hello with several lines: {excerpt(others[0])}")
    if answer.unsupported is not UNSET or answer.error is not UNSET:
        raise PortUnusable(f"the port refused hello: {excerpt(line)}")
    try:
        hello = jsontext.convert(answer.value, Hello)
    except msgspec.ValidationError as error:
        raise PortUnusable(f"the port misanswered hello ({error}): {excerpt(line)}") from None
    if answer.seq != 0 or hello.protocol != PROTOCOL:
        raise PortUnusable(f"hello needs seq 0 and protocol {PROTOCOL}: {excerpt(line)}")
    return hello
