"""``python -m binding``: the tables of the chapters, and what binds their text.

``tables`` writes the tables that the chapters show of the data; with ``--check`` it only tells
which are stale. ``falsify`` alters each claim of the spec in turn and tells what nothing notices,
by reason; rules may be named, and ``--record`` writes the figures of the whole down.
``index`` writes ``spec/data/rules.json``.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from binding import evidence_file, falsify, index, tables

if TYPE_CHECKING:
    from argparse import Namespace


def main() -> int:
    """Run the command that is asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m binding", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("tables", help="write the tables of the chapters from the data")
    writing.add_argument("--check", action="store_true", help="only tell which are stale")
    writing.set_defaults(run=_tables)
    falsifying = commands.add_parser("falsify", help="alter each claim, and tell what is unnoticed")
    falsifying.add_argument("rules", nargs="*", metavar="RULE", help="only these")
    falsifying.add_argument("--record", action="store_true", help="write the figures down")
    falsifying.set_defaults(run=_falsify)
    indexing = commands.add_parser("index", help="write rules.json, the rules for programs")
    indexing.set_defaults(run=_index)
    options = parser.parse_args()
    if options.command == "falsify" and options.record and options.rules:
        parser.error("the figures are those of the whole: give either --record or rules")
    code: int = options.run(options)
    return code


def _tables(options: Namespace) -> int:
    names = tables.stale() if options.check else tables.write()
    sys.stdout.writelines(f"{'stale' if options.check else 'written'}: {name}\n" for name in names)
    return int(options.check and bool(names))


def _index(_options: Namespace) -> int:
    index.write()
    return 0


def _falsify(options: Namespace) -> int:
    """Tell each alteration that nothing notices; 1 if one of them is not listed."""
    every = falsify.sections()
    unknown = set(options.rules) - {section.owner for section in every}
    if unknown:
        sys.stderr.write(f"no such rule: {', '.join(sorted(unknown))}\n")
        return 3
    chosen = [section for section in every if not options.rules or section.owner in options.rules]
    results = list(falsify.falsify(chosen))
    unlisted = 0
    for result in results:
        if result.noticed_by is None:
            reason = falsify.listed().get(result.owner, {}).get(result.name)
            unlisted += reason is None
            after = " ".join(result.alteration.after.split())
            sys.stdout.write(f"{result.owner}: {result.name} -> {after}: {reason or 'UNNOTICED'}\n")
    noticed = sum(result.noticed_by is not None for result in results)
    sys.stdout.write(f"{len(results)} alterations, {noticed} noticed, {unlisted} not listed\n")
    if options.record:
        evidence_file.record(evidence_file.figures(results))
    return int(unlisted > 0)


if __name__ == "__main__":
    sys.exit(main())
