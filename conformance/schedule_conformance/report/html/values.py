"""JSON values as a reader sees them, with the places marked in which two of them differ."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import printable
from schedule_conformance.judging.compare import comparable, same
from schedule_conformance.report.html.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.judging.verdict import Outcome

LONGEST = 6000
"""How many characters of a value are shown."""

_INLINE = 72


def shown(content: Any) -> Markup:
    """A value, laid out; what is too long is cut, and says so."""
    return _block(_laid_out(content, content), content)


def expected_and_got(outcome: Outcome) -> tuple[Markup, Markup | None]:
    """What was expected, and what came, with the difference marked in both."""
    case, answer = outcome.case, outcome.answer
    expected, got = case.expect, answer
    if got is None:
        return (shown(expected.value) if expected.accepts else _error(expected.error)), None
    if expected.accepts and got.value is not UNSET:
        left, right = comparable(case.op, expected.value, got.value)
        return _block(_laid_out(left, right), left), _block(_laid_out(right, left), right)
    code = got.error if got.error is UNSET else got.error.code
    marked_got = shown(got.value) if code is UNSET else _error(code)
    marked_expected = shown(expected.value) if expected.accepts else _error(expected.error)
    return element("mark", marked_expected), element("mark", marked_got)


def _error(code: Any) -> Markup:
    return element("pre", f"error {code}")


def _block(content: Markup, value: Any) -> Markup:
    whole = printable(jsontext.encode(value).decode())
    if len(whole) <= LONGEST:
        return element("pre", content)
    note = f"… the first {LONGEST} of {len(whole)} characters; --report jsonl=FILE has all of them"
    return joined(element("pre", whole[:LONGEST]), element("p", note, class_="cut"))


def _laid_out(value: Any, other: Any, indent: str = "") -> Markup:
    """A value over as many lines as it needs; what is not the same in `other` is marked."""
    if isinstance(value, str) and isinstance(other, str) and value != other:
        return _marked_text(value, other)
    if not isinstance(value, (dict, list)) or not isinstance(other, type(value)):
        text = _text(value)
        return joined(text) if same(value, other) else element("mark", text)
    if len(plain := _text(value)) <= _INLINE and same(value, other):
        return joined(plain)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if not value:
        return element("mark", opening + closing)
    inner = indent + "  "
    members = list(_members(value, other, inner))
    lines = [
        joined(inner, member, "," if place < len(members) - 1 else "")
        for place, member in enumerate(members)
    ]
    return joined(opening, "\n", Markup("\n".join(lines)), "\n", indent, closing)


def _members(value: Any, other: Any, indent: str) -> Iterator[Markup]:
    if isinstance(value, list):
        for place, member in enumerate(value):
            if place < len(other):
                yield _laid_out(member, other[place], indent)
            else:
                yield element("mark", _laid_out(member, member, indent))
        return
    for key, member in value.items():
        name = f"{_text(key)}: "
        if key in other:
            yield joined(name, _laid_out(member, other[key], indent))
        else:
            yield element("mark", name, _laid_out(member, member, indent))


def _marked_text(value: str, other: str) -> Markup:
    """A text whose middle is marked: what it does not begin or end with like the other."""
    most = min(len(value), len(other))
    start = next((at for at in range(most) if value[at] != other[at]), most)
    same_end = next(
        (at for at in range(most - start) if value[-1 - at] != other[-1 - at]), most - start
    )
    end = len(value) - same_end
    return joined(
        '"',
        _quoted(value[:start]),
        element("mark", _quoted(value[start:end]), class_="place"),
        _quoted(value[end:]),
        '"',
    )


def _text(value: Any) -> str:
    return printable(jsontext.encode(value).decode())


def _quoted(text: str) -> str:
    return printable(json.dumps(text, ensure_ascii=False)[1:-1])
