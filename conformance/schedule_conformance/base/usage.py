"""The errors that the command line ends with: of what a user hands in, and of proving nothing."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class UsageError(Exception):
    """What was handed in cannot be used; the text says what and why."""


class NotAPass(Exception):
    """Nothing failed, and yet nothing was shown; the text says why."""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a sentence about a word that is none of the choices: the nearest, if one is."""
    by_folded = {choice.casefold(): choice for choice in choices}
    near = get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean {by_folded[near[0]]}?" if near else ""
