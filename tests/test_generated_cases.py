"""The case files that generators write are what they write now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generators import case_files, digits, json_types, lost_milliseconds, queue_orders

if TYPE_CHECKING:
    from types import ModuleType

GENERATORS = (digits, json_types, lost_milliseconds, queue_orders)


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda module: module.__name__)
def test_generated_cases_are_fresh(generator: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """If they are not: run the generator in ``conformance/generators``."""
    written = {}
    monkeypatch.setattr(
        generator, "write", lambda file, defaults, cases: written.update({file: (defaults, cases)})
    )
    generator.main()
    assert written
    for file, (defaults, cases) in written.items():
        assert file.read_text(encoding="utf-8") == case_files.text(defaults, cases), file
