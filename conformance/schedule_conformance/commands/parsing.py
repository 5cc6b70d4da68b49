"""Reading a command line; what is misspelt is refused, and the nearest right word named."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from schedule_conformance.base.extras import PACKAGE
from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

USAGE = 3
_INVALID_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)")


class _Version(argparse.Action):
    """Prints the version; looking it up costs more than all of start-up, so not before."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"{PACKAGE} {version(PACKAGE)}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        # An option that is nearly right may be another one in the next release.
        super().__init__(**{**settings, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        if (match := _INVALID_CHOICE.search(message)) is not None:
            choices = [choice.strip(" '") for choice in match[2].split(",")]
            message += did_you_mean(match[1], choices)
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {printable(message)}\n")


def parsed(words: Sequence[str], folders: Mapping[str, str]) -> argparse.Namespace:
    """The options of the command asked for; `port_words` is what follows `--`, None without it.

    `folders` has the name of each command and the folder with its module. What cannot be read ends
    the process, with exit code 3.
    """
    split = words.index("--") if "--" in words else len(words)
    parser, commands = _parsers(folders)
    options, unread = parser.parse_known_args(words[:split])
    command = commands[options.command]
    if unread:
        command.error(_complaint(unread[0], command, takes_port=options.takes_port))
    options.port_words = list(words[split + 1 :]) if split < len(words) else None
    if options.port_words is not None and not options.takes_port:
        command.error(f"{options.command} runs no port: leave out what follows --")
    if options.port_words == []:
        command.error("nothing follows --, where the command of the port belongs")
    return options


def hint_at_port(word: str) -> str:
    """The end of a sentence about a word that seems to begin the command of a port."""
    if "\0" in word or not (shutil.which(word) or (Path(word).is_file())):
        return ""
    return "; if it is the command of the port, put -- before it"


def _complaint(word: str, command: argparse.ArgumentParser, *, takes_port: bool) -> str:
    if word.startswith("-"):
        known = [option for action in command._actions for option in action.option_strings]
        name = word.partition("=")[0]
        return f"there is no option {name}{did_you_mean(name, known)}"
    hint = hint_at_port(word) if takes_port else ""
    return f"unrecognized argument: {word}{hint}"


def _parsers(folders: Mapping[str, str]) -> tuple[_Parser, dict[str, argparse.ArgumentParser]]:
    parser = _Parser(
        prog="schedule-spec",
        description="The executable specification of Session-local Schedule, for its ports.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    parsers: dict[str, argparse.ArgumentParser] = {}
    for name, folder in folders.items():
        module_name = name.replace("-", "_")
        module = import_module(f"schedule_conformance.commands.{folder}.{module_name}")
        parsers[name] = module.add_parser(commands)
        parsers[name].set_defaults(carry_out=module.run)
    parser.set_defaults(takes_port=False)
    return parser, parsers
