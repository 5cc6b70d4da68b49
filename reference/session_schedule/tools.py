"""The three management tools as transactions (chapter TOOL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from session_schedule.changes import Create, Delete
from session_schedule.create import check_arguments, create_record
from session_schedule.effects import Append, Enter, Flush, Fold, Now, Transaction, Wake
from session_schedule.errors import InvalidInput, ScheduleError, Unreadable
from session_schedule.fold import Schedules, allocate
from session_schedule.records import is_trimmed
from session_schedule.view import view

Arguments: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any] | list[dict[str, Any]]
Operation: TypeAlias = Literal["create", "list", "delete"]


def create(arguments: Arguments) -> Transaction[Answer]:
    """Create one reminder and answer its view.

    Implements TOOL-2, TOOL-5, TOOL-6, TOOL-7, TOOL-8, TOOL-9, TOOL-13, TOOL-14, TOOL-18 and
    TOOL-23.

    Args:
        arguments: They fit the tool's schema (TOOL-1).
    """
    try:
        check_arguments(arguments)
    except InvalidInput as error:
        return _refusal(error)
    yield Enter()
    if not (yield Flush()):
        return _uncertain("create")
    yield Wake()
    try:
        schedules: Schedules = yield Fold()
        record = create_record(arguments, allocate(schedules.seen_ids), (yield Now()))
    except ScheduleError as error:
        return _refusal(error)
    if not (yield Append(Create(record))):
        return _internal_error()
    if not (yield Flush()):
        return _uncertain("create", record.id)
    yield Wake()
    try:
        return view(record, (yield Now()))
    except Unreadable as error:
        return _refusal(error)


def list_(_arguments: Arguments) -> Transaction[Answer]:
    """Answer the views of all active records (TOOL-5, TOOL-6, TOOL-10, TOOL-14, TOOL-23)."""
    yield Enter()
    if not (yield Flush()):
        return _uncertain("list")
    yield Wake()
    try:
        schedules: Schedules = yield Fold()
        now: int = yield Now()
    except ScheduleError as error:
        return _refusal(error)
    return [view(record, now) for record in schedules.active.values()]


def delete(arguments: Arguments) -> Transaction[Answer]:
    """Delete one active reminder.

    Implements TOOL-3, TOOL-5, TOOL-6, TOOL-11, TOOL-12, TOOL-13, TOOL-14, TOOL-18 and TOOL-23.

    Args:
        arguments: They fit the tool's schema (TOOL-1).
    """
    id_: str = arguments["id"]
    if not is_trimmed(id_):
        return _malformed_id()
    yield Enter()
    if not (yield Flush()):
        return _uncertain("delete", id_)
    yield Wake()
    try:
        schedules: Schedules = yield Fold()
    except ScheduleError as error:
        return _refusal(error)
    if id_ not in schedules.active:
        return {"id": id_, "deleted": False, "code": "schedule_not_found"}
    if not (yield Append(Delete(id_))):
        return _internal_error()
    if not (yield Flush()):
        return _uncertain("delete", id_)
    yield Wake()
    return {"id": id_, "deleted": True}


def answer_another(tool: str, arguments: Arguments) -> Answer:
    """Answer a call in the name of an agent that does not own the session (TOOL-16).

    Args:
        tool: A key of ``TOOLS``.
        arguments: They fit the tool's schema (TOOL-1).
    """
    if tool == "schedule_delete" and not is_trimmed(arguments["id"]):
        return _malformed_id()
    message = "the tools belong to the agent that owns the session"
    return {"code": "internal_error", "message": message}


TOOLS: dict[str, Callable[[Arguments], Transaction[Answer]]] = {
    "schedule_create": create,
    "schedule_list": list_,
    "schedule_delete": delete,
}


def _refusal(error: ScheduleError) -> Answer:
    """Return the error value of a refusal (TOOL-19, TOOL-20)."""
    return {"code": error.code, "message": error.message}


def _malformed_id() -> Answer:
    message = "the id must be non-empty and without surrounding white space"
    return _refusal(InvalidInput("invalid_rule", "TOOL-3", message))


def _internal_error() -> Answer:
    return {"code": "internal_error", "message": "the change could not be appended"}


def _uncertain(operation: Operation, id_: str | None = None) -> Answer:
    answer: dict[str, Any] = {
        "code": "persistence_uncertain",
        "message": "the barrier failed; list the reminders before relying on this result",
        "operation": operation,
    }
    if id_ is not None:
        answer["id"] = id_
    return answer
