"""The command `schedule-spec`: finding the command asked for, and its exit code."""

from __future__ import annotations

import sys
from contextlib import suppress
from errno import ENOENT
from typing import TYPE_CHECKING

from schedule_conformance.base.interruption import Terminated, terminable
from schedule_conformance.base.printable import printable_lines
from schedule_conformance.base.streams import standard_streams
from schedule_conformance.base.usage import NotAPass, UsageError
from schedule_conformance.commands.parsing import parsed
from schedule_conformance.ports.process import PortUnusable

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "run": "ports",
    "merge": "ports",
    "list": "spec",
    "show": "spec",
    "explain": "spec",
    "audit": "sessions",
    "compare": "ports",
    "fuzz": "ports",
    "explore": "spec",
    "live": "sessions",
    "reference": "ports",
    "new-port": "ports",
}
"""Each command, in the order of the help, and the folder of `schedule_conformance.commands` that
has its module, with `_` for `-`: `add_parser` describes its options, and `run` carries it out and
returns an exit code. Modules import what is heavy only when they run."""

UNUSABLE_PORT = 2
USAGE = 3
NOT_A_PASS = 4
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; what follows `--` is the command line of a port."""
    with standard_streams(), terminable():
        return _carry_out(list(sys.argv[1:] if arguments is None else arguments))


def _carry_out(words: list[str]) -> int:
    try:
        options = parsed(words, COMMANDS)
        code: int = options.carry_out(options)
        sys.stdout.flush()
    except UsageError as error:
        return _complain(str(error), USAGE)
    except NotAPass as error:
        return _complain(f"this is not a pass: {error}", NOT_A_PASS)
    except PortUnusable as error:
        stderr = error.stderr.replace("\n", "\n  ")
        stderr = f"\nthe end of its stderr:\n  {stderr}" if stderr else ""
        return _complain(f"{error}{stderr}", UNUSABLE_PORT)
    except OSError as error:
        if error.filename is not None:  # of a file, and so not of our output: a defect
            raise
        if error.errno == ENOENT:  # no output has it: somebody asked for the working folder
            return _complain("the working folder is gone", USAGE)
        return _complain(f"the output cannot be written: {error.strerror}", USAGE)
    except Terminated as error:
        return _complain(str(error), 128 + error.number)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    return code


def _complain(text: str, code: int) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    shown = "\n".join(printable_lines(text))
    sys.stderr.write(f"schedule-spec: {shown}\n")
    return code
