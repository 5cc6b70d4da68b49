"""Scenarios that the model makes up: random walks of TLC through ``Walks.tla``.

A walk tells the steps and what the model showed at each. A unit of its time is five minutes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from model_check import tla, tlc
from model_check.terms import Term
from session_schedule.fold import EVENT_TYPE
from session_schedule.framing import frame_batch, frame_one_shot
from session_schedule.records import After, At, Every, Record, encode_record
from session_schedule.values import format_instant, parse_instant

Json = dict[str, Any]

_WALK = re.compile(r'^<<\s*"walk",\s*(.*?)>>\n(?=\S)', re.MULTILINE | re.DOTALL)
_BEGINNING = parse_instant("2026-08-05T12:00:00.000Z") or 0
_SECONDS = 300
_DEPTH = "400"


class Walk(msgspec.Struct, frozen=True):
    """A scenario of the model's.

    Attributes:
        args: The scenario, as the protocol puts it.
        shown: The observations of its opening and of each step.
    """

    args: Json
    shown: list[list[Json]]


def walks(count: int, seed: int) -> list[Walk]:
    """Let TLC walk so often; walks that are equal count once."""
    config = (tlc.MODEL / "Walks.cfg").read_text(encoding="ascii")
    random = ("-simulate", f"num={count}", "-depth", _DEPTH, "-seed", str(seed))
    output = tlc.run("Walks", config, *random).output
    texts = dict.fromkeys(match[1] for match in _WALK.finditer(f"{output}\nend"))
    found = {json.dumps(walk): walk for walk in map(tla.read, texts)}
    return [_walk(walk) for walk in found.values()]


def _walk(told: list[Term]) -> Walk:
    start, *steps = (stage["act"] for stage in told)
    args: Json = {
        "now": _time(0),
        "events": [_event(change) for change in start["log"]],
        "steps": [_step(step) for step in steps],
    }
    if start["seed"]:
        args["seedLength"] = start["seed"]
    return Walk(args, [list(_observations(stage["obs"])) for stage in told])


def _milliseconds(units: int) -> int:
    return _BEGINNING + units * _SECONDS * 1_000


def _time(units: int) -> str:
    return format_instant(_milliseconds(units))


def _id(number: int) -> str:
    return f"schedule-{number}" if number > 0 else f"other {-number}"


def _record(term: Term) -> Record:
    id_, prompt, target = _id(term["id"]), term["prompt"], _milliseconds(term["target"])
    match term["kind"]:
        case "after":
            return After(id_, prompt, term["span"] * _SECONDS, target)
        case "every":
            return Every(id_, prompt, term["span"] * _SECONDS, target)
    return At(id_, prompt, target)


def _change(term: Term) -> Json:
    change: Json = {"version": 1, "operation": term["op"]}
    if term["op"] == "create":
        return {**change, "schedule": encode_record(_record(term["record"]))}
    change["id"] = _id(term["id"])
    if accepted := term.get("accepted"):
        change["acceptedAt"] = _time(accepted[0])
    return change


def _event(term: Term) -> Json:
    if term["op"] == "other":
        return {"type": "session/end-seed", "data": {}}
    return {"type": EVENT_TYPE, "data": _change(term)}


def _step(act: Term) -> Json:
    match act["do"]:
        case "clock":
            return {"clock": _time(act["time"])}
        case "call":
            calls = [_call(call) for call in act["calls"]]
            return calls[0] if len(calls) == 1 else {"calls": calls}
        case "fault":
            return {"fault": act["fault"]}
        case "release":
            return {"release": "ok" if act["good"] else "fail"}
        case "crash":
            return {"crash": {"lost": act["lost"]}}
        case "turn-start" | "turn-end":
            return {"turn": act["do"].removeprefix("turn-")}
        case "inspect":
            return {"inspect": True}
    return {act["do"]: {}}


def _call(call: Term) -> Json:
    match call["tool"]:
        case "list":
            return {"call": "schedule_list", "args": {}}
        case "delete":
            return {"call": "schedule_delete", "args": {"id": _id(call["id"])}}
        case "early":
            return {"call": "schedule_delete", "args": {"id": " "}}
    selector: Json = {f"{call['kind']}_seconds": call["span"] * _SECONDS}
    if call["kind"] == "at":
        selector = {"at": _time(call["target"])}
    return {"call": "schedule_create", "args": {"prompt": call["prompt"], **selector}}


def _observations(events: list[Term]) -> Iterator[Json]:
    for event in events:
        match event["e"]:
            case "followup":
                yield {"followup": _text(event["kind"], event["items"])}
            case "append":
                yield {"append": _change(event["change"])}
            case "stopped":
                yield {"stopped": event["why"]}
            case "log":
                yield {"log": [_change(change) for change in event["changes"]]}
            case "result":
                yield {"result": _result(event["result"]), "call": event["n"]}


def _text(kind: str, items: list[Term]) -> str:
    told = [(_id(item["id"]), item["prompt"], _milliseconds(item["at"])) for item in items]
    if kind == "one-shot":
        return frame_one_shot(At(*told[0]))
    return frame_batch((Every(id_, prompt, _SECONDS, at), at) for id_, prompt, at in told)


def _result(result: Term) -> Any:
    match result["res"]:
        case "view":
            return _view(result["view"])
        case "list":
            return [_view(view) for view in result["views"]]
        case "deleted":
            return {"id": _id(result["id"]), "deleted": True}
        case "absent":
            return {"id": _id(result["id"]), "deleted": False, "code": "schedule_not_found"}
        case "uncertain":
            known = {"id": _id(result["id"])} if "id" in result else {}
            operation = {"operation": result["operation"]}
            return {"code": "persistence_uncertain", **operation, **known}
    return {"code": result["code"]}


def _view(view: Term) -> Json:
    whole = encode_record(_record(view["record"]))
    return {**whole, "state": view["state"], "deliveryMode": "session-local"}
