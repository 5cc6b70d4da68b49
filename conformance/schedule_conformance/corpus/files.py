"""Reading the corpus: a folder of case files, or a single one."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.base.usage import UsageError
from schedule_conformance.corpus import sweep
from schedule_conformance.corpus.case import Case, CorpusError, Defaults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


class _CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    cases: list[dict[str, Any]]
    defaults: Defaults = msgspec.field(default_factory=Defaults)


def load(
    path: Path, *, sweeps: bool = True, objection: Callable[[Case], str | None] | None = None
) -> list[Case]:
    """Every case of a corpus folder or of one file, in the order of paths and within the file.

    `sweeps` says whether zone sweeps, which hold most cases by far, are read as well. `objection`
    tells what else there is against a case.

    Raises:
        CorpusError: a file is unreadable, a case malformed or objected to, or an id used twice.
    """
    if not path.exists():
        raise CorpusError(f"{path}: no such file or folder")
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    seen: dict[str, Path] = {}
    cases: list[Case] = []
    with _collector_paused():
        for file in files:
            chapter = file.relative_to(path).parts[0] if file != path else None
            for case in _read(file, sweeps=sweeps):
                if chapter not in (None, case.chapter):
                    raise CorpusError(f"{file}: case {case.id}: the id must begin {chapter}/")
                if case.id in seen:
                    raise CorpusError(f"{file}: case {case.id}: the id is in {seen[case.id]} too")
                reason = objection(case) if objection is not None else None
                if reason is not None:
                    raise CorpusError(f"{file}: case {case.id}: {reason}")
                seen[case.id] = file
                cases.append(case)
    return cases


def _read(file: Path, *, sweeps: bool) -> Iterable[Case]:
    try:
        content = jsontext.read(file)
    except UsageError as error:
        raise CorpusError(str(error)) from None
    if isinstance(content, dict) and "format" in content:
        return sweep.expand(content, file) if sweeps else ()
    return _cases(content, file)


def _cases(content: Any, file: Path) -> Iterator[Case]:
    try:
        written = msgspec.convert(content, _CaseFile)
    except msgspec.ValidationError as error:
        raise CorpusError(f"{file}: {error}") from None
    defaults = msgspec.to_builtins(written.defaults)
    for number, members in enumerate(written.cases, start=1):
        try:
            yield msgspec.convert(defaults | members, Case)
        except msgspec.ValidationError as error:
            name = members.get("id", f"number {number}")
            raise CorpusError(f"{file}: case {name}: {error}") from None


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A hundred thousand cases are no garbage; looking for it would double the time to load."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
