"""Where a campaign keeps its examples: a folder, or a Redis server that machines share.

It needs Hypothesis; a Redis server needs the package redis, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

from schedule_conformance.base.usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_REDIS = ("redis://", "rediss://", "unix://")


class Shelf(ExampleDatabase):
    """The examples of one operation and port in another database.

    Hypothesis deletes an example that, tried again, shows no divergence. One that was passed
    over, since its kind is known by now, must stay: another campaign begins without that knowledge.
    So nothing is deleted while `spares` says so.
    """

    def __init__(self, behind: ExampleDatabase, label: str, spares: Callable[[], bool]) -> None:
        super().__init__()
        self._behind = behind
        self._label = label.encode()
        self._spares = spares

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """What is kept under a key."""
        return self._behind.fetch(self._label + key)

    def save(self, key: bytes, value: bytes) -> None:
        """Keep a value under a key."""
        self._behind.save(self._label + key, value)

    def delete(self, key: bytes, value: bytes) -> None:
        """Keep a value no more, unless it is spared."""
        if not self._spares():
            self._behind.delete(self._label + key, value)


def open_database(place: str) -> ExampleDatabase:
    """The database in a folder, or on the Redis server of a URL such as `redis://host:6379/0`.

    Raises:
        UsageError: the server cannot be used, or the package redis is not installed.
    """
    if not place.startswith(_REDIS):
        return DirectoryBasedExampleDatabase(place)
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415 - an extra
        from redis import Redis, RedisError  # noqa: PLC0415 - an extra
    except ImportError:
        reason = "a database on a Redis server needs the package redis"
        raise UsageError(f"{reason}: pip install 'session-schedule-spec[fuzz]'") from None
    try:
        server = Redis.from_url(place)
        server.ping()
    except (RedisError, ValueError) as error:
        raise UsageError(f"cannot use the database {place}: {error}") from None
    return RedisExampleDatabase(server)
