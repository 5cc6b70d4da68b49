"""From an observation of a scenario to what the model shows (the events of ``Session.tla``)."""

from __future__ import annotations

import json
import re
from typing import Any

from model_check.terms import Term, Terms, decoded
from session_schedule.errors import CorruptLog
from session_schedule.records import decode_record
from session_schedule.values import parse_instant

_ONE_SHOT = re.compile(
    r"\[SCHEDULE REMINDER\]\n[^\n]*\n"
    r"schedule_id_json: (?P<id>.*)\n"
    r"occurrence_at: (?P<at>.*)\n"
    r"reminder_prompt_json: (?P<prompt>.*)"
)
_BATCH = re.compile(r"\[SCHEDULE REMINDER BATCH\]\n[^\n]*\nreminders_json: (?P<list>.*)")


class Unheard(Exception):
    """No model could show this."""


def observation(seen: dict[str, Any], terms: Terms) -> Term:
    """Translate one observation.

    Raises:
        Unheard: It is none that a scenario has.
    """
    match seen:
        case {"followup": text}:
            return _follow_up(text, terms)
        case {"append": change}:
            if decoded(change) is None:
                raise Unheard("a corrupt change was appended")
            return {"e": "append", "change": terms.change(change)}
        case {"stopped": why}:
            return {"e": "stopped", "why": why}
        case {"log": changes}:
            return {"e": "log", "changes": [terms.change(change) for change in changes]}
        case {"refused": "arguments", "call": n}:
            return {"e": "result", "n": n, "result": {"res": "refused"}}
        case {"result": value, "call": n}:
            return {"e": "result", "n": n, "result": _result(value, terms)}
    raise Unheard("an observation of no known kind")


def _follow_up(text: str, terms: Terms) -> Term:
    if one := _ONE_SHOT.fullmatch(text):
        item = _item(json.loads(one["id"]), one["at"], json.loads(one["prompt"]), terms)
        return {"e": "followup", "kind": "one-shot", "items": [item]}
    if batch := _BATCH.fullmatch(text):
        items = [
            _item(each["schedule_id"], each["occurrence_at"], each["reminder_prompt"], terms)
            for each in json.loads(batch["list"])
        ]
        return {"e": "followup", "kind": "every", "items": items}
    raise Unheard("a text that is no reminder")


def _item(id_: str, at: str, prompt: str, terms: Terms) -> Term:
    instant = parse_instant(at)
    if instant is None:
        raise Unheard("an occurrence that is no instant")
    return {
        "id": terms.id(id_),
        "prompt": terms.prompt(prompt),
        "at": terms.time.instant(instant),
    }


def _result(value: Any, terms: Terms) -> Term:
    if isinstance(value, list):
        return {"res": "list", "views": [_view(view, terms) for view in value]}
    if "deleted" in value:
        return {"res": "deleted" if value["deleted"] else "absent", "id": terms.id(value["id"])}
    if "code" not in value:
        return {"res": "view", "view": _view(value, terms)}
    if value["code"] == "persistence_uncertain":
        known = {"id": terms.id(value["id"])} if "id" in value else {}
        return {"res": "uncertain", "operation": value["operation"], **known}
    return {"res": "error", "code": value["code"]}


def _view(view: dict[str, Any], terms: Terms) -> Term:
    record = {key: part for key, part in view.items() if key not in {"state", "deliveryMode"}}
    if view["deliveryMode"] != "session-local":
        raise Unheard("a delivery that is not session-local")
    try:
        return {"record": terms.record(decode_record(record)), "state": view["state"]}
    except CorruptLog as error:
        raise Unheard("a view of no record") from error
