"""Programs that some tests need beside Python."""

import os
import shutil
from importlib.util import find_spec

import pytest


def needed(program: str, package: str) -> str:
    """Return the path of a program; without it the test is skipped, but for continuous integration.

    Where ``CI`` is set nothing is skipped, so that no missing installation goes unnoticed.
    """
    path = shutil.which(program)
    if path is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"this test needs {program}, from {package}")
    return path


def needed_module(name: str, extra: str) -> None:
    """Skip the test without a module, but for continuous integration."""
    if find_spec(name) is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"this test needs {name}, from the extra {extra}")
