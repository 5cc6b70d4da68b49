"""A port process with a weakness: `python fragile.py WEAKNESS` over the reference."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from schedule_conformance.reference_port.operations import answer


def reply(request: dict[str, Any], weakness: str) -> dict[str, Any]:
    """The answer of the reference, unless the weakness shows."""
    if request["op"] == "allocate" and len(request["args"]["seenIds"]) > 1:
        match weakness:
            case "dies":
                os._exit(7)
            case "hangs":
                time.sleep(60)
            case "babbles":
                print("half way there", flush=True)
            case "unable":
                return {"seq": request["seq"], "unsupported": "no long lists"}
            case "wrong":
                return {"seq": request["seq"], "value": "schedule-0"}
    given = answer(request)
    if request["op"] == "session" and weakness == "forgetful":
        given["value"] = [_without_empty_lists(observed) for observed in given["value"]]
    return given


def _without_empty_lists(observed: list[Any]) -> list[Any]:
    return [observation for observation in observed if observation.get("result") != []]


if __name__ == "__main__":
    if sys.argv[1] == "mortal" and Path(sys.argv[2]).exists():
        sys.exit(3)
    for line in sys.stdin:
        asked = json.loads(line)
        if sys.argv[1] == "mortal" and asked["op"] == "allocate":
            Path(sys.argv[2]).touch()
            os._exit(7)
        print(json.dumps(reply(asked, sys.argv[1])), flush=True)
