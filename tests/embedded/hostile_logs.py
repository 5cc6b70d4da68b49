"""Logs that an adversary or a broken disk wrote: used as they are, or refused and left alone."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from log_lines import HEADER, create, row

from session_schedule import CorruptLog, fold
from session_schedule.embedded import LogError, SessionLog, read_log, repair_log

_TOKENS = [
    b"\0" * 4_096, b"\n", b"\r", b"\xff", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"[" * 5_000,
    b'{"\\ud800":' * 300, b"1e999", b"-0", b"9" * 5_000, b'"\\ud800"', b"null", b"{}", b"[]",
    b'"seq":0', b'"type":"text-chunks"', b',"dt":[1,1,1]', b'"id":""', b'"seedLength":3',
]  # fmt: skip
"""What a log has in a wrong place, or has nowhere."""


def _sound() -> bytes:
    call = {"turn": 1, "step": 2, "index": 0, "dt": [1], "args": ["a", "b"], "id": "c", "name": "n"}
    events = [create(0), row(seq0=1), create(4, "b"), row("tool-call-chunks", call, seq0=5)]
    events += [create(7, "c"), {"type": "todo/write", "seq": 8, "time": 1, "data": ["é", 1.5]}]
    return b"".join(json.dumps(line).encode() + b"\n" for line in [HEADER, *events])


def _hostile(chance: random.Random) -> bytes:
    content = bytearray(_sound())
    for _ in range(chance.randint(1, 4)):
        place, token = chance.randrange(len(content)), chance.choice(_TOKENS)
        match chance.randrange(6):
            case 0:
                content[place] = chance.randrange(256)
            case 1:
                content[place:place] = token
            case 2:
                content[place : place + len(token)] = token
            case 3:
                del content[place : place + chance.randint(1, 200)]
            case 4:
                lines = content.split(b"\n")
                chance.shuffle(lines)
                content = bytearray(b"\n".join(lines))
            case _:
                del content[place:]
        content = content or bytearray(b"\0")
    return bytes(content)


def attack(folder: Path, count: int, seed: int) -> Counter[str]:
    """Give so many hostile logs to everything that takes one, and tell what happened.

    Raises:
        Exception: Something else than a refusal came of one: a defect.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    tally: Counter[str] = Counter({"logs": count, "refused logs that were changed": 0})
    uses: list[Callable[[Path], object]] = [read_log, _go_on, repair_log]
    for number in range(count):
        path = folder / f"{number}.jsonl"
        for use in uses:
            content = _hostile(chance)
            path.write_bytes(content)
            try:
                use(path)
                tally["uses of one"] += 1
            except LogError as error:
                tally["refusals of one"] += 1
                tally["refused logs that were changed"] += path.read_bytes() != content
                _check_message(str(error))
        for file in folder.iterdir():
            file.unlink()
    return tally


def _check_message(message: str) -> None:
    assert len(message.splitlines()) == 1, message
    message.encode()


def _go_on(path: Path) -> None:
    with SessionLog.open(path) as log:
        try:
            fold(log.events, log.header.seed_length or 0)
        except CorruptLog as error:
            str(error).encode()
        before = [bytes(event.text) for event in log.events]
        log.append("todo/write", 1)
        log.barrier()
    assert [bytes(event.text) for event in read_log(path).events] == [*before, b"1"]
