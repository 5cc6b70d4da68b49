"""Where the user's caches are; some have no home, as in a container with a user id of its own."""

from __future__ import annotations

import os
from pathlib import Path

_OURS = "session-schedule-spec"


def cache_folder() -> Path | None:
    """Our folder in the user's cache, which need not exist yet; None where there is no home."""
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / _OURS
    except RuntimeError:
        return None
