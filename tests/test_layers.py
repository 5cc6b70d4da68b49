"""A folder of the runner or of the embedded host uses only what stands below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUNNER = ROOT / "conformance/schedule_conformance"
EMBEDDED = ROOT / "reference/session_schedule/embedded"
LONGEST = 260

RUNNER_LAYERS = (
    ("base",),
    ("ports",),
    ("corpus",),
    ("judging",),
    ("running",),
    ("report",),
    ("reference_port", "explore"),
    ("fuzz",),
    ("pytest_plugin", "commands"),
)
"""From the bottom up. What stands side by side does not use each other."""

EMBEDDED_LAYERS = (("logger",), ("log",), ("owner",))


def imports(file: Path) -> Iterator[str]:
    """The dotted names that a module imports, those that only types need included."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative name"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def uses(package: Path, name: str) -> Iterator[tuple[str, str, Path]]:
    """Which part of a package uses which other one, and where."""
    for file in sorted(package.rglob("*.py")):
        user = file.relative_to(package).parts[0].removesuffix(".py")
        for imported in imports(file):
            if imported.startswith(f"{name}."):
                yield user, imported.removeprefix(f"{name}.").split(".")[0], file


@pytest.mark.parametrize(
    ("package", "name", "layers"),
    [
        (RUNNER, "schedule_conformance", RUNNER_LAYERS),
        (EMBEDDED, "session_schedule.embedded", EMBEDDED_LAYERS),
    ],
    ids=["runner", "embedded"],
)
def test_a_folder_uses_only_what_stands_below_it(
    package: Path, name: str, layers: tuple[tuple[str, ...], ...]
) -> None:
    height = {part: level for level, parts in enumerate(layers) for part in parts}
    found = list(uses(package, name))
    assert found, "no imports were found at all"
    upward = [
        f"{file.relative_to(ROOT)} uses {used}"
        for user, used, file in found
        if user in height and user != used and height[used] >= height[user]
    ]
    assert upward == []


def test_every_folder_has_its_place() -> None:
    for package, layers in ((RUNNER, RUNNER_LAYERS), (EMBEDDED, EMBEDDED_LAYERS)):
        parts = {entry.parent.name for entry in package.glob("*/__init__.py")}
        parts |= {file.stem for file in package.glob("[!_]*.py")}
        assert parts == {part for parts in layers for part in parts}


def test_the_reference_knows_nothing_of_the_runner() -> None:
    files = (ROOT / "reference").rglob("*.py")
    knowing = [file for file in files for name in imports(file) if "schedule_conformance" in name]
    assert knowing == []


def test_modules_are_small() -> None:
    files = [*RUNNER.rglob("*.py"), *(ROOT / "reference").rglob("*.py")]
    long = [file.name for file in files if len(file.read_text("utf-8").splitlines()) > LONGEST]
    assert long == []
