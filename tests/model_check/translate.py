"""From a scenario and what a port observed to a trace in the terms of the model.

What the model takes as given is translated by the pure reference: whether a change can be decoded,
and what the arguments of a call mean. Everything that happens over time is the model's to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model_check.observed import Unheard, observation
from model_check.terms import EDGE, Outside, Term, Terms, Time
from schedule_conformance.ports.features import needed
from session_schedule.create import create_record
from session_schedule.errors import InvalidInput
from session_schedule.fold import EVENT_TYPE
from session_schedule.records import At
from session_schedule.schemas import argument_error
from session_schedule.values import MIN_INSTANT, parse_instant, safe_integer, trim

_SPANS = frozenset({"afterSeconds", "everySeconds", "after_seconds", "every_seconds"})
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_MODELLED = {"turn-failure"}
_ONE_MOMENT = ("invalid_selector", "invalid_prompt")


def trace(args: dict[str, Any], seen: list[list[dict[str, Any]]]) -> Term:
    """Return the trace of a scenario, with the observations of its opening and of each step.

    Raises:
        Outside: The model does not speak of something in it.
    """
    for feature in sorted(needed("session", args) - _MODELLED):
        raise Outside(f"the feature {feature}")
    terms = Terms(_scale(args, seen))
    opening, *others = [_observations(each, terms) for each in seen]
    if len(others) != len(args["steps"]):
        raise Outside("observations of another number of steps")
    steps = [_step(step, terms) for step in args["steps"]]
    return {
        "now": terms.time.instant(_instant(args["now"])),
        "seed": _seed(args.get("seedLength", 0)),
        "log": [_event(event, terms) for event in args.get("events", [])],
        "opening": opening,
        "steps": [{"act": act, "obs": obs} for act, obs in zip(steps, others, strict=True)],
    }


def _instant(text: object) -> int:
    instant = parse_instant(text)
    if instant is None:
        raise Outside("a clock that is no instant")
    return instant


def _scale(args: object, seen: object) -> Time:
    parts = [*_parts("", args), *_parts("", seen)]
    texts = (text for _, part in parts if isinstance(part, str) for text in _INSTANT.findall(part))
    instants = [instant for text in texts if (instant := parse_instant(text)) is not None]
    instants += [
        record.scheduled_at
        for key, part in parts
        if key == "args" and isinstance(record := _made(part), At)
    ]
    spans = [
        span * 1_000
        for key, part in parts
        if key in _SPANS and (span := safe_integer(part)) is not None and span > 0
    ]
    return Time(instants, spans)


def _parts(key: str, value: object) -> Iterator[tuple[str, object]]:
    """Every part of a JSON value, with the key at which it stands."""
    yield key, value
    members = value.items() if isinstance(value, dict) else ()
    for name, part in members:
        yield from _parts(name, part)
    for part in value if isinstance(value, list) else ():
        yield from _parts("", part)


def _made(arguments: object) -> object:
    """The record that a call would make at the beginning of time, or the error's code."""
    if argument_error("schedule_create", arguments) is not None or not isinstance(arguments, dict):
        return None
    try:
        return create_record(arguments, "schedule-1", MIN_INSTANT)
    except InvalidInput as error:
        return error.code


def _seed(value: object) -> int:
    number = safe_integer(value)
    return -1 if number is None or abs(number) > EDGE else number


def _event(event: dict[str, Any], terms: Terms) -> Term:
    return terms.change(event.get("data")) if event["type"] == EVENT_TYPE else {"op": "other"}


def _step(step: dict[str, Any], terms: Terms) -> Term:
    match step:
        case {"calls": calls}:
            return {"do": "call", "calls": [_call(call, terms) for call in calls]}
        case {"call": _}:
            return {"do": "call", "calls": [_call(step, terms)]}
        case {"clock": text}:
            return {"do": "clock", "time": terms.time.instant(_instant(text))}
        case {"turn": which}:
            return {"do": "turn-start" if which == "start" else "turn-end"}
        case {"fault": fault}:
            return {"do": "fault", "fault": {"nth": 1, "lost": 0, **fault}}
        case {"release": outcome}:
            return {"do": "release", "good": outcome == "ok"}
        case {"crash": crash}:
            return {"do": "crash", "lost": crash.get("lost", 0)}
    (kind,) = step
    return {"do": kind}


def _call(call: dict[str, Any], terms: Terms) -> Term:
    tool, arguments = call["call"], call["args"]
    if argument_error(tool, arguments) is not None:
        return _early({"res": "refused"})
    if tool == "schedule_list":
        return {"tool": "list"}
    if tool == "schedule_delete":
        id_ = arguments["id"]
        if not id_ or id_ != trim(id_):
            return _early({"res": "error", "code": "invalid_rule"})
        return {"tool": "delete", "id": terms.id(id_)}
    return _create(arguments, terms)


def _early(answer: Term) -> Term:
    """A call that is answered beside the queue."""
    return {"tool": "early", "answer": answer}


def _create(arguments: dict[str, Any], terms: Terms) -> Term:
    made = _made(arguments)
    late = "at" in arguments and made not in _ONE_MOMENT
    if isinstance(made, str) and not late and made != "time_out_of_range":
        return _early({"res": "error", "code": made})
    if made == "not_future":
        raise Outside("a target at the beginning of time")
    call = {"tool": "create", "kind": "at", "prompt": 0, "span": 0, "target": 0, "id": 0}
    if isinstance(made, At):
        target = terms.time.instant(made.scheduled_at)
        return {**call, "prompt": terms.prompt(made.prompt), "target": target, "error": ""}
    if late:
        beyond = made == "time_out_of_range"
        error = "" if beyond else str(made)
        return {**call, "target": EDGE + 1 if beyond else 0, "error": error}
    selector = "after" if "after_seconds" in arguments else "every"
    span = terms.time.span(int(arguments[f"{selector}_seconds"]) * 1_000)
    prompt = terms.prompt(trim(arguments["prompt"]))
    return {**call, "kind": selector, "prompt": prompt, "span": span, "error": ""}


def _observations(seen: list[dict[str, Any]], terms: Terms) -> list[Term]:
    return [_heard(each, terms) for each in seen]


def _heard(seen: dict[str, Any], terms: Terms) -> Term:
    try:
        return observation(seen, terms)
    except (Unheard, Outside, KeyError, TypeError, ValueError):
        return {"e": "unheard-of"}
