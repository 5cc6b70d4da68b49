"""`schedule-spec reference`: the reference as a port, on stdin and stdout."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "reference", help="serve the reference over the protocol, on stdin and stdout"
    )
    return parser


def run(options: Namespace) -> int:  # noqa: ARG001 - it has no options
    """Serve requests until the input ends."""
    from schedule_conformance.reference_port import operations as reference_port  # noqa: PLC0415 - only this command needs it

    reference_port.serve(sys.stdin.fileno(), sys.stdout.fileno())
    return 0
