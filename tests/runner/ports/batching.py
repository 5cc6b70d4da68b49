"""A port that answers all that it has read at once, as a buffered one does, and may hang on one.

Its argument is what becomes of a request with `do`: `hang`, `die`, or `wait` for more input.
"""

import json
import os
import sys
import time

from echo import hello

buffered = b""
answers: list[str] = []
while chunk := os.read(0, 1 << 16):
    *lines, buffered = (buffered + chunk).split(b"\n")
    for line in lines:
        request = json.loads(line)
        deed = request["args"].get("do") and sys.argv[1]
        if deed == "hang":
            time.sleep(3600)
        if deed == "die":
            sys.exit(5)
        value = hello() if request["op"] == "hello" else request["args"]
        answers.append(json.dumps({"seq": request["seq"], "value": value}))
    if sys.argv[1] != "wait" or '"protocol"' in answers[0]:
        print("\n".join(answers), flush=True)
        answers.clear()
if answers:
    print("\n".join(answers), flush=True)
