"""The beginning of a port of Session-local Schedule.

Requests come on stdin, answers go to stdout, one JSON object on a line. Nothing else may go to
stdout; stderr is free.
"""

import json
import sys
import traceback


class Refusal(Exception):
    """Raise this where the rules refuse: ``raise Refusal("corrupt_schedule_log")``."""


class Unsupported(Exception):
    """Raise this for arguments that your port cannot take; the text says why."""


def _no_number(text):
    raise ValueError(f"{text} is no JSON")


def read_json(text):
    """Read a JSON text as ECMAScript does.

    Every number is the nearest double (VAL-10): ``int`` refuses more than 4300 digits. ``NaN`` is
    no JSON. A bool is no number, though Python's ``True == 1`` (VAL-3).
    """
    try:
        return json.loads(text, parse_int=float, parse_constant=_no_number)
    except ValueError:
        raise Refusal("corrupt_schedule_log") from None


OPERATIONS = {
    # PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
    # "decode": lambda a: schedule.decode(read_json(a["text"]) if "text" in a else a["change"]),
    # "fold": lambda a: schedule.fold(a["events"], a.get("seedLength", 0)),
    # "occurrence": lambda a: schedule.occurrence(a["record"], a["acceptedAt"]),
    # "create": lambda a: schedule.create(a["id"], a["now"], a["input"]),
    # "allocate": lambda a: schedule.allocate(a["seenIds"]),
    # "view": lambda a: schedule.view(a["record"], a["now"]),
    # "due": lambda a: schedule.due(a["active"], a["now"]),
    # "frame": lambda a: schedule.frame(a.get("reminder"), a.get("batch")),
    # "session": lambda a: schedule.session(a),
    # "tools": lambda a: schedule.tools(),
}


def hello(_args):
    """Say what this port has; ``tz`` is the release of its tz database, such as "2026a"."""
    ops = list(OPERATIONS)
    return {"protocol": 1, "name": "my-port", "language": "python", "ops": ops, "tz": None}


def outcome(op, args):
    """Return what follows the ``seq`` in the answer to a request."""
    operation = hello if op == "hello" else OPERATIONS.get(op)
    if operation is None:
        return {"unsupported": f"this port has no {op}"}
    try:
        return {"value": operation(args)}
    except Refusal as error:
        return {"error": {"code": str(error)}}
    except Unsupported as error:
        return {"unsupported": str(error)}
    except Exception as error:  # noqa: BLE001 - a defect of this port
        traceback.print_exc()
        return {"error": {"code": "internal_error", "message": str(error)}}


# Bytes, so that neither the locale nor a carriage return decides what a line is.
for line in sys.stdin.buffer:
    if line.strip():
        request = read_json(line)
        answer = {"seq": int(request["seq"]), **outcome(request["op"], request["args"])}
        # What `json` writes is ASCII, lone surrogates too; without a flush it stays in a buffer.
        print(json.dumps(answer), flush=True)
