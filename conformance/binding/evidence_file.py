"""The figures of the falsified spec, as the evidence page shows them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binding import falsify

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = Path(__file__).parents[2] / "docs/evidence/falsification.json"
COMMAND = "run python -m binding falsify --record in conformance/"


def figures(results: Iterable[falsify.Result]) -> dict[str, Any]:
    """How many alterations of each kind were tried and noticed, and the rest by reason."""
    kinds: dict[str, dict[str, int]] = {}
    reasons: Counter[str] = Counter()
    for result in results:
        of_kind = kinds.setdefault(result.alteration.kind, {"tried": 0, "noticed": 0})
        of_kind["tried"] += 1
        if result.noticed_by is not None:
            of_kind["noticed"] += 1
        else:
            reasons[falsify.listed().get(result.owner, {}).get(result.name, "not listed")] += 1
    return {"kinds": dict(sorted(kinds.items())), "unnoticed": dict(sorted(reasons.items()))}


def recorded() -> dict[str, Any]:
    """The figures as they are committed."""
    content: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return content


def record(found: dict[str, Any]) -> None:
    """Write the figures down."""
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
