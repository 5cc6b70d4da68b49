"""The beginning of a port in Python: answers ``hello`` and ``allocate``, and says so."""

import json
import sys


def allocate(args: dict) -> str:
    """FOLD-14: the count of seen ids plus one, then upward past collisions."""
    seen = set(args["seenIds"])
    number = len(seen) + 1
    while f"schedule-{number}" in seen:
        number += 1
    return f"schedule-{number}"


OPS = {"allocate": allocate}


def main() -> None:
    """Answer one request a line until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            value = {"protocol": 1, "name": "my-port", "ops": list(OPS), "tz": None}
        else:
            value = OPS[request["op"]](request["args"])
        print(json.dumps({"seq": request["seq"], "value": value}), flush=True)


if __name__ == "__main__":
    main()
