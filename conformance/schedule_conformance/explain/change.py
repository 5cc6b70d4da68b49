"""What a reader makes of the data of a `schedule/change` event."""

from __future__ import annotations

from typing import Any

from schedule_conformance.base.printable import excerpt
from schedule_conformance.explain.explanation import Explanation, Step, refusal
from schedule_conformance.report import text as texts
from session_schedule import (
    Change,
    CorruptLog,
    Create,
    Delete,
    Every,
    decode_change,
    encode_change,
)
from session_schedule.values import parse_json

_RECORD = [
    Step("the record is of a kind that there is", ("REC-1",)),
    Step("it has exactly the members of that kind", ("REC-2",)),
    Step("its id is a text, trimmed and not empty", ("REC-3",)),
    Step("its prompt is a text, trimmed and not empty", ("REC-4",)),
    Step("its scheduledAt is a canonical instant", ("REC-9", "VAL-7", "VAL-8")),
]
_NUMBER = {
    "after": Step("its afterSeconds is a positive safe integer", ("REC-5",)),
    "every": Step("its everySeconds is an integer from 300 to 9007199254740", ("REC-7", "REC-8")),
}
_ID = Step("its id is a text, trimmed and not empty", ("REC-3",))


def explain_change(text: str) -> Explanation:
    """Explain the JSON text of a change."""
    checks = [Step("the text is one JSON value", ("VAL-9", "VAL-12"))]
    value: Any = None
    try:
        value = parse_json(text)
        checks = [*checks, *_checks(value)]
        change = decode_change(value)
    except CorruptLog as error:
        return refusal(checks, error, last=_members(value, error.rule))
    stored = texts.value(encode_change(change))
    return Explanation([*checks, *_effects(change)], f"it is read as {stored}")


def _checks(value: Any) -> list[Step]:
    """The checks that are made of such a value, in their order."""
    checks = [Step("it is an object of version 1", ("CHG-1",))]
    if not isinstance(value, dict):
        return checks
    operation = value.get("operation")
    checks.append(Step(f"its operation is {excerpt(str(operation), 80)}", ("CHG-2",)))
    if operation == "create":
        record = value.get("schedule")
        kind = record.get("kind") if isinstance(record, dict) else None
        number = [_NUMBER[kind]] if isinstance(kind, str) and kind in _NUMBER else []
        return [*checks, Step("a create has exactly these members", ("CHG-3",)), *_RECORD, *number]
    if operation == "delete":
        return [*checks, Step("a delete has exactly these members", ("CHG-4",)), _ID]
    if "acceptedAt" in value:
        accepted = Step("its acceptedAt is a canonical instant", ("CHG-6", "VAL-7", "VAL-8"))
        return [*checks, Step("a dispatch has exactly these members", ("CHG-5",)), accepted, _ID]
    return [*checks, Step("a dispatch has exactly these members", ("CHG-5",)), _ID]


_EXPECTED = {
    "CHG-3": {"version", "operation", "schedule"},
    "CHG-4": {"version", "operation", "id"},
    "CHG-5": {"version", "operation", "id"},
}
_RECORD_MEMBERS = {
    "at": {"id", "kind", "prompt", "scheduledAt"},
    "after": {"id", "kind", "prompt", "scheduledAt", "afterSeconds"},
    "every": {"id", "kind", "prompt", "scheduledAt", "everySeconds"},
}


def _members(value: Any, rule: str) -> Step | None:
    """Which members are missing or too many, where that is what is wrong."""
    if rule in _EXPECTED:
        expected, having = _EXPECTED[rule], value
        optional = {"acceptedAt"} if rule == "CHG-5" else set()
    elif rule == "REC-2":
        having, optional = value["schedule"], set()
        expected = _RECORD_MEMBERS[having["kind"]]
    else:
        return None
    missing, extra = sorted(expected - having.keys()), sorted(having.keys() - expected - optional)
    parts = [f"{', '.join(missing)} missing"] if missing else []
    parts += [f"{', '.join(extra)} too many"] if extra else []
    return Step(f"of its members, {' and '.join(parts)}")


def _effects(change: Change) -> list[Step]:
    if isinstance(change, Create):
        again = "if its id was created before, the log is corrupt"
        return [
            Step("in a log, it makes the record active, after those already there", ("FOLD-2",)),
            Step(again, ("FOLD-3", "FOLD-12")),
            *(
                [Step("a dispatch needs acceptedAt, and advances it", ("FOLD-7",))]
                if isinstance(change.schedule, Every)
                else [Step("a dispatch has no acceptedAt, and ends it", ("FOLD-6",))]
            ),
        ]
    if isinstance(change, Delete):
        return [
            Step(
                "in a log, it ends an active record; if none has its id, the log is corrupt",
                ("FOLD-4",),
            )
        ]
    ends = "it ends an active one-shot; of an every it is corrupt"
    advances = "it advances an active every past acceptedAt; of a one-shot it is corrupt"
    return [
        Step("in a log, if no active record has its id, the log is corrupt", ("FOLD-5",)),
        Step(ends, ("FOLD-6", "FOLD-7"))
        if change.accepted_at is None
        else Step(advances, ("FOLD-7", "FOLD-6")),
    ]
