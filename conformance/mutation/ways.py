"""The two ways to put mutants to the corpus: in one process, and over the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from mutation import in_process, over_protocol
from mutation.mutants import Mutant

_FOLDER = Path(__file__).parent


class Way(msgspec.Struct, frozen=True):
    """One way to make and to judge mutants.

    Attributes:
        name: The name of its file in ``docs/evidence``.
        command: What runs it over all modules.
        tool: The distribution that makes the mutants.
        title: Its heading for readers.
        about: What is put to the mutants and what kills them.
        equivalent: The list of its equivalent mutants.
        run: Makes and judges the mutants of modules, in an empty folder.
    """

    name: str
    command: str
    tool: str
    title: str
    about: str
    equivalent: Path
    run: Callable[[Sequence[str], Path], list[Mutant]]


IN_PROCESS = Way(
    name="mutation",
    command="python -m mutation",
    tool="mutmut",
    title="In one process",
    about="""\
Functions are mutated. All cases that are written by hand are put to each mutant, and a sample of
the zone sweep. As the reference names the rule by which it refuses, a mutant is also killed by a
rule that the case does not cite.""",
    equivalent=_FOLDER / "equivalent.json",
    run=in_process.run,
)
OVER_PROTOCOL = Way(
    name="mutation-over-protocol",
    command="python -m mutation --over-protocol",
    tool="cosmic-ray",
    title="Over the protocol",
    about="""\
Whole modules are mutated, constants and the shapes of records included. Each mutant is a port in a
process of its own, to which all cases are put that are written by hand. It is judged by values and
codes, as any port is. This is done before a release.""",
    equivalent=_FOLDER / "equivalent_over_protocol.json",
    run=over_protocol.run,
)

WAYS = (IN_PROCESS, OVER_PROTOCOL)
