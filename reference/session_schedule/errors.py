"""The stable error codes (TOOL-15) and the exceptions that carry them."""

from __future__ import annotations

from typing import Literal, get_args

Code = Literal[
    "invalid_prompt",
    "invalid_selector",
    "invalid_rule",
    "invalid_time_zone",
    "not_future",
    "time_out_of_range",
    "frequency_too_high",
    "corrupt_schedule_log",
    "persistence_uncertain",
    "internal_error",
]

CODES: frozenset[Code] = frozenset(get_args(Code))


class ScheduleError(Exception):
    """A refusal of the specification: a stable code, the rule that is broken, and why.

    Attributes:
        code: One of the ten stable codes; the only part that is protocol.
        rule: The id of the broken rule, such as ``FOLD-3``.
        message: A sentence for people; it may change.
    """

    def __init__(self, code: Code, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.code: Code = code
        self.rule = rule
        self.message = message


class CorruptLog(ScheduleError):
    """Durable data that breaks a rule.

    Attributes:
        event: Index in the session's events of the one that broke the rule; None while the
            error concerns a single change or the log as a whole.
    """

    def __init__(self, rule: str, message: str, event: int | None = None) -> None:
        super().__init__("corrupt_schedule_log", rule, message)
        self.event = event


class Unreadable(ScheduleError):
    """The log or the clock could not be read this time; what it holds is not known (TOOL-23)."""

    def __init__(self, what: Literal["log", "clock"]) -> None:
        super().__init__("internal_error", "TOOL-23", f"the {what} could not be read")


class InvalidInput(ScheduleError):
    """Arguments of a tool call that cannot become a record."""
