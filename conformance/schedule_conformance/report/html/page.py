"""A whole HTML page: head, style, script; nothing from elsewhere, and no script but our own."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING

from schedule_conformance.report.html.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schedule_conformance.report.html.markup import Part

_HERE = Path(__file__).parent


def write(title: str, parts: Iterable[Part], stream: IO[str], *, scripted: bool = True) -> None:
    """Write a page part by part; its policy lets a browser load nothing and run no other script."""
    style = (_HERE / "page.css").read_text("utf-8")
    script = (_HERE / "page.js").read_text("utf-8") if scripted else ""
    scripts = f"; script-src '{_hash(script)}'" if scripted else ""
    policy = f"default-src 'none'; style-src '{_hash(style)}'{scripts}"
    heading = joined(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(style)),
    )
    stream.write(f'<!doctype html>\n<html lang="en"><head>{heading}</head>\n<body>\n')
    for part in parts:
        if part is not None:
            stream.write(f"{joined(part)}\n")
    if scripted:
        stream.write(f"{element('script', Markup(script))}\n")
    stream.write("</body></html>\n")


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
