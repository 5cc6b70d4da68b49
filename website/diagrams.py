"""State diagrams: Mermaid in the texts, where hosts of repositories draw it, Graphviz in the site.

Graphviz draws them at build time, so that the site needs no script for them and no network.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_BLOCK = re.compile(r"^```mermaid\nstateDiagram-v2\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_STATE = re.compile(r"^\s*(?P<name>\w+) : (?P<label>.+)$")
_ARROW = re.compile(r"^\s*(?P<start>\w+|\[\*\]) --> (?P<end>\w+|\[\*\])(?: : (?P<label>.+))?$")
_START = "[*]"
_DOT = 'shape=circle label="" width=0.15 fillcolor="#35568a"'
_STYLE = """\
 bgcolor=transparent; rankdir=TB; nodesep=0.3; ranksep=0.5;
 node [shape=box style="rounded,filled" fillcolor="#eef3fb" color="#35568a"];
 node [fontname="sans-serif" fontsize=12];
 edge [color="#5b6b82" fontname="sans-serif" fontsize=10];
"""


def as_graphviz(text: str) -> str:
    """Return a Markdown text with its state diagrams as Graphviz directives.

    Raises:
        ValueError: a line of a diagram is none that is known here.
    """
    return _BLOCK.sub(lambda block: _directive(block["body"]), text)


def _directive(body: str) -> str:
    lines = [line for line in body.splitlines() if line.strip()]
    states = [state["name"] for line in lines if (state := _STATE.match(line))]
    graph = "\n".join(_statement(line, states) for line in lines)
    return f"```{{graphviz}}\ndigraph {{\n{_STYLE}{graph}\n}}\n```"


def _statement(line: str, states: Sequence[str]) -> str:
    """A line in Graphviz's language.

    What leads back to a state that was named before does not pull it down, so that the usual way
    reads from top to bottom.
    """
    if state := _STATE.match(line):
        return f" {state['name']} [label={_quoted(state['label'])}];"
    arrow = _ARROW.match(line)
    if arrow is None:
        raise ValueError(f"not a line of a state diagram: {line.strip()}")
    if arrow["start"] == _START:
        return f" start [{_DOT}]; start -> {arrow['end']};"
    label = (arrow["label"] or "").replace("`", "").replace(", ", ",\n")
    back = states.index(arrow["end"]) < states.index(arrow["start"])
    constraint = " constraint=false" if back else ""
    return f" {arrow['start']} -> {arrow['end']} [label={_quoted(label)}{constraint}];"


def _quoted(label: str) -> str:
    return json.dumps(label, ensure_ascii=False)
