"""What the reference answers, in few words, for sentences that are put to the test."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.compare import matches
from schedule_conformance.ports.messages import Answer
from schedule_conformance.reference_port.operations import answer

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case

NOW = "2026-08-05T12:00:00.000Z"
TARGET = "2026-08-05T12:05:00.000Z"

Json = dict[str, Any]


def holds(case: Case) -> bool:
    """Whether the reference answers a case as the case expects."""
    got = answer({"seq": 0, "op": case.op, "args": case.args})
    return matches(case.op, case.expect, msgspec.convert(got, Answer))


@cache
def cases() -> dict[str, Case]:
    """Every case but those of sweeps, by id, the examples of the spec included."""
    return {case.id: case for case in load_shipped(sweeps=False)}


@cache
def case_holds(case_id: str) -> bool:
    """Whether the reference answers the case of that id as it expects."""
    return holds(cases()[case_id])


def value_of(op: str, **args: Any) -> Any:
    """The value that an operation answers; None where it refuses."""
    return answer({"seq": 0, "op": op, "args": args}).get("value")


def code_of(op: str, **args: Any) -> str | None:
    """The code with which an operation refuses; None where it does not."""
    got = answer({"seq": 0, "op": op, "args": args})
    return got["error"]["code"] if "error" in got else None


def record(kind: str = "at", **members: Any) -> Json:
    """A record in JSON, due at `TARGET` unless said otherwise."""
    own = {"after": {"afterSeconds": 60}, "at": {}, "every": {"everySeconds": 300}}[kind]
    return {"id": "a", "kind": kind, "prompt": "p", **own, "scheduledAt": TARGET, **members}


def create_of(schedule: Any) -> Json:
    """The change that creates a record."""
    return {"version": 1, "operation": "create", "schedule": schedule}


def is_corrupt(change: Any) -> bool:
    """Whether a change is refused as corrupt."""
    return code_of("decode", change=change) == "corrupt_schedule_log"


def folded(*changes: Json, seed: Any = 0) -> Any:
    """The state that changes leave; None where the log is corrupt."""
    events = [{"type": "schedule/change", "data": change} for change in changes]
    return value_of("fold", events=events, seedLength=seed)


def refusal(now: str = NOW, **arguments: Any) -> str | None:
    """The code with which a creation is refused; the prompt is given unless said otherwise."""
    return code_of("create", id="a", now=now, input={"prompt": "p", **arguments})


def target(now: str = NOW, **arguments: Any) -> str | None:
    """The target of what a creation makes; None where it is refused."""
    made = value_of("create", id="a", now=now, input={"prompt": "p", **arguments})
    return made["scheduledAt"] if made else None


def local(date: Any = "2026-12-01", time: Any = "09:00:00", time_zone: Any = "UTC") -> Json:
    """A local `at`."""
    return {"date": date, "time": time, "time_zone": time_zone}
