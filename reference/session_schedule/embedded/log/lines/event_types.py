"""The types of events that a session log may hold (LOG-7)."""

from __future__ import annotations

from session_schedule.embedded.log.errors import LogError

CHUNK = "assistant/chunk"
END_SEED = "session/end-seed"
TURN_START = "turn/start"
TURN_END = "turn/end"

MESSAGE_TYPES = frozenset({"assistant/message", "tool/result", "user/message"})
KNOWN_TYPES = MESSAGE_TYPES | {
    "agent-preset/selected",
    "agent/inbox/spliced",
    "approval/asked",
    "approval/decided",
    "approval/policy",
    "assistant/chunk",
    "command/done",
    "command/run",
    "compaction/end",
    "compaction/prune",
    "compaction/start",
    "compaction/summary",
    "feedback/record",
    "goal/change",
    "hook/invoked",
    "hook/result",
    "llm/retry",
    "llm/retry-started",
    "permission/preset",
    "plan/mode",
    "request/context",
    "request/header",
    "sandbox/mode",
    "schedule/change",
    "session/end-seed",
    "session/title",
    "session/title-llm-request",
    "step/end",
    "step/start",
    "subagent/descriptor",
    "team/member",
    "team/message/delivered",
    "team/message/queued",
    "team/task",
    "todo/write",
    "tool-workflow/agent-end",
    "tool-workflow/agent-start",
    "tool-workflow/run-end",
    "tool-workflow/run-start",
    "tool/call",
    "tool/code-dispatch",
    "tool/code-dispatch-start",
    "turn/end",
    "turn/start",
    "web/deepseek-search-llm-request",
}


def check_type(type_: str, *, ignorable: bool) -> None:
    """Raise LogError for a type that must not be passed over and is not known (LOG-7)."""
    if type_ not in KNOWN_TYPES and not ignorable:
        message = f"the event's type {type_!r} is not known, and it is not ignorable"
        raise LogError(message, rule="LOG-7")


def check_kinds(type_: object, ignorable: object) -> None:
    """Raise LogError for what the line of an event could not hold (LOG-4)."""
    if not isinstance(type_, str) or not isinstance(ignorable, bool):
        message = "the type of an event must be a string, and ignorable true or false"
        raise LogError(message, rule="LOG-4")
