"""Where a campaign keeps its examples: a folder, or a Redis server that machines share.

It needs Hypothesis; a Redis server needs the package redis, too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

from schedule_conformance.base.extras import how_to_install
from schedule_conformance.base.usage import UsageError

T = TypeVar("T")

_PATIENCE = 5.0
_REDIS = ("redis://", "rediss://", "unix://")


class Memory:
    """A database that may fail at any time: from then on nothing is kept, and `failure` says so."""

    def __init__(self, behind: ExampleDatabase | None) -> None:
        self.failure: str | None = None
        self._behind = behind

    def shelf(self, label: str, spares: Callable[[], bool]) -> Shelf | None:
        """The examples under a label; those of which `spares` says so are never deleted."""
        return None if self._behind is None else Shelf(self, label, spares)

    def attempt(self, what: Callable[[ExampleDatabase], T], otherwise: T) -> T:
        """Do something with the database; `otherwise` where it fails, or has failed before."""
        if self.failure is not None or self._behind is None:
            return otherwise
        try:
            return what(self._behind)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is not the port's
            self.failure = f"the database failed ({type(error).__name__})"
            return otherwise


class Shelf(ExampleDatabase):
    """The examples of one operation and port in another database.

    Hypothesis deletes an example that, tried again, shows no divergence. One that was passed
    over, since its kind is known by now, must stay: another campaign begins without that knowledge.
    So nothing is deleted while `spares` says so.
    """

    def __init__(self, memory: Memory, label: str, spares: Callable[[], bool]) -> None:
        super().__init__()
        self._memory = memory
        self._label = label.encode(errors="surrogatepass")
        self._spares = spares

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """What is kept under a key."""
        return self._memory.attempt(lambda behind: list(behind.fetch(self._label + key)), [])

    def save(self, key: bytes, value: bytes) -> None:
        """Keep a value under a key."""
        self._memory.attempt(lambda behind: behind.save(self._label + key, value), None)

    def delete(self, key: bytes, value: bytes) -> None:
        """Keep a value no more, unless it is spared."""
        if not self._spares():
            self._memory.attempt(lambda behind: behind.delete(self._label + key, value), None)


def open_database(place: str) -> ExampleDatabase:
    """The database in a folder, or on the Redis server of a URL such as `redis://host:6379/0`.

    Raises:
        UsageError: the server or the folder cannot be used, or the package redis is not installed.
    """
    if not place.startswith(_REDIS):
        _see_that_it_keeps(place)
        return DirectoryBasedExampleDatabase(place)
    shown = _without_password(place)
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415 - an extra
        from redis import Redis, RedisError  # noqa: PLC0415 - an extra
    except ImportError:
        reason = "a database on a Redis server needs the package redis"
        raise UsageError(f"{reason}: {how_to_install('fuzz')}") from None
    try:
        server = Redis.from_url(place, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
        server.ping()
    except ValueError:  # it quotes the URL
        raise UsageError(f"cannot use the database {shown}: it is no URL of a server") from None
    except RedisError as error:
        raise UsageError(f"cannot use the database {shown}: {error}") from None
    return RedisExampleDatabase(server)


def _see_that_it_keeps(place: str) -> None:
    """Write into a folder once: Hypothesis is silent where it cannot."""
    try:
        Path(place).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place) as probe:
            probe.write(b"kept?")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot use the database {place}: {reason}") from None


def _without_password(url: str) -> str:
    """A URL as it may be shown; what stands before the last @ may be a secret."""
    scheme, _, rest = url.partition("://")
    place, _, query = rest.partition("?")
    return f"{scheme}://{place.rpartition('@')[2]}" + ("?…" if query else "")
