"""Asking `decode` cases of a port that has `fold` alone.

A change is folded as the last event of a log in which it is valid if it decodes, so that the only
question left is whether it is one of the four shapes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from schedule_conformance.corpus.case import Expect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schedule_conformance.corpus.case import Case
    from schedule_conformance.judging.verdict import Outcome

_EARLIEST = "0001-01-01T00:00:00.000Z"
_INTERVAL = timedelta(seconds=300)


def through_fold(case: Case) -> Case | None:
    """The `fold` case that asks the same as a `decode` case, under the same id.

    None if there is none: where the text is no JSON at all or goes over several lines, or where
    it holds what would keep many readers from the whole request, such as a lone surrogate.
    """
    change = case.args.get("change")
    spelled: object = change
    if "text" in case.args:
        text: str = case.args["text"]
        if "\n" in text or "\r" in text:
            return None
        try:
            change, spelled = msgspec.json.decode(text), msgspec.Raw(text.encode())
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
    canonical = case.expect.value if case.expect.accepts else {}
    before = _creates(change, canonical.get("acceptedAt", _EARLIEST))
    expect = Expect(value=_folded(canonical)) if canonical else case.expect
    return replace(case, op="fold", args={"events": [*before, _event(spelled)]}, expect=expect)


def remarks(cases: Iterable[Case], outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Tell how many of the cases were asked in this way, if any."""
    pairs = zip(cases, outcomes, strict=True)
    count = sum(case.op == "decode" and outcome.case.op == "fold" for case, outcome in pairs)
    if count:
        yield f"the port lists no decode: {count} of its cases were put through fold"


def _creates(change: Any, due: str) -> list[dict[str, Any]]:
    """The event that creates the record which a delete or dispatch is about, if it is one."""
    if not isinstance(change, dict) or change.get("operation") == "create" or "id" not in change:
        return []
    record = {"id": change["id"], "kind": "at", "prompt": "p", "scheduledAt": due}
    if change.get("acceptedAt") is not None:
        record |= {"kind": "every", "everySeconds": _INTERVAL.seconds}
    return [_event({"version": 1, "operation": "create", "schedule": record})]


def _event(change: object) -> dict[str, Any]:
    return {"type": "schedule/change", "data": change}


def _folded(change: dict[str, Any]) -> dict[str, Any]:
    """The fold of a change in canonical form, after the create of its record if it has one."""
    if change["operation"] == "create":
        return {"active": [change["schedule"]], "seenIds": [change["schedule"]["id"]]}
    id_ = change["id"]
    active = []
    if "acceptedAt" in change and (target := _next(change["acceptedAt"])):
        record = {"id": id_, "kind": "every", "prompt": "p", "everySeconds": _INTERVAL.seconds}
        active = [record | {"scheduledAt": target}]
    return {"active": active, "seenIds": [id_]}


def _next(accepted_at: str) -> str | None:
    """The target after a decision at the very target (EVERY-2), None beyond the calendar."""
    try:
        target = datetime.fromisoformat(accepted_at.removesuffix("Z")) + _INTERVAL
    except OverflowError:
        return None
    return f"{target.isoformat(timespec='milliseconds')}Z"
