"""``python -m wrong_ports NAME`` is a wrong port; ``--list`` names them; ``--write`` catalogues."""

from __future__ import annotations

import sys
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
        case [name] if name in PORTS:
            hello = reference_port.OPS["hello"]
            with PORTS[name].installed(), replaced({hello: partial(_hello, name, hello)}):
                _serve()
        case _:
            print("usage: python -m wrong_ports NAME | --list | --write", file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
