"""What a wrong port is, and the register of them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TypeAlias, TypeVar

import msgspec

from wrong_ports.replacing import Function, replaced

Replacements: TypeAlias = Mapping[Function, Function]
"""Functions of the reference, each with the one that is to stand in its place."""

Way: TypeAlias = Callable[[Function], Replacements]
"""How one wrong function becomes a wrong port."""

F = TypeVar("F", bound=Function)


class WrongPort(msgspec.Struct, frozen=True):
    """The reference with one classic mistake.

    Attributes:
        name: The mistake in a few words, such as ``strip-instead-of-trim``.
        mistake: The sentence by which cases of the corpus name it.
        users: What somebody meets who uses such a port.
        chapter: The module that holds it.
        replacements: What is wrong.
    """

    name: str
    mistake: str
    users: str
    chapter: str
    replacements: Replacements

    def installed(self) -> AbstractContextManager[None]:
        """Make the reference of this process the wrong port until the context ends."""
        return replaced(self.replacements)


PORTS: dict[str, WrongPort] = {}
"""All wrong ports by name; ``wrong_ports.catalogue`` loads the modules that hold them."""


def wrong_port(way: Way, *, mistake: str, users: str) -> Callable[[F], F]:
    """Register a port made from the decorated function, whose name it takes.

    Raises:
        ValueError: Another port has that name.
    """

    def register(function: F) -> F:
        name = function.__name__.replace("_", "-")
        if name in PORTS:
            raise ValueError(f"two wrong ports have the name {name}")
        PORTS[name] = WrongPort(name, mistake, users, function.__module__, way(function))
        return function

    return register


def instead_of(*originals: Function, together_with: Replacements | None = None) -> Way:
    """The function stands in the place of those of the reference."""
    return lambda function: {**dict.fromkeys(originals, function), **(together_with or {})}
