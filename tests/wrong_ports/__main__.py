"""``python -m wrong_ports NAME ...`` is a port that makes these mistakes, one or several.

``--list`` names them, and ``--write`` catalogues them.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import Any

from schedule_conformance.reference_port import operations as reference_port
from wrong_ports.catalogue import write
from wrong_ports.registry import PORTS
from wrong_ports.replacing import replaced


def _hello(name: str, hello: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    return {**hello(arguments), "name": f"wrong port {name}"}


def _serve() -> None:
    """Answer one request at a time, so that one that kills the port takes no other with it."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(reference_port._answer_line(line))
        sys.stdout.buffer.flush()


def main(arguments: list[str]) -> int:
    """Serve a port or write the catalogue; return the exit code."""
    match arguments:
        case ["--list"]:
            print(*PORTS, sep="\n")
        case ["--write"]:
            write()
        case names if names and PORTS.keys() >= set(names):
            hello = reference_port.OPS["hello"]
            with ExitStack() as mistakes:
                for name in names:
                    mistakes.enter_context(PORTS[name].installed())
                named = partial(_hello, " with ".join(names), hello)
                mistakes.enter_context(replaced({hello: named}))
                _serve()
        case _:
            print("usage: python -m wrong_ports NAME ... | --list | --write", file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
