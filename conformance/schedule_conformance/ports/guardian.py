"""Ends what a runner leaves behind: a script that reads, until the runner is gone, what to end.

Each line of its input is `+N`, where N is a process group to watch, or `-N`, where it has ended.
The input ends when the runner does, however that happens, and what is still watched is killed.
It imports nothing of ours, so that it starts fast.
"""

import contextlib
import os
import signal
import sys


def watch() -> None:
    """Read until the runner is gone, and kill the groups that are left."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    watch()
