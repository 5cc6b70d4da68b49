"""Tells whether the corpus finds out every mutant of the reference.

In a development install of this project with mutmut, and with cosmic-ray for the second way::

    python -m mutation                      # in one process, some minutes
    python -m mutation --over-protocol      # each in a process of its own, for releases
    python -m mutation every fold           # some modules, to try cases out

A survivor is printed with what was changed, and the run fails: write the case that tells it from
the reference, or say in the list of equivalents why there can be none. A run over all modules that
does not fail is recorded in ``docs/evidence``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from mutation import evidence
from mutation.mutants import IncompleteRun
from mutation.survivors import equivalents, stale, unexplained
from mutation.ways import IN_PROCESS, OVER_PROTOCOL
from mutation.workspace import MODULES


def main() -> int:
    """Run as the command line says; 1 if something survives or a list is stale, 2 if it broke."""
    parser = argparse.ArgumentParser(
        prog=IN_PROCESS.command, description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    parser.add_argument("--over-protocol", action="store_true", help="ask each mutant as a port")
    options = parser.parse_args()
    if unknown := set(options.modules) - set(MODULES):
        parser.error(f"no such module: {', '.join(sorted(unknown))}")
    way = OVER_PROTOCOL if options.over_protocol else IN_PROCESS
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        try:
            mutants = way.run(options.modules or MODULES, Path(folder))
        except IncompleteRun as error:
            print(error, file=sys.stderr)
            return 2
    known = equivalents(way.equivalent)
    survivors = unexplained(mutants, known)
    for mutant in survivors:
        print(f"\n{mutant.place} survives:", *mutant.diff, sep="\n")
    unused = [] if options.modules else stale(mutants, known)
    for place, diff in unused:
        print(f"\n{place}: {way.equivalent.name} excuses no survivor with", *diff, sep="\n")
    killed = sum(mutant.killed for mutant in mutants)
    print(f"\n{len(mutants)} mutants, {killed} killed, {len(survivors)} survive without a reason")
    if survivors or unused:
        return 1
    if not options.modules:
        evidence.record(way, mutants)
    return 0


if __name__ == "__main__":
    sys.exit(main())
