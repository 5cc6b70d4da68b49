"""Options that several commands share: the corpus, the cases of it, and the port."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError
from schedule_conformance.corpus import files
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.selection import Selection
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.ports import shipped
from schedule_conformance.ports.process import REFERENCE, Command
from schedule_conformance.running.drive import Limits

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from schedule_conformance.corpus.case import Case


def add_corpus(parser: ArgumentParser) -> None:
    """Add the option that names another corpus than the one that is shipped."""
    parser.add_argument(
        "--corpus", type=Path, metavar="PATH", help="a folder or file of cases of your own"
    )


def add_selection(parser: ArgumentParser) -> None:
    """Add the options that choose cases; those of one kind add up, kinds restrict each other."""
    group = parser.add_argument_group("which cases (all, unless chosen)")
    group.add_argument("ids", nargs="*", metavar="ID", help="ids or globs, as in 'fold/*'")
    group.add_argument("--case", action="append", default=[], metavar="ID", help="another id")
    for name in ("rule", "tag", "chapter", "op"):
        group.add_argument(
            f"--{name}", action="append", default=[], metavar=name.upper(), help=f"of this {name}"
        )
    group.add_argument(
        "--class",
        action="append",
        default=[],
        dest="classes",
        metavar="CLASS",
        help="of this conformance class",
    )
    group.add_argument("--smoke", action="store_true", help="a few cases for each rule")
    group.add_argument("--no-sweep", action="store_true", help="without the sweeps of all zones")
    group.add_argument("--shard", type=share, metavar="I/N", help="the Ith of N equal shares")


def add_port(parser: ArgumentParser) -> None:
    """Add the options that choose a port, besides its command after `--`, and its time limits."""
    limits = Limits()
    group = parser.add_argument_group("the port")
    group.add_argument("--port", metavar="NAME", help=f"an adapter: {', '.join(shipped.names())}")
    group.add_argument(
        "--timeout",
        type=positive,
        default=limits.answer,
        metavar="SECONDS",
        help="without an answer, after which it hangs (%(default)g)",
    )
    group.add_argument(
        "--start-timeout",
        type=positive,
        default=limits.start,
        metavar="SECONDS",
        help="that it may take to start (%(default)g)",
    )
    parser.set_defaults(takes_port=True)


def port(options: Namespace) -> Command:
    """The port meant: a command of the user, an adapter, or else the reference.

    Raises:
        UsageError: both are given, or there is no such adapter.
        PortUnusable: the adapter cannot be installed.
    """
    if options.port is not None and options.port_words:
        raise UsageError("give either --port or a command after --, not both")
    if options.port is not None:
        return shipped.command(options.port)
    return Command(options.port_words) if options.port_words else REFERENCE


def limits(options: Namespace) -> Limits:
    """The limits of a run."""
    return Limits(answer=options.timeout, start=options.start_timeout)


def again(options: Namespace) -> list[str]:
    """The words that, after a command and an id, choose the same corpus and port again."""
    words = ["--corpus", str(options.corpus)] if options.corpus else []
    if options.port:
        return [*words, "--port", options.port]
    return [*words, "--", *options.port_words] if options.port_words else words


def chosen_by(options: Namespace) -> list[str]:
    """The words of a command line that choose the same cases, none where all are chosen."""
    words = [*options.ids, *options.case]
    for name in ("rule", "tag", "chapter", "op"):
        words += [word for value in getattr(options, name) for word in (f"--{name}", value)]
    words += [word for value in options.classes for word in ("--class", value)]
    words += ["--smoke"] * options.smoke + ["--no-sweep"] * options.no_sweep
    if options.shard is not None:
        words += ["--shard", "/".join(map(str, options.shard))]
    return words


def reads_sweeps(options: Namespace) -> bool:
    """Whether zone sweeps are among the cases read."""
    return not (options.no_sweep or options.smoke)


def cases(options: Namespace) -> list[Case]:
    """Every case of the corpus that the options name.

    Raises:
        CorpusError: it cannot be read.
    """
    sweeps = reads_sweeps(options)
    if options.corpus:
        # Only who brings cases of his own waits for the reference to be loaded.
        from schedule_conformance.reference_port.objections import Objections  # noqa: PLC0415

        objection = Objections(load_rules(data.folder("spec"))).to
        return files.load(options.corpus, sweeps=sweeps, objection=objection)
    return load_shipped(sweeps=sweeps)


def selection(options: Namespace) -> Selection:
    """The selection that the options describe."""
    return Selection(
        ids=[*options.ids, *options.case],
        rules=options.rule,
        tags=options.tag,
        chapters=options.chapter,
        ops=options.op,
        classes=options.classes,
        smoke=options.smoke,
        shard=options.shard,
    )


def positive(text: str) -> int:
    """An option's value that is a whole number above zero."""
    if not (text.isdecimal() and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is not a whole number above zero")
    return int(text)


def share(text: str) -> tuple[int, int]:
    """An option's value that is the Ith of N shares, counted from one."""
    place, _, shares = text.partition("/")
    try:
        numbers = int(place), int(shares)
    except ValueError:
        numbers = 0, 0
    if not 1 <= numbers[0] <= numbers[1]:
        raise ArgumentTypeError(f"{text!r} is not a share such as 2/3")
    return numbers
