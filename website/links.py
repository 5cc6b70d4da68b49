"""Links between the files of the repository, as links between pages of the site."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from website.layout import ROOT, code_page, parts

_LINK = re.compile(r"\]\((?P<target>[^)\s#:]+)(?P<fragment>#[^)\s]*)?\)")
_PICTURES = {".svg", ".png"}


class Links:
    """Rewrites the links of pages, and keeps in mind what else they lead to.

    `shown` are the files and folders that need a page which shows them, and `pictures` the ones
    that are shown within a page.
    """

    def __init__(self, pages: Mapping[PurePosixPath, PurePosixPath]) -> None:
        self._pages = pages
        self.shown: set[PurePosixPath] = set()
        self.pictures: set[PurePosixPath] = set()

    def rewrite(self, text: str, path: PurePosixPath, place: PurePosixPath) -> str:
        """Return a text of the repository with its links as they are in the site.

        Raises:
            FileNotFoundError: a link leads to nothing.
        """

        def replaced(match: re.Match[str]) -> str:
            target = PurePosixPath(os.path.normpath(path.parent / match["target"]))
            if target.suffix in _PICTURES:
                self.pictures.add(target)
                return match[0]
            return f"]({relative(self._page_of(target, path), place)}{match['fragment'] or ''})"

        return "".join(
            part if fenced else _LINK.sub(replaced, part) for part, fenced in parts(text)
        )

    def show(self, paths: Iterable[PurePosixPath]) -> None:
        """Let files and folders have pages, whether or not a text links to them."""
        self.shown.update(paths)

    def _page_of(self, target: PurePosixPath, path: PurePosixPath) -> PurePosixPath:
        if not (ROOT / target).exists():
            raise FileNotFoundError(f"{path}: there is no {target}")
        for page in (target, target / "README.md"):
            if page in self._pages:
                return self._pages[page]
        self.shown.add(target)
        return code_page(target)


def relative(target: PurePosixPath, place: PurePosixPath) -> str:
    """The way from one page of the site to another."""
    return PurePosixPath(os.path.relpath(target, place.parent)).as_posix()
