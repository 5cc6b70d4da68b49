"""What an exploration found, as a JSON value: the form in which it is committed and compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from schedule_conformance.explore.bounds import Bounds
from schedule_conformance.explore.explorer import Counts
from schedule_conformance.explore.properties import PROPERTIES


def evidence(bounds: Bounds, counts: Mapping[str, Counts]) -> dict[str, Any]:
    """Return the bounds, the counts from each start by name, and the properties that held."""
    return {
        "bounds": msgspec.to_builtins(bounds),
        "starts": msgspec.to_builtins(counts),
        "properties": {each.name: each.sentence for each in PROPERTIES},
    }
