"""A small agent harness with reminders: one conversation, one inbox, one turn at a time.

Usage: python embedded.py SESSION_LOG
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from session_schedule.embedded import Schedule, SessionLog


class Conversation:
    """The agent: busy from the moment that a message waits until its turn is over."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[str] = asyncio.Queue()
        self.idle = asyncio.Event()
        self.idle.set()

    # What Schedule asks of an agent.

    def claim(self) -> Callable[[], None] | None:
        """Give the idle phase away, or refuse while busy."""
        return self.release if self.idle.is_set() else None

    def release(self) -> None:
        """Nothing to do: until the release nothing else runs in this event loop."""

    async def wait_until_idle(self) -> None:
        """Wait for the end of the last turn."""
        await self.idle.wait()

    def follow_up(self, text: str) -> None:
        """Admit a reminder, as any other message."""
        self.send(text)

    # What the harness does anyway.

    def send(self, text: str) -> None:
        """Queue a message of the user."""
        self.idle.clear()
        self.inbox.put_nowait(text)

    async def take_turns(self, schedule: Schedule) -> None:
        """Take turns for ever."""
        while True:
            await turn(schedule, await self.inbox.get())
            if self.inbox.empty():
                self.idle.set()
                schedule.wake()


async def turn(schedule: Schedule, message: str) -> None:
    """Let the model answer one message, and run the tools that it calls."""
    print(f"\n--- turn: {message}")
    for tool, arguments in model(message):
        print(f"    {tool} {json.dumps(arguments)}")
        answer = await schedule.call(tool, arguments)
        print(f"    {summary(answer)}")


def model(message: str) -> list[tuple[str, dict[str, Any]]]:
    """Stand in for a language model: return the tool calls that it would make."""
    if message.startswith("[SCHEDULE REMINDER"):
        return [("schedule_list", {})]
    return [
        ("schedule_create", {"prompt": "take the tea out", "after_seconds": 1}),
        ("schedule_create", {"prompt": "drink water", "every_seconds": 10}),
        ("schedule_create", {"prompt": "drink water", "every_seconds": 600}),
    ]


def summary(answer: Any) -> str:
    """Return the parts of an answer that are the same in each run."""
    if isinstance(answer, list):
        return f"{len(answer)} active: {', '.join(view['prompt'] for view in answer)}"
    if "code" in answer:
        return f"{answer['code']}: {answer['message']}"
    return f"{answer['id']} is {answer['state']}"


async def main(path: Path) -> None:
    """Open the session and converse for two seconds."""
    log = SessionLog.open(path) if path.exists() else SessionLog.create(path)
    conversation = Conversation()
    async with Schedule(log, conversation) as schedule:
        print("tools:", ", ".join(tool["name"] for tool in schedule.tools))
        turns = asyncio.create_task(conversation.take_turns(schedule))
        conversation.send("Remind me of my tea, and to drink.")
        await asyncio.sleep(2)
        turns.cancel()
    log.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
