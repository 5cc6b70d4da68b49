"""A port that answers `fold` as the reference does, and has no other operation."""

import json
import sys

from schedule_conformance.reference_port.operations import answer

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        value = {"protocol": 1, "name": "fold alone", "ops": ["fold"], "tz": None}
        given = {"seq": request["seq"], "value": value}
    else:
        given = answer(request)
    print(json.dumps(given), flush=True)
