"""The reference as a port: answers the protocol, one JSON object a line."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from schedule_conformance.ports.features import Feature
from schedule_conformance.ports.messages import MALFORMED_REQUEST
from schedule_conformance.ports.scenario import Malformed
from schedule_conformance.reference_port.scenario import run_scenario
from schedule_conformance.reference_port.world import LoggedEvent
from session_schedule.changes import decode_change, encode_change
from session_schedule.create import create_record
from session_schedule.delivery import DueBatch, DueOneShot, due
from session_schedule.errors import ScheduleError
from session_schedule.every import resolve
from session_schedule.fold import allocate, fold
from session_schedule.framing import frame_batch, frame_one_shot
from session_schedule.records import Every, decode_record, encode_record
from session_schedule.schemas import tool_definitions
from session_schedule.values import format_instant, json_text, parse_instant, parse_json
from session_schedule.view import view
from session_schedule.zones import TZ_RELEASE

PROTOCOL = 1
_CHUNK = 1 << 16

Arguments = dict[str, Any]


def _hello(_arguments: Arguments) -> object:
    return {
        "protocol": PROTOCOL,
        "name": "session-schedule-spec reference",
        "version": _version(),
        "language": "python",
        "ops": [op for op in OPS if op != "hello"],
        "features": list(get_args(Feature)),
        "tz": TZ_RELEASE,
    }


def _decode(arguments: Arguments) -> object:
    change = parse_json(arguments["text"]) if "text" in arguments else arguments["change"]
    return encode_change(decode_change(change))


def _fold(arguments: Arguments) -> object:
    events = [LoggedEvent(event["type"], event.get("data")) for event in arguments["events"]]
    schedules = fold(events, arguments.get("seedLength", 0))
    return {
        "active": [encode_record(record) for record in schedules.active.values()],
        "seenIds": list(schedules.seen_ids),
    }


def _occurrence(arguments: Arguments) -> object:
    record = _every(arguments["record"])
    occurrence = resolve(record, _instant(arguments["acceptedAt"]))
    value = {"occurrenceAt": format_instant(occurrence.occurrence_at)}
    if occurrence.next_scheduled_at is not None:
        value["nextScheduledAt"] = format_instant(occurrence.next_scheduled_at)
    return value


def _create(arguments: Arguments) -> object:
    record = create_record(arguments["input"], arguments["id"], _instant(arguments["now"]))
    return encode_record(record)


def _allocate(arguments: Arguments) -> object:
    return allocate(arguments["seenIds"])


def _view(arguments: Arguments) -> object:
    return view(decode_record(arguments["record"]), _instant(arguments["now"]))


def _due(arguments: Arguments) -> object:
    decision = due(map(decode_record, arguments["active"]), _instant(arguments["now"]))
    if isinstance(decision, DueOneShot):
        return {"kind": "one-shot", "id": decision.record.id}
    if isinstance(decision, DueBatch):
        reminders = [
            {"id": record.id, "occurrenceAt": format_instant(occurrence_at)}
            for record, occurrence_at in decision.reminders
        ]
        accepted_at = format_instant(decision.accepted_at)
        return {"kind": "every", "acceptedAt": accepted_at, "reminders": reminders}
    if decision.until is None:
        return {"kind": "wait"}
    return {"kind": "wait", "until": format_instant(decision.until)}


def _frame(arguments: Arguments) -> object:
    if "batch" in arguments:
        return frame_batch(
            (_every(reminder["record"]), _instant(reminder["occurrenceAt"]))
            for reminder in arguments["batch"]
        )
    record = decode_record(arguments["reminder"])
    if isinstance(record, Every):
        raise ValueError("an every record is framed as a batch")
    return frame_one_shot(record)


def _session(arguments: Arguments) -> object:
    return run_scenario(arguments)


def _tools(_arguments: Arguments) -> object:
    return tool_definitions()


OPS: dict[str, Callable[[Arguments], object]] = {
    "hello": _hello,
    "decode": _decode,
    "fold": _fold,
    "occurrence": _occurrence,
    "create": _create,
    "allocate": _allocate,
    "view": _view,
    "due": _due,
    "frame": _frame,
    "session": _session,
    "tools": _tools,
}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one request; one that breaks the protocol is answered with an error.

    Raises:
        KeyError: The request has no `seq` or no `op`.
    """
    seq = request["seq"]
    op = OPS.get(request["op"])
    if op is None:
        return {"seq": seq, "unsupported": f"unknown op {request['op']}"}
    try:
        return {"seq": seq, "value": op(request.get("args", {}))}
    except ScheduleError as error:
        refusal = {"code": error.code, "rule": error.rule, "message": error.message}
        return {"seq": seq, "error": refusal}
    except Malformed as error:
        message = str(error)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        message = f"the arguments do not fit the operation: {error!r}"
    return {"seq": seq, "error": {"code": MALFORMED_REQUEST, "message": message}}


def serve(stdin: int = 0, stdout: int = 1) -> None:
    """Answer requests from one file descriptor on another until the input ends.

    All requests that have arrived are answered in one write, so that a caller may pipeline.

    Raises:
        CorruptLog: A line is not JSON. What was asked before it has been answered.
        KeyError: A request has no `seq` or no `op`; as before.
    """
    pending = b""
    while chunk := os.read(stdin, _CHUNK):
        *lines, pending = (pending + chunk).split(b"\n")
        answers = bytearray()
        try:
            for line in filter(bytes.strip, lines):
                answers += _answer_line(line)
        finally:
            _write(stdout, bytes(answers))


def _answer_line(line: bytes) -> bytes:
    value = answer(parse_json(line))
    try:
        return msgspec.json.encode(value) + b"\n"
    except UnicodeEncodeError:
        # An unpaired surrogate, which only an escape can carry.
        return json_text(value).encode() + b"\n"


def _write(stdout: int, data: bytes) -> None:
    while data:
        data = data[os.write(stdout, data) :]


def _every(value: object) -> Every:
    record = decode_record(value)
    if not isinstance(record, Every):
        raise ValueError(f"not an every record: {value}")
    return record


def _instant(text: object) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise ValueError(f"not a canonical instant: {text!r}")
    return instant


def _version() -> str:
    # Loading package metadata costs more than all of start-up, and only hello needs it.
    from importlib.metadata import version  # noqa: PLC0415

    return version("session-schedule-spec")


if __name__ == "__main__":
    serve()
