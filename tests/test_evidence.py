"""The evidence page says what the recorded runs say."""

import runpy
from pathlib import Path

GENERATOR = Path(__file__).parents[1] / "docs" / "evidence" / "generate.py"


def test_the_evidence_page_is_fresh() -> None:
    """If it is not: ``python docs/evidence/generate.py``."""
    generator = runpy.run_path(str(GENERATOR))
    assert generator["PAGE"].read_text(encoding="utf-8") == generator["page"]()
