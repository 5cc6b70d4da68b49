"""Files that are there whole or not at all: written aside, and renamed when they are finished."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from schedule_conformance.base.printable import printable
from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from types import TracebackType


class Aside:
    """A file to be written; what was there before stays until `keep`, and otherwise for good.

    Attributes:
        stream: What to write to.
    """

    def __init__(self, file: Path) -> None:
        """Begin; nothing of the old content is touched.

        Raises:
            UsageError: it could not be written in the end.
        """
        self._name = printable(str(file))
        self._target = Path(os.path.realpath(file))
        self._aside: Path | None = None
        try:
            self.stream: TextIO = self._begin()
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None

    def keep(self) -> None:
        """Put what was written in the place of what was there.

        Raises:
            UsageError: that is not possible, and the old content is still there.
        """
        try:
            self.stream.flush()
            if self._aside is not None:
                self.stream.close()
                with suppress(OSError):
                    shutil.copymode(self._target, self._aside)
                self._aside.replace(self._target)
                self._aside = None
            elif self.stream.seekable():
                self.stream.seek(0)
                with self._target.open("w", encoding="utf-8") as target:
                    shutil.copyfileobj(self.stream, target)
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None
        finally:
            self._discard()

    def __enter__(self) -> Aside:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._discard()

    def _begin(self) -> TextIO:
        target = self._target
        if target.exists() and not target.is_file():  # such as a pipe, or a device
            return target.open("w", encoding="utf-8")
        aside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
        try:
            stream = aside.open("x", encoding="utf-8")
        except PermissionError:
            if not os.access(target, os.W_OK):
                raise
            return tempfile.TemporaryFile("w+", encoding="utf-8")
        self._aside = aside
        return stream

    def _discard(self) -> None:
        with suppress(OSError, ValueError):
            self.stream.close()
        if self._aside is not None:
            self._aside.unlink(missing_ok=True)
            self._aside = None

    def _refusal(self, error: Exception) -> UsageError:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return UsageError(f"cannot write {self._name}: {reason}")


def write_whole(file: Path, content: str) -> None:
    """Put a text into a file, in the place of what was there.

    Raises:
        UsageError: that is not possible, and the old content is still there.
    """
    with Aside(file) as aside:
        try:
            aside.stream.write(content)
        except OSError as error:
            raise UsageError(f"cannot write {printable(str(file))}: {error.strerror}") from None
        aside.keep()
