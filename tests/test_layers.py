"""A folder of the runner or of the embedded host uses only what stands below it."""

import pytest

from pictures.layers import EMBEDDED, PICTURE, ROOT, RUNNER, Package, draw, imports, parts, uses

LONGEST = 270

RUNNER_LAYERS = (
    ("base",),
    ("ports",),
    ("corpus",),
    ("judging",),
    ("running",),
    ("report",),
    ("reference_port", "explore", "audit", "explain"),
    ("fuzz",),
    ("pytest_plugin", "commands"),
)
"""From the bottom up. What stands side by side does not use each other."""

EMBEDDED_LAYERS = (("logger",), ("log",), ("owner",))


@pytest.mark.parametrize(
    ("package", "layers"),
    [(RUNNER, RUNNER_LAYERS), (EMBEDDED, EMBEDDED_LAYERS)],
    ids=["runner", "embedded"],
)
def test_a_folder_uses_only_what_stands_below_it(
    package: Package, layers: tuple[tuple[str, ...], ...]
) -> None:
    height = {part: level for level, parts in enumerate(layers) for part in parts}
    found = [
        (user, name.removeprefix(f"{package.name}.").split(".")[0], file)
        for user, name, file in uses(package)
        if name.startswith(f"{package.name}.")
    ]
    assert found, "no imports were found at all"
    upward = [
        f"{file.relative_to(ROOT)} uses {used}"
        for user, used, file in found
        if user != used and height[used] >= height[user]
    ]
    assert upward == []


def test_every_folder_has_its_place() -> None:
    for package, layers in ((RUNNER, RUNNER_LAYERS), (EMBEDDED, EMBEDDED_LAYERS)):
        assert parts(package) == {part for layer in layers for part in layer}


def test_the_picture_is_drawn_from_the_imports_of_today() -> None:
    assert PICTURE.read_text("utf-8") == draw(), "run python docs/pictures/layers.py"


def test_the_reference_knows_nothing_of_the_runner() -> None:
    files = (ROOT / "reference").rglob("*.py")
    knowing = [file for file in files for name in imports(file) if "schedule_conformance" in name]
    assert knowing == []


def test_modules_are_small() -> None:
    files = [*RUNNER.folder.rglob("*.py"), *(ROOT / "reference").rglob("*.py")]
    long = [file.name for file in files if len(file.read_text("utf-8").splitlines()) > LONGEST]
    assert long == []
