"""Mutants in processes of their own: cosmic-ray makes them, and each is asked as any port is.

This takes a long while, so it is for releases. Beside the functions it changes what stands outside
of them: constants and the shapes of records.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutation.mutants import IncompleteRun, Mutant, changed
from mutation.workspace import REFERENCE, prepare

_SESSION = "session.sqlite"
_SETTINGS = "cosmic-ray.toml"
# Types are written with `|`, and whether equal values are one object is up to the interpreter.
_SENSELESS = [
    "core/ReplaceBinaryOperator_BitOr_.*",
    "core/ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE|In|NotIn)_Is(Not)?$",
]


def run(modules: Sequence[str], folder: Path) -> list[Mutant]:
    """Mutate modules of the reference in an empty folder; every mutant and what became of it.

    Raises:
        subprocess.CalledProcessError: cosmic-ray failed.
        IncompleteRun: A mutant has no verdict.
    """
    longest_first = sorted(modules, key=lambda module: -(REFERENCE / f"{module}.py").stat().st_size)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        dumps = pool.map(lambda module: _mutate(module, folder / module), longest_first)
        return [mutant for dump in dumps for mutant in _mutants(dump)]


def _mutate(module: str, folder: Path) -> str:
    """Make and ask the mutants of one module; what cosmic-ray writes down about them."""
    prepare(folder)
    (folder / _SETTINGS).write_text(_configuration(module), encoding="utf-8")
    _call(folder, "cosmic-ray", "init", _SETTINGS, _SESSION)
    _call(folder, "cr-filter-operators", _SESSION, _SETTINGS)
    _call(folder, "cosmic-ray", "exec", _SETTINGS, _SESSION)
    return _call(folder, "cosmic-ray", "dump", _SESSION)


def _call(folder: Path, tool: str, *arguments: str) -> str:
    """Run a tool of this Python environment so that it, and what it runs, import the mutant."""
    command = [str(Path(sys.executable).with_name(tool)), *arguments]
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def _configuration(module: str) -> str:
    # Lists and strings are the same in JSON and TOML.
    return f"""\
[cosmic-ray]
module-path = "src/{REFERENCE.name}/{module}.py"
timeout = 30.0
excluded-modules = []
test-command = {json.dumps(f"{sys.executable} -m mutation.ask_port")}

[cosmic-ray.distributor]
name = "local"

[cosmic-ray.filters.operators-filter]
exclude-operators = {json.dumps(_SENSELESS)}
"""


def _mutants(dump: str) -> Iterator[Mutant]:
    for line in dump.splitlines():
        work, result = json.loads(line)
        change = work["mutations"][0]
        module, definition = Path(change["module_path"]).stem, change["definition_name"]
        place = module if definition is None else f"{module}.{definition}"
        match result:
            case {"worker_outcome": "skipped" | "exception"}:
                # Filtered out, or a change that cosmic-ray could not write.
                continue
            case {"test_outcome": "killed" | "survived" as outcome, "diff": str(diff)}:
                _, _, _, *lines = diff.splitlines()
                yield Mutant(place, changed(lines), killed=outcome == "killed")
            case _:
                raise IncompleteRun(f"{place}: {change['operator_name']}, {change['occurrence']}")
