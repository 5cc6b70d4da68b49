"""Being told to end: by a person, by the system, or by a terminal that was closed."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP")


class Terminated(KeyboardInterrupt):
    """Somebody asked the process to end, other than by Ctrl-C; all that cleans up does so."""

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by {signal.Signals(number).name}")
        self.number = number


@contextmanager
def terminable() -> Iterator[None]:
    """Raise `Terminated` where the process would end at once; what is ignored stays so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {
        number: signal.signal(number, _terminate)
        for number in numbers
        if signal.getsignal(number) == signal.SIG_DFL
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated(number)
