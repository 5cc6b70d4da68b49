"""Writes what the clean-room port had to ask: ``python docs/evidence/clean_room.py``.

The port was written from the text alone. Each question that it had to ask is a hole in the text;
the record beside this file tells what fills it now, with the words to be found there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PAGE = FOLDER / "clean-room.md"
RECORD = FOLDER / "clean-room.json"

_OPENING = """\
# A port from the text alone

The [JavaScript port](../../conformance/ports/javascript/README.md) was written from
[spec](../../spec/README.md) and [protocol](../../conformance/protocol.md) alone, by somebody
who read neither the reference nor upstream nor the corpus before the first version was
finished. What it got wrong, and what it had to ask, are faults of the text. This page is
written by `python docs/evidence/clean_room.py`; a test looks up each quotation.
"""
_OUTCOMES = {"mended": "the text says now", "stood": "the text said"}
_HELD = {True: "held", False: "was wrong", None: "is asked no more, or nobody sees it"}


def record() -> dict[str, Any]:
    """Return what was recorded of the first run, the questions and the divergences."""
    content: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return content


def page() -> str:
    """Return the text of the page."""
    content = record()
    lines = [*_first_run(content["first_run"]), *_questions(content), *_divergences(content)]
    return "\n".join([_OPENING, *lines]) + "\n"


def _first_run(first: dict[str, Any]) -> Iterator[str]:
    total = [sum(row[name] for row in first["chapters"].values()) for name in ("passed", "failed")]
    yield "## Its first run"
    yield ""
    yield f"{total[0]:,} passed and {total[1]} failed, on {first['runtime']} with tz {first['tz']}."
    yield "*tz* differ by the release, *may* where the rules leave a choice."
    yield ""
    yield "| chapter | passed | failed | tz | may |"
    yield "|---|---:|---:|---:|---:|"
    for chapter, row in first["chapters"].items():
        yield f"| {chapter} | {row['passed']} | {row['failed']} | {row['tz']} | {row['may']} |"
    yield ""
    yield "Failed: " + ", ".join(f"`{case}`" for case in first["failures"]) + ", both by the"
    yield "first question below. With that mended, all passed."
    yield ""


def _questions(content: dict[str, Any]) -> Iterator[str]:
    questions = content["questions"]
    mended = sum(entry["outcome"] == "mended" for entry in questions)
    yield "## What it had to ask"
    yield ""
    yield f"{len(questions)} questions, each with a guess that it went on with."
    yield f"For {mended} the text was mended; of the others it had said enough."
    yield ""
    yield "| | of | question | guess | what fills it |"
    yield "|---:|---|---|---|---|"
    for number, entry in enumerate(questions, 1):
        answer = f"{_OUTCOMES[entry['outcome']]}, {entry['by']}: “{entry['says']}”"
        guess = f"{entry['guess']}: {_HELD[entry['held']]}"
        row = (number, ", ".join(entry["rules"]), entry["question"], guess, answer)
        yield f"| {' | '.join(map(str, row))} |"
    yield ""


def _divergences(content: dict[str, Any]) -> Iterator[str]:
    yield "## What fuzzing found"
    yield ""
    yield "Differences from the reference in scenarios that no case decides. The port follows the"
    yield "reference there, or the rules permit both."
    yield ""
    yield "| of | difference | what fills it |"
    yield "|---|---|---|"
    for entry in content["divergences"]:
        answer = f"{entry['by']}: “{entry['says']}”"
        yield f"| {', '.join(entry['rules'])} | {entry['what']} | {answer} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
