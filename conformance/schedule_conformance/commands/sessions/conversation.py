"""An interactive session: a person creates, lists and deletes, and is the one who is reminded."""

from __future__ import annotations

import re
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.base.printable import printable
from schedule_conformance.commands.sessions.terminal import Terminal
from session_schedule import CorruptLog, fold
from session_schedule.embedded import InvalidCall, Schedule, SessionLog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HELP = """\
after SECONDS TEXT         once, after a delay; 90, 90s, 5m, 2h and 1d are delays
every SECONDS TEXT         again and again, at least 300 seconds apart
at INSTANT TEXT            once, at an instant such as 2030-01-31T09:00:00Z or ...T10:00:00+01:00
at DATE TIME ZONE TEXT     once, at a local time such as 2030-01-31 10:00:00 Europe/Berlin
list                       what is active
delete ID                  end a reminder
help                       this text
quit                       leave; what is active stays in the file"""

_DURATION = re.compile(r"(-?[0-9]{1,15}(?:\.[0-9]{1,9})?)([smhd]?)")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}


class Unreadable(Exception):
    """A line that is no command; the text says what would be one."""


class ToolCall(msgspec.Struct, frozen=True):
    """The tool call that a line asks for."""

    tool: str
    arguments: dict[str, Any]


class Person:
    """The agent of the session: always idle, and a turn is over when its message was shown."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._messages: list[str] = []

    def claim(self) -> Callable[[], None]:
        """Give the idle phase; what was queued in it is shown when it ends."""
        return self._show_messages

    async def wait_until_idle(self) -> None:
        """Return at once."""

    def follow_up(self, text: str) -> None:
        """Queue a message."""
        self._messages.append(text)

    def _show_messages(self) -> None:
        messages, self._messages = self._messages, []
        for text in messages:
            self._terminal.show("\n".join(f"  | {line}" for line in text.split("\n")))


async def converse(path: Path) -> None:
    """Open the session in a file, or a new one, and serve its terminal until the person leaves.

    Raises:
        LogError: The file is no session log that can be used.
    """
    log = SessionLog.open(path) if path.exists() else SessionLog.create(path)
    terminal = Terminal()
    try:
        async with Schedule(log, Person(terminal)) as schedule:
            terminal.show(f"session {printable(log.header.id)}; help tells what to type")
            if (warning := _warning(log, path)) is not None:
                terminal.show(warning)
            async with aclosing(terminal.lines()) as lines:
                async for line in lines:
                    match line.split():
                        case ["quit"]:
                            break
                        case ["help"]:
                            terminal.show(HELP)
                        case []:
                            terminal.ask()
                        case _:
                            terminal.show(await _reply(schedule, line))
            terminal.close(f"left; what is active stays in {path}")
    finally:
        log.close()


def _warning(log: SessionLog, path: Path) -> str | None:
    """What a person must know of a log that opens and is corrupt all the same (DUE-18, TOOL-6)."""
    try:
        fold(log.events, log.header.seed_length or 0)
    except CorruptLog as error:
        event = "" if error.event is None else f"event {error.event}: "
        return (
            f"the log is corrupt, so nothing is delivered, created, listed or deleted: {event}"
            f"{error}\nschedule-spec audit {path} tells all that is wrong with it"
        )
    return None


async def _reply(schedule: Schedule, line: str) -> str:
    try:
        call = parse(line)
        answer = await schedule.call(call.tool, call.arguments)
    except (Unreadable, InvalidCall) as error:
        return str(error)
    return describe(answer)


def parse(line: str) -> ToolCall:
    """Return the tool call that a line asks for.

    Raises:
        Unreadable: It asks for none.
    """
    match line.split(maxsplit=2):
        case ["list"]:
            return ToolCall("schedule_list", {})
        case ["delete", id_]:
            return ToolCall("schedule_delete", {"id": id_})
        case [("after" | "every") as kind, duration, prompt]:
            return _create(prompt, f"{kind}_seconds", _seconds(duration))
        case ["at", instant, prompt] if "T" in instant:
            return _create(prompt, "at", instant)
        case ["at", date, rest] if len(words := rest.split(maxsplit=2)) == 3:
            time, time_zone, prompt = words
            return _create(prompt, "at", {"date": date, "time": time, "time_zone": time_zone})
        case _:
            raise Unreadable("not a command; type one of:\n" + HELP)


def _create(prompt: str, selector: str, value: object) -> ToolCall:
    return ToolCall("schedule_create", {"prompt": prompt, selector: value})


def _seconds(duration: str) -> int | float:
    match = _DURATION.fullmatch(duration)
    if match is None:
        raise Unreadable(f"{duration!r} is no delay; 90, 90s, 5m, 2h and 1d are")
    number, unit = match.groups()
    return (float(number) if "." in number else int(number)) * _UNITS[unit]


def describe(answer: Any) -> str:
    """Return an answer of a tool as lines for a person."""
    match answer:
        case []:
            return "nothing is active"
        case list(views):
            return "\n".join(map(describe, views))
        case {"scheduledAt": scheduled_at}:
            interval = f"  every {answer['everySeconds']} s" if "everySeconds" in answer else ""
            prompt = printable(answer["prompt"])
            return f"{answer['id']}  {answer['state']} {scheduled_at}{interval}  {prompt}"
        case {"deleted": deleted}:
            return f"{printable(answer['id'])} {'is deleted' if deleted else 'is not active'}"
        case {"code": code, "message": message}:
            return f"{code}: {message}"
    raise TypeError(f"not an answer of a tool: {answer!r}")
