"""What the site adds to a rule: its cases, its code, and its permanent address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from schedule_conformance.corpus.case import Case
from schedule_conformance.corpus.examples import BLOCK
from schedule_conformance.corpus.rules import Rule
from website.layout import code_page
from website.links import relative

_HEADING = re.compile(r"^### (?P<id>[A-Z]+-[1-9][0-9]*) — .+$", re.MULTILINE)
_NEXT = re.compile(r"^#{1,3} ", re.MULTILINE)
_NAMES = {".py": "Python", ".js": "JavaScript"}


class Additions:
    """Knows the cases and the code of each rule."""

    def __init__(
        self, cases: Iterable[Case], code: Mapping[str, Mapping[PurePosixPath, int]]
    ) -> None:
        self._cases = Counter(rule for case in cases for rule in set(case.rules))
        self._code = code

    def add(self, text: str, place: PurePosixPath) -> str:
        """Return a chapter with a line below each rule, and below each example a way to try it."""
        headings = list(_HEADING.finditer(text))
        if not headings:
            return text
        parts = [text[: headings[0].start()]]
        for heading in headings:
            following = _NEXT.search(text, heading.end())
            end = following.start() if following else len(text)
            body = _with_trials(text[heading.end() : end], heading["id"], place)
            parts += [heading[0], body.rstrip(), "\n\n", self._line(heading["id"], place), "\n\n"]
            after = next((one for one in headings if one.start() >= end), None)
            parts.append(text[end : after.start() if after else len(text)])
        return "".join(parts)

    def index(self, rules: Iterable[Rule]) -> str:
        """Return the rows of a table of all rules."""
        return (
            "\n".join(
                f"| {rule.id} | {rule.title} | {self._cases[rule.id]} | {rule.source} |"
                for rule in rules
            )
            + "\n"
        )

    def _line(self, rule: str, place: PurePosixPath) -> str:
        return f'<p class="rule-line">{" · ".join(self._facts(rule, place))}</p>'

    def _facts(self, rule: str, place: PurePosixPath) -> Iterator[str]:
        yield f'<a href="#{rule}">#{rule}</a>'
        if number := self._cases[rule]:
            corpus = relative(PurePosixPath("corpus.html"), place)
            cases = f"{number} case{'s' if number > 1 else ''}"
            yield f'<a href="{corpus}#rule={rule}">{cases}</a>'
        for language in _NAMES.values():
            links = [
                f'<a href="{self._address(path, place)}#L-{line}">{path.name}</a>'
                for path, line in self._code.get(rule, {}).items()
                if _NAMES[path.suffix] == language
            ]
            if links:
                yield f"{language}: {', '.join(links)}"

    def _address(self, path: PurePosixPath, place: PurePosixPath) -> str:
        return relative(code_page(path).with_suffix(".html"), place)


def _with_trials(body: str, rule: str, place: PurePosixPath) -> str:
    """The body of a rule, and below each example a link that puts it to the port in the page."""
    numbers = iter(range(1, len(body)))
    playground = relative(PurePosixPath("playground.html"), place)

    def followed(block: re.Match[str]) -> str:
        case = f"spec/{rule}/{next(numbers)}"
        return f'{block[0]}\n\n<p class="try"><a href="{playground}#case={case}">Try it</a></p>'

    return BLOCK.sub(followed, body)
