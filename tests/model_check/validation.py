"""Asking the model whether it allows traces (``Trace.tla``), many in one run of TLC."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from model_check import tla, tlc
from model_check.terms import Term

_TOLD = re.compile(r'^<<"trace", (\d+), "(ok|to)", (\d+), (\d+)>>', re.MULTILINE)
_AT_ONCE = 250


class Verdict(msgspec.Struct, frozen=True):
    """Whether the model allows a trace.

    Attributes:
        allowed: Some behaviour of the model shows it to its end.
        step: The last step, 0 for the opening, that some behaviour reached.
        shown: How many observations of that step some behaviour showed.
    """

    allowed: bool
    step: int
    shown: int


def verdicts(traces: Sequence[Term], *, lax: bool = False) -> list[Verdict]:
    """Judge each trace; `lax` allows all that the text leaves open, and not only the least."""
    config = (tlc.MODEL / "Trace.cfg").read_text(encoding="ascii")
    config = config.replace("Lax = FALSE", f"Lax = {tla.written(lax)}")
    found: list[Verdict] = []
    for start in range(0, len(traces), _AT_ONCE):
        part = traces[start : start + _AT_ONCE]
        outcome = tlc.run("Trace", config, modules={"Recorded": _module(part)})
        furthest = dict.fromkeys(range(1, len(part) + 1), Verdict(False, 0, 0))
        for number, mark, step, shown in _TOLD.findall(outcome.output):
            furthest[int(number)] = Verdict(mark == "ok", int(step), int(shown))
        found += furthest.values()
    return found


def _module(traces: Sequence[Term]) -> str:
    rows = ",\n".join(map(tla.written, traces))
    return f"---- MODULE Recorded ----\nEXTENDS Integers\nTraces == <<\n{rows}>>\n====\n"
