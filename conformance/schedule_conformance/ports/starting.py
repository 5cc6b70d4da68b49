"""Starting a command: its pipes, or why it could not be started, for a person to mend it."""

from __future__ import annotations

import errno
from typing import IO, TYPE_CHECKING, cast

from schedule_conformance.base.printable import excerpt

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence

_LONGEST = 200


def pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """The pipes of a process that was started with all three."""
    return cast(
        "tuple[IO[bytes], IO[bytes], IO[bytes]]", (process.stdin, process.stdout, process.stderr)
    )


def why_not_started(arguments: Sequence[str], error: Exception) -> str:
    """One sentence about a command line that the system would not start."""
    if not arguments or not arguments[0]:
        return "the command of the port is empty"
    program = excerpt(arguments[0], _LONGEST)
    if not isinstance(error, OSError):
        return f"cannot start {program}: {error}"
    first = _first_line(arguments[0])
    if error.errno == errno.ENOENT and first.startswith("#!"):
        return f"cannot start {program}: its interpreter is not there; its first line is {first!r}"
    if error.errno == errno.ENOEXEC:
        return (
            f"cannot start {program}: {error.strerror}; a script must begin with #! and its"
            " interpreter, and a binary must be one for this machine"
        )
    return f"cannot start {program}: {error.strerror}"


def _first_line(program: str) -> str:
    """The first line of a file; empty if there is none to read."""
    try:
        with open(program, "rb") as file:  # noqa: PTH123 - as the system would read it
            return file.readline(_LONGEST).rstrip(b"\n").decode(errors="replace")
    except (OSError, ValueError):
        return ""
