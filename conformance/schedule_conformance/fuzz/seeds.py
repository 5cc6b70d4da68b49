"""Seeds of campaigns that share their work, so that each asks other questions."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeAlias

Share: TypeAlias = tuple[int, int]
"""The ith of n, counted from one."""
WHOLE: Share = (1, 1)


def derived(seed: int, shard: Share = WHOLE, job: Share = WHOLE) -> int:
    """The seed of one process of one machine: the same one again for the same numbers.

    A campaign that shares with nobody has the seed itself.
    """
    if shard == job == WHOLE:
        return seed
    words = f"{seed} {shard[0]}/{shard[1]} {job[0]}/{job[1]}"
    return int.from_bytes(sha256(words.encode()).digest()[:4])
