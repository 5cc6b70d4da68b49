"""The state machines of the spec: of each a diagram drawn from its table, and the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from binding.data import read

MACHINES = ("record", "owner", "call", "log")

MOST_DRAWN = 4
"""From how many states a transition may lead to be drawn; what leads from all is in the table."""


def _shown(machine: str) -> Iterator[str]:
    content = read(f"machines/{machine}")
    yield from (content["about"], "")
    yield from _diagram(content)
    yield from ("", "| state | |", "|---|---|")
    yield from (f"| {state['state']} | {state['is']} |" for state in content["states"])
    yield from ("", "| from | event | if | to | effect | rules |", "|---|---|---|---|---|---|")
    for row in content["transitions"]:
        states, rules = ", ".join(row["from"]), ", ".join(row["rules"])
        cells = (states, row["event"], row["guard"], row["to"], row["effects"], rules)
        yield f"| {' | '.join(cells)} |"
    hidden = [row for row in content["transitions"] if "unexplored" in row]
    if hidden:
        yield from ("", "Exploration does not reach:", "")
        yield from (f"- {row['event']}, to {row['to']}: {row['unexplored']}." for row in hidden)


def _diagram(content: dict[str, Any]) -> Iterator[str]:
    """A state diagram in the language of Mermaid."""
    events: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in content["transitions"]:
        if len(row["from"]) > MOST_DRAWN:
            continue
        for state in row["from"]:
            told = events[state, row["to"]]
            if row["event"] not in told:
                told.append(row["event"])
    yield from ("```mermaid", "stateDiagram-v2")
    yield f"    [*] --> {_name(content['states'][0]['state'])}"
    for state in content["states"]:
        yield f"    {_name(state['state'])} : {state['state']}"
    for (state, following), told in events.items():
        yield f"    {_name(state)} --> {_name(following)} : {', '.join(told)}"
    yield "```"


def _name(state: str) -> str:
    return state.replace(" ", "_")


SHOWN = {f"machine {machine}": partial(_shown, machine) for machine in MACHINES}
"""What the page of the machines holds in each marked place, line by line."""
