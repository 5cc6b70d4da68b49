"""How the file of a log is opened and created: locked, and whole or not at all (LOG-12, LOG-19)."""

from __future__ import annotations

import os
from pathlib import Path

from session_schedule.embedded.log.disk import files
from session_schedule.embedded.log.disk.confirm import confirm, note_confirmed
from session_schedule.embedded.log.disk.place import Place
from session_schedule.embedded.log.disk.storage import LogFile
from session_schedule.embedded.log.errors import LogError, refused


def open_file(path: str | Path) -> LogFile:
    """Lock the file of an existing log; what it holds is still to be taken over or refused.

    Raises:
        LogError: Another one has it open, or the system refuses.
    """
    path = files.usable(path)
    while True:
        try:
            descriptor = files.open_regular(path, os.O_RDWR)
        except OSError as error:
            raise refused("the log cannot be opened for writing", error).at(path) from error
        try:
            files.lock(descriptor, path)
            place = Place(path)
            # Between opening and locking, its last writer may have put a copy in its place.
            if place.holds(descriptor):
                return LogFile(place, descriptor)
            os.close(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise refused("the log cannot be opened for writing", error).at(path) from error
        except BaseException:
            os.close(descriptor)
            raise


def create_file(path: str | Path, content: bytes) -> LogFile:
    """Put a new log in place, confirmed and locked.

    Raises:
        LogError: There is a file of this name already, or the system refuses.
    """
    path = files.usable(path)
    draft = files.draft_name(path)
    try:
        place = Place(path)
        descriptor = files.open_new(draft)
    except OSError as error:
        raise refused("the log cannot be created", error).at(path) from error
    try:
        files.lock(descriptor, path)
        files.write(descriptor, content, 0)
        confirm(descriptor, content, 0)
        files.publish(draft, path)
        note_confirmed(descriptor)
        return LogFile(place, descriptor)
    except FileExistsError as error:
        os.close(descriptor)
        message = "a file of this name exists; a log is not overwritten"
        raise LogError(message, rule="LOG-19", path=path) from error
    except OSError as error:
        os.close(descriptor)
        raise refused("the log cannot be created", error).at(path) from error
    except BaseException:
        os.close(descriptor)
        raise
    finally:
        draft.unlink(missing_ok=True)
