"""``python -m binding``: the tables of the chapters, and what binds their text.

``tables`` writes the tables that the chapters show of the data; ``tables --check`` only tells
which are stale.
"""

from __future__ import annotations

import argparse
import sys

from binding import tables


def main() -> int:
    """Run the command that is asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m binding", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("tables", help="write the tables of the chapters from the data")
    writing.add_argument("--check", action="store_true", help="only tell which are stale")
    options = parser.parse_args()
    names = tables.stale() if options.check else tables.write()
    sys.stdout.writelines(f"{'stale' if options.check else 'written'}: {name}\n" for name in names)
    return int(options.check and bool(names))


if __name__ == "__main__":
    sys.exit(main())
