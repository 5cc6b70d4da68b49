"""The command `schedule-spec`: finding the command asked for, and its exit code."""

from __future__ import annotations

import argparse
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from schedule_conformance.base.usage import UsageError
from schedule_conformance.ports.process import PortUnusable

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "run": "ports",
    "list": "spec",
    "show": "spec",
    "audit": "sessions",
    "fuzz": "ports",
    "explore": "spec",
    "live": "sessions",
    "reference": "ports",
}
"""Each command, in the order of the help, and the folder of `schedule_conformance.commands` that
has its module: `add_parser` describes its options, and `run` carries it out and returns an exit
code. Modules import what is heavy only when they run."""

UNUSABLE_PORT = 2
USAGE = 3
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; what follows `--` is the command line of a port."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    split = words.index("--") if "--" in words else len(words)
    parser = _parser()
    options = parser.parse_args(words[:split])
    options.port_words = words[split + 1 :]
    if options.port_words and not options.takes_port:
        parser.error(f"{options.command} runs no port: leave out what follows --")
    return _carry_out(options)


def _carry_out(options: argparse.Namespace) -> int:
    try:
        code: int = options.carry_out(options)
        sys.stdout.flush()
    except UsageError as error:
        return _complain(str(error), USAGE)
    except PortUnusable as error:
        stderr = f"\nthe end of its stderr:\n{error.stderr}" if error.stderr else ""
        return _complain(f"{error}{stderr}", UNUSABLE_PORT)
    except BrokenPipeError:  # the reader of our output has seen enough, as in `list | head`
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is not None:  # of a file, and so not of our output: a defect
            raise
        _discard_output()
        return _complain(f"the output cannot be written: {error.strerror}", USAGE)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    return code


def _discard_output() -> None:
    """Let nothing that waits to be written fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str, code: int) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"schedule-spec: {text}\n")
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="schedule-spec",
        description="The executable specification of Session-local Schedule, for its ports.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, folder in COMMANDS.items():
        module = import_module(f"schedule_conformance.commands.{folder}.{name}")
        command = module.add_parser(commands)
        command.set_defaults(carry_out=module.run)
    parser.set_defaults(takes_port=False)
    return parser
