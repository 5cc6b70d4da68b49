"""The text of a rule, Markdown of our own, as HTML: paragraphs, lists, examples, code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schedule_conformance.report.html.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.corpus.rules import Rule

_FENCE = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`|\[([^\]]+)\]\([^)]*\)|\*\*([^*]+)\*\*|\*([^*]+)\*")


def rule_text(rule: Rule) -> Markup:
    """The text of a rule; its examples are left to the cases."""
    text = _FENCE.sub("", rule.text)
    return joined(*map(_block, filter(None, map(str.strip, re.split(r"\n\s*\n", text)))))


def _block(text: str) -> Markup:
    if text.startswith(("|", "- ", "1. ")):
        return element("pre", text)
    return element("p", *_inline(" ".join(text.splitlines())))


def _inline(text: str) -> Iterator[Markup | str]:
    last = 0
    for match in _INLINE.finditer(text):
        yield text[last : match.start()]
        code, link, strong, emphasis = match.groups()
        if code is not None:
            yield element("code", code)
        elif link is not None:
            yield from _inline(link)
        else:
            yield element("strong" if strong else "em", strong or emphasis)
        last = match.end()
    yield text[last:]
