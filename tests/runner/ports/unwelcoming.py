"""A port that greets in the wrong way that its argument names."""

import sys
import time

from echo import hello, say, show

request = {"seq": 0}
match sys.argv[1]:
    case "dies":
        print("no database", file=sys.stderr)
        sys.exit(3)
    case "hangs":
        time.sleep(3600)
    case "errors":
        say(request, error={"code": "internal_error"})
    case "does not support it":
        say(request, unsupported="I speak version 2 only")
    case "speaks another version":
        say(request, value=hello(protocol=2))
    case "has no name":
        say(request, value={"protocol": 1, "ops": []})
    case "prints a banner":
        show("Welcome!")
    case "answers another request":
        say({"seq": 5}, value=hello())
    case "prints a line without end":
        while True:
            sys.stdout.write("x" * 65536)
    case "says too much":
        sys.stdout.write('{"seq": 0, "value": {"protocol": 1, "name": "x", "ops": []}}\nReady.\n')
        sys.stdout.flush()
# It reads on and says no more: a second line beside the first would be another mistake.
for _ in sys.stdin:
    pass
