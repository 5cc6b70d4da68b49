"""The examples in the text of the spec, as cases.

An example is a fenced block of the info string ``json example`` inside a rule: one JSON object
with ``op``, ``args`` and ``expect``, as in a case file, and perhaps ``tags`` or ``tz``. The nth of
rule FOLD-3 is the case ``spec/FOLD-3/n``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.corpus.case import Case, CorpusError
from schedule_conformance.corpus.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schedule_conformance.corpus.rules import Rule

BLOCK = re.compile(r"^```json example\n(?P<json>.*?)^```$", re.MULTILINE | re.DOTALL)

_OWN = {"id", "rules", "why"}


def load_examples(folder: Path) -> list[Case]:
    """Every example of the chapters in a folder, in the order of the rules.

    Raises:
        CorpusError: an example is malformed.
    """
    return [case for rule in load_rules(folder).values() for case in examples_of(rule)]


def examples_of(rule: Rule) -> Iterator[Case]:
    """The examples in the text of a rule.

    Raises:
        CorpusError: an example is malformed.
    """
    for number, block in enumerate(BLOCK.finditer(rule.text), start=1):
        name = f"spec/{rule.id}/{number}"
        own = {"id": name, "rules": [rule.id], "why": f"{rule.title}."}
        try:
            members: Any = jsontext.decode(block["json"].encode("utf-8", "surrogatepass"))
            if not isinstance(members, dict) or _OWN & members.keys():
                raise ValueError("an example is an object without id, rules and why")
            yield msgspec.convert(own | members, Case)
        except ValueError as error:
            raise CorpusError(f"spec/{rule.chapter}.md: example {name}: {error}") from None
