"""Places inside a JSON value, and the value with another one at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Place: TypeAlias = tuple[str | int, ...]


def places(value: Any, before: Place = ()) -> Iterator[Place]:
    """Every place, that of the whole value first."""
    yield before
    if isinstance(value, dict):
        for name, member in value.items():
            yield from places(member, (*before, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*before, index))


def replaced(value: Any, place: Place, change: Callable[[Any], Any]) -> Any:
    """A copy in which the value at a place is changed; what is not on the way is shared.

    A value that was changed before may not have the place any more: then it stays as it is.
    """
    if not place:
        return change(value)
    first, *rest = place
    if isinstance(value, dict) and first in value:
        return {**value, first: replaced(value[first], tuple(rest), change)}
    if isinstance(value, list) and isinstance(first, int) and first < len(value):
        return [*value[:first], replaced(value[first], tuple(rest), change), *value[first + 1 :]]
    return value
