"""A port that misbehaves as the `do` of a request asks, and else answers with its arguments.

An argument is the tz release of its data, which it keeps to itself.
"""

import os
import signal
import subprocess
import sys
import time

from echo import requests, say, show

HUGE = 1 << 16

withheld = []
for request in requests():
    seq = request["seq"]
    match request["args"].get("do"):
        case "die":
            print("oh no", file=sys.stderr)
            sys.exit(7)
        case "kill itself":
            os.abort()
        case "hang":
            time.sleep(3600)
        case "hang with a child":
            os.system(f"{sys.executable} -c 'import time; time.sleep(3600)'")  # noqa: S605
        case "leave a child that holds stdout":
            subprocess.Popen(["sleep", "20"], start_new_session=True)
            os._exit(1)
        case "kill itself in real time":
            os.kill(os.getpid(), signal.SIGRTMIN + 5)
            time.sleep(3600)
        case "panic":
            frames = "".join(f"  {n}: frame\n" for n in range(1000))
            print(f"thread 'main' panicked at src/main.rs:7\n{frames}the end", file=sys.stderr)
            os._exit(101)
        case "answer much":
            say(request, value="x" * request["args"]["much"])
        case "talk on":
            say(request, value=request["args"])
            for n in range(2000):
                show(f"tick {n}")
        case "print garbage":
            show("Listening on port 8080")
        case "print much garbage and answer":
            show("debug: one\ndebug: two\n\n[1, 2]\nnull")
            say(request, value=request["args"])
        case "print garbage for ever":
            while True:
                show("tick")
        case "print a line without end":
            while True:
                sys.stdout.write("x" * HUGE)
        case "answer with two members":
            say(request, value=1, error={"code": "not_future"})
        case "answer without a member":
            say(request)
        case "nest too deeply":
            show(f'{{"seq": {seq}, "value": {"[" * 100_000}{"]" * 100_000}}}')
        case "answer twice":
            say(request, value=request["args"])
            say(request, value=request["args"])
        case "answer what was not asked":
            say({"seq": 1_000_000}, value=None)
            say(request, value=request["args"])
        case "answer after the next":
            withheld.append(request)
            continue
        case "forget":
            continue
        case "close stdout":
            os.close(1)
            time.sleep(3600)
        case "flood stderr":
            for _ in range(1000):
                print("warning " * 100, file=sys.stderr)
            say(request, value=request["args"])
        case "outstay":
            say(request, value=request["args"])
            show("Bye.")
            time.sleep(3600)
        case "be unable":
            say(request, unsupported="not today")
        case "fail":
            say(request, error={"code": request["args"]["code"], "message": "as asked"})
        case "need a tz release":
            has_it = request["args"]["since"] <= sys.argv[1]
            say(request, value=request["args"] if has_it else "as before")
        case "be wrong":
            say(request, value="wrong")
        case "stop reading":
            os.close(0)
            say(request, value=request["args"])
            time.sleep(3600)
        case _:
            say(request, value=request["args"])
    for late in withheld:
        say(late, value=late["args"])
    withheld.clear()
