"""Where the file of a log is, and whether it is still there (LOG-18)."""

from __future__ import annotations

import os
from pathlib import Path

from session_schedule.embedded.log.errors import LogError, refused


class Place:
    """The path by which a log was opened, and where that led then.

    The program may change its working folder, and folders or links on the way may go away, while
    the file stays where it is.

    Attributes:
        path: The path as it was given.
        real: The same file without links on the way.
    """

    def __init__(self, path: Path) -> None:
        """Look where a path leads now.

        Raises:
            OSError: The working folder is gone.
        """
        self.path = path
        self.real = Path(os.path.realpath(path))
        self._given = path.absolute()

    def size(self, descriptor: int) -> int:
        """Return how long an open file is, provided that it is still what is found here.

        Raises:
            LogError: It is not (LOG-18), or the system refuses.
        """
        try:
            ours = os.fstat(descriptor)
            if os.path.samestat(ours, self._found()):
                return ours.st_size
            message = "another file took the place of the log while it was open"
        except (FileNotFoundError, NotADirectoryError):
            message = "the log was removed or renamed while it was open"
        except OSError as error:
            raise refused("the log cannot be looked at", error).at(self.path) from error
        raise LogError(message, rule="LOG-18", path=self.path)

    def holds(self, descriptor: int) -> bool:
        """Tell whether an open file is what is found here."""
        try:
            return os.path.samestat(os.fstat(descriptor), self._found())
        except OSError:
            return False

    def _found(self) -> os.stat_result:
        try:
            return self._given.stat()
        except (FileNotFoundError, NotADirectoryError):
            # The way there is gone, which the log may have outlived.
            return self.real.stat()
