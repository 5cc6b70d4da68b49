"""What a reader of active reminders sees (chapter VIEW)."""

from __future__ import annotations

from typing import Any

from session_schedule.records import Record, encode_record


def is_due(record: Record, now: int) -> bool:
    """Tell whether a target is not in the future, both in milliseconds (VIEW-2, DUE-2)."""
    return record.scheduled_at <= now


def view(record: Record, now: int) -> dict[str, Any]:
    """Return the JSON object that a tool shows of an active record (VIEW-1, VIEW-2)."""
    state = "overdue" if is_due(record, now) else "scheduled"
    return {**encode_record(record), "state": state, "deliveryMode": "session-local"}
