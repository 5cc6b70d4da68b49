"""A folder in which mutants of the reference are made, so that the checkout stays as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
REFERENCE = CHECKOUT / "reference" / "session_schedule"

# Everything pure that the protocol reaches.
MODULES = (
    "values",
    "records",
    "changes",
    "fold",
    "every",
    "zones",
    "create",
    "view",
    "framing",
    "tools",
    "delivery",
    "look",
)


def prepare(folder: Path) -> None:
    """Lay a copy of the reference in a folder, below ``src``."""
    target = folder / "src" / REFERENCE.name
    shutil.copytree(REFERENCE, target, ignore=shutil.ignore_patterns("__pycache__"))
