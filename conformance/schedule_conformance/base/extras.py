"""Packages that only some commands need, and how one gets them."""

from __future__ import annotations

import re
import shlex
import sys

PACKAGE = "session-schedule-spec"
_EXTRA = re.compile(r"(?P<requirement>[^;]+);\s*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")


def how_to_install(extra: str) -> str:
    """The command that installs the packages of an extra where this program runs.

    It names them one by one, so that it holds for a checkout as for a wheel, and wherever this
    package itself came from.
    """
    # Loading package metadata costs more than all of start-up.
    from importlib.metadata import requires  # noqa: PLC0415

    found = [match for text in requires(PACKAGE) or [] if (match := _EXTRA.fullmatch(text))]
    packages = sorted(match["requirement"].strip() for match in found if match["extra"] == extra)
    return shlex.join([sys.executable, "-m", "pip", "install", *packages])
