"""The executable specification of Session-local Schedule: durable reminders in a session log."""

from session_schedule.changes import (
    Change,
    Create,
    Delete,
    Dispatch,
    decode_change,
    encode_change,
)
from session_schedule.create import create_record
from session_schedule.delivery import due
from session_schedule.errors import CorruptLog, InvalidInput, ScheduleError
from session_schedule.every import Occurrence, resolve
from session_schedule.fold import Event, Schedules, allocate, fold
from session_schedule.framing import frame_batch, frame_one_shot
from session_schedule.records import After, At, Every, Record, decode_record, encode_record
from session_schedule.view import view

__all__ = [
    "After",
    "At",
    "Change",
    "CorruptLog",
    "Create",
    "Delete",
    "Dispatch",
    "Event",
    "Every",
    "InvalidInput",
    "Occurrence",
    "Record",
    "ScheduleError",
    "Schedules",
    "allocate",
    "create_record",
    "decode_change",
    "decode_record",
    "due",
    "encode_change",
    "encode_record",
    "fold",
    "frame_batch",
    "frame_one_shot",
    "resolve",
    "view",
]
