"""Replacing functions of the reference for a while, wherever the reference holds them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeAlias

from schedule_conformance.reference_port import host as scripted

# Importing the port loads all of the reference, and the host of its scenarios.
from schedule_conformance.reference_port import operations as reference_port
from schedule_conformance.reference_port import scenario, world

Function: TypeAlias = Callable[..., Any]
Place: TypeAlias = tuple[dict[str, Any] | type, str]
"""A namespace, a table or a class, and the name under which it holds something."""

_OF_THE_PORT = {module.__name__ for module in (reference_port, scenario, scripted, world)}


@contextmanager
def replaced(replacements: Mapping[Function, Function]) -> Iterator[None]:
    """Put functions in the place of others, and those back in the end.

    A function is replaced in its own module, in those that imported it, in its class, and in
    tables such as ``TOOLS``; whoever else holds it, the replacement above all, keeps the original.

    Raises:
        LookupError: The reference does not hold such a function.
    """
    places = {original: _places(original) for original in replacements}
    try:
        for original, replacement in replacements.items():
            _bind(places[original], replacement)
        yield
    finally:
        for original in replacements:
            _bind(places[original], original)


def _places(function: Function) -> list[Place]:
    places: list[Place] = []
    for module in _modules():
        for space in _spaces(module):
            held = space if isinstance(space, dict) else vars(space)
            places += [(space, name) for name, value in held.items() if value is function]
    if not places:
        raise LookupError(f"the reference does not hold {function!r}")
    return places


def _modules() -> list[ModuleType]:
    return [
        module
        for name, module in sys.modules.items()
        if name.startswith("session_schedule.") or name in _OF_THE_PORT
    ]


def _spaces(module: ModuleType) -> Iterator[dict[str, Any] | type]:
    yield vars(module)
    for value in vars(module).values():
        if isinstance(value, dict) or (
            isinstance(value, type) and value.__module__ == module.__name__
        ):
            yield value


def _bind(places: list[Place], function: Function) -> None:
    for space, name in places:
        if isinstance(space, dict):
            space[name] = function
        else:
            setattr(space, name, function)
