"""What must hold of the site that was built: links lead somewhere, and nothing comes from afar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {"script": "src", "img": "src", "link": "href", "object": "data", "iframe": "src"}
# Links of the head that name a page and load nothing.
_NAMED = {"canonical", "next", "prev", "index", "search", "genindex"}
_OF_STYLES = re.compile(r"url\(\s*['\"]?(?P<url>[^'\")]+)")
# Fragments that a script of the page reads.
_READ = re.compile(r"^(?:rule|case|q)=")


class _Page(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take down what a tag says."""
        given = {name: value for name, value in attrs if value is not None}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in _LOADED and _LOADED[tag] in given and given.get("rel") not in _NAMED:
            self.loaded.append(given[_LOADED[tag]])


def faults(site: Path) -> list[str]:
    """Return what is wrong with a site, a line each."""
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")
    }
    found = [
        f"{path.relative_to(site.resolve())}: {fault}"
        for path, page in pages.items()
        for fault in _faults(path, page, pages)
    ]
    return sorted({*found, *_faults_of_styles(site)})


def _faults(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for url in page.loaded:
        if urlsplit(url).netloc:
            yield f"loads {url} from afar"
    for url in [*page.links, *page.loaded]:
        parts = urlsplit(url)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{url} leads to no file"
        elif target in pages and not _is_there(unquote(parts.fragment), pages[target]):
            yield f"{url} leads to no place of its page"


def _is_there(fragment: str, page: _Page) -> bool:
    return not fragment or fragment in page.anchors or _READ.match(fragment) is not None


def _faults_of_styles(site: Path) -> Iterator[str]:
    for path in site.rglob("*.css"):
        for found in _OF_STYLES.finditer(path.read_text(encoding="utf-8")):
            if urlsplit(found["url"]).netloc:
                yield f"{path.relative_to(site)}: loads {found['url']} from afar"
