"""What a run over all modules leaves behind: counts, and on what they rest."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mutation.judge import chapters
from mutation.mutants import Mutant
from mutation.survivors import equivalents
from mutation.ways import WAYS, Way
from mutation.workspace import CHECKOUT, MODULES, REFERENCE
from schedule_conformance.corpus.case import Case

FOLDER = CHECKOUT / "docs" / "evidence"
PAGE = FOLDER / "mutation.md"
COLUMNS = ("mutants", "killed", "message", "equivalent")

_PAGE = """\
# Mutation adequacy of the corpus

Each mutant is the reference with one small change: a comparison, a number, a string, an argument.
The corpus alone judges it, not the tests of the reference. A mutant is killed by an answer that is
not the expected one, or by none. No mutant survives but those of two kinds:

- *message text*: it says the same in other words, and messages are not protocol;
- *equivalent*: no port could be told from the reference by it, for the reasons below.

Neither way changes the texts that stand outside functions: regular expressions and the framing.
{ways}"""

_WAY = """
## {title}

{about}

| module | mutants | killed | message text | equivalent |
|---|---:|---:|---:|---:|
{rows}

Made by {tool}; `{command}` makes and judges them again. Equivalent are

{arguments}
"""


def record(way: Way, mutants: Sequence[Mutant]) -> None:
    """Write down a run over all modules, for machines and for people."""
    numbers = {
        "tool": f"{way.tool} {version(way.tool)}",
        "modules": {module: _counts(module, mutants) for module in MODULES},
        "killers": _killers(mutants),
    }
    _file(way).write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def recorded(way: Way) -> dict[str, Any]:
    """What the last run over all modules wrote down."""
    numbers: dict[str, Any] = json.loads(_file(way).read_text(encoding="utf-8"))
    return numbers


def _file(way: Way) -> Path:
    return FOLDER / f"{way.name}.json"


def _counts(module: str, mutants: Sequence[Mutant]) -> dict[str, Any]:
    own = [mutant for mutant in mutants if mutant.module == module]
    survivors = [mutant for mutant in own if not mutant.killed]
    message = sum(mutant.message for mutant in survivors)
    return {
        "sha256": source_hash(module),
        "mutants": len(own),
        "killed": len(own) - len(survivors),
        "message": message,
        "equivalent": len(survivors) - message,
    }


def _killers(mutants: Sequence[Mutant]) -> dict[str, str]:
    """The cases that were the first to kill a mutant, with what they asked then."""
    cases = {case.id: case for chapter in chapters().values() for case in chapter}
    killers = sorted({mutant.killer for mutant in mutants if mutant.killer is not None})
    return {killer: fingerprint(cases[killer]) for killer in killers}


def source_hash(module: str) -> str:
    """The hash of a module of the reference as it is now."""
    return hashlib.sha256((REFERENCE / f"{module}.py").read_bytes()).hexdigest()


def fingerprint(case: Case) -> str:
    """A short hash of all that decides whether a case kills a mutant."""
    expect = case.expect.value if case.expect.accepts else {"error": case.expect.error}
    deciding = json.dumps([case.op, case.args, expect, case.rules], sort_keys=True)
    return hashlib.sha256(deciding.encode()).hexdigest()[:12]


def page() -> str:
    """What is recorded of both ways, in Markdown."""
    return _PAGE.format(ways="".join(_section(way, recorded(way)) for way in WAYS))


def _section(way: Way, run: Mapping[str, Any]) -> str:
    modules: dict[str, dict[str, Any]] = run["modules"]
    rows = {name: [counts[column] for column in COLUMNS] for name, counts in modules.items()}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    return _WAY.format(
        title=way.title,
        about=way.about,
        rows="\n".join(f"| {name} | {' | '.join(map(str, row))} |" for name, row in rows.items()),
        tool=run["tool"],
        command=way.command,
        arguments="\n".join(_arguments(way)),
    )


def _arguments(way: Way) -> Iterator[str]:
    """One line for each argument, with how many mutants it is about and where they are."""
    places: dict[str, Counter[str]] = {}
    for (place, _), why in equivalents(way.equivalent).items():
        places.setdefault(why, Counter())[place] += 1
    for why, counted in places.items():
        where = ", ".join(f"{count} in `{place}`" for place, count in counted.items())
        yield f"- {where}: {why}"
