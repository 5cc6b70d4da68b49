"""The greeting that opens the conversation with each port process: `hello` and its answer."""

from __future__ import annotations

from time import monotonic

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
from schedule_conformance.ports.process import OverlongLine, Port, PortUnusable

_GREETING = jsontext.encode(Request(0, "hello", {"protocol": PROTOCOL})) + b"\n"


def greet(port: Port, patience: float) -> Hello:
    """Greet a port that was just started, which has `patience` seconds; what it says of itself.

    Raises:
        PortUnusable: it does not answer `hello` as it should, and is stopped.
    """
    port.write(_GREETING)
    try:
        return _hello(_first_line(port, patience))
    except PortUnusable as error:
        port.stop()
        raise PortUnusable(str(error), port.stderr) from None


def _first_line(port: Port, patience: float) -> bytes:
    deadline = monotonic() + patience
    while (left := deadline - monotonic()) > 0:
        try:
            lines = port.lines(left)
        except OverlongLine:
            raise PortUnusable("the port answered hello with a line without end") from None
        if lines is None:
            ending = port.stop(patience=1)
            raise PortUnusable(f"the port closed its output before it answered hello: {ending}")
        if len(lines) > 1:
            raise PortUnusable(f"the port answered hello with several lines: {excerpt(lines[1])}")
        if lines:
            return lines[0]
    raise PortUnusable(f"the port did not answer hello in {patience:g} s")


def _hello(line: bytes) -> Hello:
    try:
        answer = decode_answer(line)
        if answer.unsupported is not UNSET or answer.error is not UNSET:
            raise PortUnusable(f"the port refused hello: {excerpt(line)}")
        hello = msgspec.convert(answer.value, Hello)
    except (BadAnswer, msgspec.ValidationError) as error:
        raise PortUnusable(f"the port misanswered hello ({error}): {excerpt(line)}") from None
    if answer.seq != 0 or hello.protocol != PROTOCOL:
        raise PortUnusable(f"hello needs seq 0 and protocol {PROTOCOL}: {excerpt(line)}")
    return hello
