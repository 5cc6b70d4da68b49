"""Every way in which the text of a section is made to say something else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from binding.chapters import Section
from binding.data import CODES
from binding.facts import COUNTS, Fact, facts
from schedule_conformance.corpus.examples import BLOCK


class Alteration(msgspec.Struct, frozen=True):
    """One fact, or one leaf of an example's expectation, replaced by another.

    Attributes:
        kind: The sort of fact, or ``expectation``.
        before: What the text says.
        after: What it is made to say.
        fact: The fact that is altered; None for an expectation.
        section: The section with the altered text.
    """

    kind: str
    before: str
    after: str
    fact: Fact | None
    section: Section

    @property
    def altered_fact(self) -> Fact | None:
        """The fact as it stands in the altered text."""
        if self.fact is None:
            return None
        end = self.fact.start + len(self.after)
        return Fact(self.fact.kind, self.fact.start, end, self.after)


def alterations(section: Section) -> Iterator[Alteration]:
    """Every alteration of a section, in the order of the text."""
    for fact in facts(section.text):
        after = altered(fact)
        text = section.text[: fact.start] + after + section.text[fact.end :]
        yield Alteration(fact.kind, fact.text, after, fact, section.with_text(text))
    yield from _expectations(section)


def altered(fact: Fact) -> str:
    """Another claim of the same sort."""
    match fact.kind:
        case "must":
            return "MUST" if fact.text == "MUST NOT" else "MUST NOT"
        case "verdict":
            return "valid"
        case "code":
            return f"`{another_code(fact.text.strip('`'))}`"
        case "count":
            return COUNTS[(COUNTS.index(fact.text.lower()) + 1) % len(COUNTS)]
        case "number":
            return another_number(fact.text)
        case "character":
            return f"U+{int(fact.text.removeprefix('U+'), 16) + 1:04X}"
        case "citation":
            return f"{fact.text.partition('-')[0]}-99"
        case _:
            return another_text(fact.text)


def another_code(code: str) -> str:
    """The next of the stable codes."""
    return CODES[(CODES.index(code) + 1) % len(CODES)]


def another_number(text: str) -> str:
    """A number whose last digits are one more, in as many places; a 9 at the end becomes an 8."""
    *_, last = re.finditer(r"[0-9]+", text)
    digits = last[0]
    number = int(digits) - 1 if set(digits) == {"9"} else int(digits) + 1
    return text[: last.start()] + f"{number:0{len(digits)}}" + text[last.end() :]


def another_text(text: str) -> str:
    """A text in which one letter or digit in the middle, or else one sign, is another."""
    places = [place for place, sign in enumerate(text) if sign.isalnum()]
    places = places or [place for place, sign in enumerate(text) if sign not in "`| "]
    place = places[len(places) // 2]
    return text[:place] + _another_sign(text[place]) + text[place + 1 :]


def _another_sign(sign: str) -> str:
    if sign.isdigit():
        return str((int(sign) + 1) % 10)
    return ("y" if sign in "xX" else "x") if sign.isalpha() else ("+" if sign == "-" else "-")


def _expectations(section: Section) -> Iterator[Alteration]:
    for block in BLOCK.finditer(section.text):
        example = json.loads(block["json"])
        for path in list(_leaves(example["expect"])):
            other = json.loads(block["json"])
            before, after = _replace(other["expect"], path)
            text = json.dumps(other, indent=1)
            changed = (
                f"{section.text[: block.start('json')]}{text}\n{section.text[block.end('json') :]}"
            )
            yield Alteration("expectation", before, after, None, section.with_text(changed))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to whatever is no object or array, and to objects and arrays that are empty."""
    if isinstance(value, dict) and value:
        for key, member in value.items():
            yield from _leaves(member, (*path, key))
    elif isinstance(value, list) and value:
        for place, member in enumerate(value):
            yield from _leaves(member, (*path, place))
    else:
        yield path


def _replace(tree: Any, path: tuple[Any, ...]) -> tuple[str, str]:
    *way, last = path
    for step in way:
        tree = tree[step]
    before = tree[last]
    tree[last] = _another_value(before)
    return json.dumps(before), json.dumps(tree[last])


def _another_value(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str() if value in CODES:
            return another_code(value)
        case str() if any(map(str.isalnum, value)):
            return another_text(value)
        case list():
            return [None]
        case dict():
            return {"x": None}
        case _:
            return "x"
