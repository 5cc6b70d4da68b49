"""The graph of states and steps: how many paths lead through it, and whether one has no end."""

from __future__ import annotations

from array import array
from collections.abc import Iterable


class Endless(Exception):
    """A path that returns to a state it has left.

    Attributes:
        loop: The states of the loop in order, each once, beginning with the first discovered.
    """

    def __init__(self, loop: list[int]) -> None:
        super().__init__(f"a loop of {len(loop)} states")
        self.loop = loop


class Graph:
    """States are numbered in the order of discovery, from the one where all paths begin, 0."""

    def __init__(self) -> None:
        self._ends = array("Q", [0])
        self._followers = array("L")

    @property
    def transitions(self) -> int:
        """The number of steps between states."""
        return len(self._followers)

    def add(self, followers: Iterable[int]) -> None:
        """Add the steps that lead out of the next state."""
        self._followers.extend(followers)
        self._ends.append(len(self._followers))

    def paths(self) -> int:
        """Return how many different paths lead from the first state to where no step follows.

        Raises:
            Endless: There is a loop.
        """
        states = len(self._ends) - 1
        unseen = [0] * states
        for follower in self._followers:
            unseen[follower] += 1
        ways = [1] + [0] * (states - 1)
        ready = [] if unseen[0] else [0]
        counted = paths = 0
        while ready:
            state = ready.pop()
            counted += 1
            followers = self._after(state)
            if not followers:
                paths += ways[state]
            for follower in followers:
                ways[follower] += ways[state]
                unseen[follower] -= 1
                if not unseen[follower]:
                    ready.append(follower)
        if counted < states:
            raise Endless(self._loop([state for state in range(states) if unseen[state]]))
        return paths

    def _loop(self, left: list[int]) -> list[int]:
        """Return a loop among states each of which is preceded by another of them."""
        preceding = {follower: state for state in left for follower in self._after(state)}
        path: dict[int, None] = {}
        state = left[0]
        while state not in path:
            path[state] = None
            state = preceding[state]
        loop = list(path)[list(path).index(state) :][::-1]
        first = loop.index(min(loop))
        return loop[first:] + loop[:first]

    def _after(self, state: int) -> array[int]:
        return self._followers[self._ends[state] : self._ends[state + 1]]
