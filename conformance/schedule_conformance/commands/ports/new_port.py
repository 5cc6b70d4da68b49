"""`schedule-spec new-port`: the beginning of a port, in a folder of its own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedule_conformance.base.printable import printable
from schedule_conformance.ports import starters

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_parser(commands: Any) -> ArgumentParser:
    """Describe the command."""
    parser: ArgumentParser = commands.add_parser(
        "new-port",
        help="begin a port in a language",
        description="Writes the beginning of a port: it answers hello, says of all else that it is"
        " unsupported, and has places where your code is called. No file is written over.",
    )
    there_are = ", ".join(starters.names())
    parser.add_argument("language", metavar="LANG", help=there_are)
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, nargs="?", help="where it goes (LANG-port)"
    )
    return parser


def run(options: Namespace) -> int:
    """Write the starter, and print what comes next."""
    name = starters.find(options.language)
    starter = starters.load(name)
    folder = options.folder or Path(f"{name}-port")
    files = starters.put(name, folder)
    print(f"{printable(str(folder))}: {', '.join(file.as_posix() for file in files)}")
    if not starter.tested:
        print(f"note: this {starter.title} was never compiled: no test has a toolchain for it")
    print(f"  cd {printable(shlex.quote(str(folder)))}")
    for command in starter.build:
        print(f"  {shlex.join(command)}")
    print(f"  schedule-spec run --class decoder -- {shlex.join(starter.run)}")
    return 0
