"""What a new session begins with: its header, from what the caller says and what goes without."""

from __future__ import annotations

from pathlib import Path
from time import time_ns

from session_schedule.embedded.log.errors import refused
from session_schedule.embedded.log.lines.header import SessionHeader, as_read, new_id


def new_header(id_: str | None, cwd: str | Path | None, now: int | None) -> SessionHeader:
    """Return the header of a new session.

    Args:
        id_: Its id; a random one if not given.
        cwd: The absolute path of the folder it works in; the current one if not given.
        now: When it is created, in milliseconds since the epoch; now if not given.

    Raises:
        LogError: A header cannot say this.
    """
    return as_read(
        SessionHeader(
            id=new_id(id_),
            created_at=current_time() if now is None else now,
            cwd=str(_folder() if cwd is None else cwd),
        )
    )


def current_time() -> int:
    """Return the wall clock, in milliseconds since the epoch."""
    return time_ns() // 1_000_000


def _folder() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise refused("the working folder is gone; name another one as cwd", error) from error
