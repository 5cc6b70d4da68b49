"""What the operator is told: records of ``logging`` with fields to select by."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from typing import Any


class SessionLogger(logging.LoggerAdapter[logging.Logger]):
    """Logs on behalf of one session, to the logger ``session_schedule.embedded``.

    Each record has the attributes ``session`` (the session's id), ``event`` (what happened, in a
    word), and ``rule`` and ``schedule`` (the rule and the reminder that it concerns, or empty).
    What a reminder says is never logged.
    """

    def __init__(self, session: str) -> None:
        super().__init__(
            logging.getLogger("session_schedule.embedded"),
            {"session": session, "rule": "", "schedule": ""},
        )

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        """Add the session to the fields of a record, which the base class would replace."""
        return msg, {**kwargs, "extra": {**(self.extra or {}), **kwargs.get("extra", {})}}
