"""The pure modules of the reference stay pure."""

import ast
from pathlib import Path

import pytest

import session_schedule

PACKAGE = Path(session_schedule.__file__).parent
PURE = sorted(PACKAGE.glob("*.py"))
ALLOWED = {
    "__future__", "collections", "datetime", "functools", "heapq", "importlib", "json", "msgspec",
    "re", "session_schedule", "typing", "tzdata", "zoneinfo",
}  # fmt: skip
CLOCKS_AND_FILES = {"now", "today", "utcnow", "open", "environ", "getenv", "print", "input"}


def test_the_pure_modules_are_found() -> None:
    assert {"fold.py", "delivery.py", "zones.py"} <= {path.name for path in PURE}


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_a_pure_module_imports_nothing_that_does_input_or_output(path: Path) -> None:
    roots = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            assert not node.module.startswith("session_schedule.embedded")
            roots.add(node.module.partition(".")[0])
    assert roots <= ALLOWED


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_a_pure_module_reads_no_clock_and_opens_no_file(path: Path) -> None:
    calls = {
        node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    }
    # The one file that is read is the bundled tz database, through importlib.resources.
    allowed = {"open"} if path.name == "zones.py" else set()
    assert calls & CLOCKS_AND_FILES <= allowed
