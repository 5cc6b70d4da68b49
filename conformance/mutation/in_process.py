"""Mutants in one process: mutmut makes them and forks for each, to put it to the corpus."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from mutation.messages import same_but_for_messages
from mutation.mutants import IncompleteRun, Mutant, difference
from mutation.workspace import prepare

_PACKAGE = "session_schedule"
_TEST = Path(__file__).with_name("test_corpus.py")
_RESULT = re.compile(rf" *{_PACKAGE}\.(\w+)\.(\w+)__mutmut_(\d+): ([a-z ]+)")
# Whoever never answers, or dies, is found out.
_KILLED = frozenset({"killed", "timeout", "segfault"})
# A function that no case reaches has survived.
_SURVIVED = frozenset({"survived", "no tests"})


def run(modules: Sequence[str], folder: Path) -> list[Mutant]:
    """Mutate modules of the reference in an empty folder; every mutant and what became of it.

    Raises:
        IncompleteRun: mutmut failed, or a mutant has no verdict.
    """
    prepare(folder)
    notes = folder / "notes"
    notes.mkdir()
    shutil.copy(_TEST, folder)
    (folder / "pyproject.toml").write_text(_configuration(modules), encoding="utf-8")
    _mutmut(folder, notes, "run")
    return list(_mutants(_mutmut(folder, notes, "results", "--all", "true"), folder, notes))


def _mutmut(folder: Path, notes: Path, *arguments: str) -> str:
    """Run mutmut; what it prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    environment = os.environ | {"MUTATION_NOTES": str(notes)}
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, env=environment, check=False, stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        raise IncompleteRun(f"mutmut failed:\n{done.stdout}")
    return done.stdout


def _configuration(modules: Sequence[str]) -> str:
    # A list of strings is the same in JSON and TOML.
    files = json.dumps([f"src/{_PACKAGE}/{module}.py" for module in modules])
    return f"""\
[tool.mutmut]
source_paths = ["src"]
only_mutate = {files}
pytest_add_cli_args_test_selection = ["{_TEST.name}"]
use_git_change_detection = false
track_dependencies = false

[tool.pytest.ini_options]
addopts = ["-p", "no:cacheprovider"]
"""


def _mutants(results: str, folder: Path, notes: Path) -> Iterator[Mutant]:
    for line in filter(None, results.splitlines()):
        result = _RESULT.fullmatch(line)
        if result is None or result[4] not in _KILLED | _SURVIVED:
            raise IncompleteRun(f"mutmut has no verdict: {line}")
        module, mangled, number, verdict = result.groups()
        functions = _functions(folder / "mutants" / "src" / _PACKAGE / f"{module}.py")
        before = functions[f"{mangled}__mutmut_orig"]
        after = functions[f"{mangled}__mutmut_{number}"]
        note = notes / f"{_PACKAGE}.{module}.{mangled}__mutmut_{number}"
        yield Mutant(
            place=f"{module}.{_demangled(mangled)}",
            diff=difference(before, after),
            killed=verdict in _KILLED,
            killer=note.read_text(encoding="utf-8") if note.exists() else None,
            message=same_but_for_messages(before, after),
        )


def _demangled(mangled: str) -> str:
    """The name of a function that mutmut calls ``x_name`` or ``xǁClassǁname``."""
    return mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")


@cache
def _functions(mutated: Path) -> dict[str, str]:
    source = mutated.read_text(encoding="utf-8")
    lines = source.splitlines()
    return {
        node.name: "\n".join(lines[node.lineno - 1 : node.end_lineno]).replace(
            node.name, _demangled(node.name.partition("__mutmut_")[0]).rpartition(".")[2], 1
        )
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }
