"""Where the files beside the code lie: corpus, ports and spec, in a wheel or in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).parents[1]
_CONFORMANCE = _PACKAGE.parent
_IN_CHECKOUT = {
    "corpus": _CONFORMANCE / "corpus",
    "ports": _CONFORMANCE / "ports",
    "spec": _CONFORMANCE.parent / "spec",
}


def folder(name: Literal["corpus", "ports", "spec"]) -> Path:
    """The folder of that name: a wheel carries it in the package, a checkout beside it."""
    packaged = _PACKAGE / "data" / name
    return packaged if packaged.is_dir() else _IN_CHECKOUT[name]
