"""What a run was of: this suite by its version, the corpus by a hash, and the selection."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import msgspec

from schedule_conformance.base import data, jsontext
from schedule_conformance.corpus.examples import load_examples

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PACKAGE = "session-schedule-spec"
_SHOWN = 12


class Provenance(msgspec.Struct, frozen=True):
    """What a run was of.

    Attributes:
        suite: The version of this package, empty where it is not known.
        corpus: A hash of the files that hold the cases, whichever of them are chosen; empty where
            nobody asked for it.
        selection: The words of the command line that chose the cases, none if all were.
    """

    suite: str = ""
    corpus: str = ""
    selection: Sequence[str] = ()


def suite_version() -> str:
    """The version of this package, empty where it is not installed."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return ""


def corpus_hash(corpus: Path | None) -> str:
    """The beginning of a SHA-256 over the files with cases, by their names and contents.

    `corpus` is the folder or file of a corpus of one's own; None means the one that is shipped, to
    which the examples of the spec belong.
    """
    folder = data.folder("corpus") if corpus is None else corpus
    digest = sha256()
    for file in [folder] if folder.is_file() else sorted(folder.rglob("*.json")):
        # A checkout may have line ends of its own.
        content = file.read_bytes().replace(b"\r\n", b"\n")
        name = file.relative_to(folder).as_posix() if file != folder else file.name
        digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogatepass") + content)
    if corpus is None:
        digest.update(jsontext.encode(load_examples(data.folder("spec"))))
    return digest.hexdigest()[:_SHOWN]
