"""What a port wrote to stderr: of much, the beginning since its last answer, and the end.

A panic says at its head what happened, and a traceback at its end; between them may be anything.
"""

from __future__ import annotations

import threading

_HEAD = 800
_TAIL = 600


class LastWords:
    """A bounded memory, which one thread fills and another one asks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._head = b""
        self._tail = b""
        self._since = 0

    def add(self, chunk: bytes) -> None:
        """Take what was written next."""
        with self._lock:
            self._head += chunk[: _HEAD - len(self._head)]
            self._tail = (self._tail + chunk)[-_TAIL:]
            self._since += len(chunk)

    def forget(self) -> None:
        """Begin anew, as when the port has answered; the end is kept until there is another."""
        with self._lock:
            self._head, self._since = b"", 0

    def shown(self) -> str:
        """Text for people; what was left out in the middle is counted."""
        with self._lock:
            head, tail, since = self._head, self._tail, self._since
        if since <= len(tail):
            return tail.decode(errors="replace").strip()
        if since <= len(head) + len(tail):
            return (head + tail[len(head) + len(tail) - since :]).decode(errors="replace").strip()
        left_out = since - len(head) - len(tail)
        return "\n".join(
            [
                head.decode(errors="replace").strip(),
                f"… ({left_out} bytes) …",
                tail.decode(errors="replace").strip(),
            ]
        )
