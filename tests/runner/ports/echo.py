"""A port that answers each request with its own arguments; the broken ports are made from it."""

import json
import sys
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]


def requests() -> Iterator[Message]:
    """Each request after the greeting, which is answered here."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            say(request, value=hello())
        else:
            yield request


def hello(**changes: object) -> Message:
    """What the port says of itself."""
    ops = ["view", "frame", "create"]
    return {"protocol": 1, "name": "echo", "ops": ops, "tz": None, **changes}


def say(request: Message, **answer: object) -> None:
    """Answer a request."""
    show(json.dumps({"seq": request["seq"], **answer}))


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


if __name__ == "__main__":
    for request in requests():
        say(request, value=request["args"])
