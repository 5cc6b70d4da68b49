"""Session-local Schedule inside a Python agent harness: a session log on disk and a live owner."""

from session_schedule.embedded.log.layout import session_path
from session_schedule.embedded.log.repair import Repair, repair_log
from session_schedule.embedded.log.session_log import (
    BarrierError,
    LogError,
    SessionEvent,
    SessionHeader,
    SessionLog,
    StoredLog,
    read_log,
)
from session_schedule.embedded.owner.agent import Agent
from session_schedule.embedded.owner.clock import Clock, SystemClock, Timer
from session_schedule.embedded.owner.schedule import InvalidCall, NotAtWork, Schedule

__all__ = [
    "Agent",
    "BarrierError",
    "Clock",
    "InvalidCall",
    "LogError",
    "NotAtWork",
    "Repair",
    "Schedule",
    "SessionEvent",
    "SessionHeader",
    "SessionLog",
    "StoredLog",
    "SystemClock",
    "Timer",
    "read_log",
    "repair_log",
    "session_path",
]
