"""Writes the evidence page from what the runs recorded: ``python docs/evidence/generate.py``.

Nothing on the page is typed: each figure comes from a recorded run beside this file, from the
corpus, or from the catalogue of mistakes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, get_args

from schedule_conformance.base import data
from schedule_conformance.corpus import files
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.judging.likeliest import mistakes
from schedule_conformance.ports.features import Feature, needed

FOLDER = Path(__file__).parent
PAGE = FOLDER / "README.md"


def page() -> str:
    """Return the text of the page."""
    parts = (_opening, _summary, _libraries, _features, _model, _properties, _disk)
    return "\n".join(line for part in parts for line in part()) + "\n"


def _opening() -> Iterator[str]:
    yield "# Evidence"
    yield ""
    yield "What is claimed of this specification, and how each claim is established. The page is"
    yield "written by `python docs/evidence/generate.py` from recorded runs."
    yield ""


def _summary() -> Iterator[str]:
    exploration, mutation, sweep = map(_recorded, ("exploration", "mutation", "zone-sweep"))
    cases = files.load(data.folder("corpus"))
    by_hand = [case for case in cases if "sweep" not in case.tags]
    modules = mutation["modules"].values()
    areas = sweep["areas"].values()
    catalogue = mistakes()
    rules = load_rules(data.folder("spec"))
    yield "| claim | how | extent |"
    yield "|---|---|---|"
    yield _row(
        "each rule is shown",
        "cases written from the rules, held together with spec and code by a test",
        f"{len(rules)} rules, {len(by_hand)} cases by hand and {len(cases) - len(by_hand)} swept",
    )
    falsification = _recorded("falsification")
    altered = falsification["kinds"].values()
    yield _row(
        "the text says what the reference does",
        "each number, code, quoted text, table cell, verdict, MUST, citation and expectation"
        " altered in turn; [the rest](falsification.json) is listed by reason",
        f"{_sum(altered, 'tried')} alterations, {_sum(altered, 'noticed')} noticed",
    )
    yield _row(
        "the corpus notices any change of the reference",
        "[mutation](mutation.md), the corpus alone as the judge",
        f"{_sum(modules, 'mutants')} mutants: {_sum(modules, 'killed')} killed,"
        f" {_sum(modules, 'message')} of message text, {_sum(modules, 'equivalent')} equivalent"
        " with the argument",
    )
    yield _row(
        "the corpus tells what is wrong",
        "[wrong ports](../mistakes.md), one for each classic mistake",
        f"{len(catalogue)} ports, each caught, and named by the report as the likeliest",
    )
    libraries = _recorded("library-faults")
    yield _row(
        "the corpus notices the faults of languages' libraries",
        "[usual calls](../library-faults.md) of " + ", ".join(libraries),
        f"{_sum(libraries.values(), 'calls')} calls,"
        f" {_sum(libraries.values(), 'uncaught')} of them unnoticed",
    )
    clean_room = _recorded("clean-room")
    chapters = clean_room["first_run"]["chapters"].values()
    yield _row(
        "the text is enough to write a port from",
        "[a port in JavaScript](clean-room.md) by somebody who had the text alone",
        f"at its first run {_sum(chapters, 'passed')} cases passed, {_sum(chapters, 'failed')}"
        f" failed; {len(clean_room['questions'])} questions, each answered in the text",
    )
    yield _row(
        "gaps and overlaps are resolved in every zone",
        f"[sweep](zone-sweep.md) of tz {sweep['release']} to {sweep['until']}, against raw tz data"
        " and Node's Intl",
        f"{_sum(areas, 'names')} names, {_sum(areas, 'gaps')} gaps, {_sum(areas, 'overlaps')}"
        " overlaps",
    )
    yield _row(
        "fixed-rate arithmetic is exact, in IEEE doubles too",
        "[proof](fixed-rate-arithmetic.md), checked by z3",
        "all instants, intervals and decisions",
    )
    fuzzing = _recorded("fuzzing")
    caught = [seconds for seconds in fuzzing["caught"].values() if seconds is not None]
    yield _row(
        "fuzzing finds what is wrong without the corpus",
        f"[fuzzing](../fuzzing.md) of every wrong port, at most {fuzzing['limit']} s each",
        f"{len(caught)} of {len(fuzzing['caught'])} caught, half of them within"
        f" {median(caught):.1f} s",
    )
    starts = exploration["starts"].values()
    yield _row(
        "the transactions keep the properties below",
        f"exploration of every outcome: up to {_bounds(exploration['bounds'])} on a path",
        f"{_sum(starts, 'states')} states, {_sum(starts, 'transitions')} transitions",
    )
    model = _recorded("model")
    yield _row(
        "a second reading of the text, for a machine, agrees",
        "[a model in TLA+](../../spec/model/README.md), checked by TLC, and put to ports",
        f"{_sum(model['states'].values(), 'distinct')} states, {_both_ways(model)}",
    )
    faults = Counter[str]()
    for tally in _recorded("disk")["faults"].values():
        faults.update(tally)
    yield _row(
        "the embedded host keeps them on a disk",
        "[killed, on failing disks, over hostile logs](#the-embedded-host-on-a-disk);"
        " interchange with the npm packages, both ways",
        f"{faults['kills']:,} kills, {faults['barriers that failed']:,} failed barriers,"
        f" {faults['losses of power']:,} losses of power:"
        f" {faults['confirmed events lost']} confirmed events lost",
    )
    ended = _recorded("hardening")["signals"]
    yield _row(
        "no port outlives its runner",
        f"{' , '.join(ended['ways'])}, ended by {', '.join(ended['signals'])} before and after"
        " the port greeted; `python tests/runner/signals.py`".replace(" , ", ", "),
        f"{ended['gone']} runs ended, 0 ports left",
    )
    yield ""
    yield "Cases by hand, by chapter: " + ", ".join(
        f"{chapter} {count}" for chapter, count in Counter(c.chapter for c in by_hand).items()
    )
    yield ""


def _disk() -> Iterator[str]:
    recorded = _recorded("disk")
    yield ""
    yield "## The embedded host on a disk"
    yield ""
    yield "Recorded by `PYTHONPATH=tests python tests/embedded/record_disk.py`, with the seed"
    yield f"{recorded['seed']}, which ends at the first promise of a killed host that is not kept,"
    yield "and at any error but a refusal."
    yield ""
    yield "| what happens | counted |"
    yield "|---|---|"
    for fault, tally in recorded["faults"].items():
        yield (
            f"| {fault} | " + ", ".join(f"{count:,} {what}" for what, count in tally.items()) + " |"
        )


def _libraries() -> Iterator[str]:
    yield "## Faults of libraries"
    yield ""
    yield "| language | calls | mistakes that they make | unnoticed | cases by hand that fail |"
    yield "|---|---:|---:|---:|---:|"
    for language, figures in _recorded("library-faults").items():
        columns = ("calls", "mistakes", "uncaught", "cases")
        yield f"| {language} | {' | '.join(str(figures[column]) for column in columns)} |"
    yield ""


def _features() -> Iterator[str]:
    """Yield the features of the protocol, each with its cases and the wrong ports it reveals."""
    by_hand = files.load(data.folder("corpus"), sweeps=False)
    needs = {case.id: needed(case.op, case.args) for case in by_hand}
    revealed = [
        (mistake.name, mistake.cases)
        for mistake in mistakes()
        if all(needs.get(case) for case in mistake.cases)
    ]
    yield "## Features of the protocol"
    yield ""
    count = sum(map(bool, needs.values()))
    yield f"{count} cases need a [feature](../../conformance/protocol.md#features)"
    yield f"of the port. They alone show {len(revealed)} of the wrong ports, those named here."
    yield ""
    yield "| feature | cases | wrong ports |"
    yield "|---|---|---|"
    for feature in get_args(Feature):
        cases = {case for case, features in needs.items() if feature in features}
        names = [f"`{name}`" for name, failing in revealed if failing.keys() & cases]
        yield f"| `{feature}` | {len(cases)} | {', '.join(names)} |"
    yield ""


def _both_ways(model: dict[str, Any]) -> str:
    allowed, walks = model["allowed"].values(), model["walks"]
    ports = [port for port in model["wrong ports"].values() if port["traces"]]
    refused = sum(port["refused"] > 0 for port in ports)
    return (
        f"{sum(part['least'] + part['lax'] for part in allowed):,} traces of ports allowed,"
        f" {walks['same']:,} scenarios of its own shown alike by the reference; traces of"
        f" {refused} of {len(ports)} wrong ports refused"
    )


def _model() -> Iterator[str]:
    model = _recorded("model")
    yield "## The model, state by state and trace by trace"
    yield ""
    yield "| configuration | states generated | distinct |"
    yield "|---|---:|---:|"
    for name, states in model["states"].items():
        yield f"| {name} | {states['generated']:,} | {states['distinct']:,} |"
    yield ""
    yield "| scenarios | number | allowed at the least | allowed where the text is open | outside |"
    yield "|---|---:|---:|---:|---:|"
    for source, part in model["allowed"].items():
        figures = (part["scenarios"], part["least"], part["lax"], sum(part["outside"].values()))
        yield f"| {source} | {' | '.join(f'{figure:,}' for figure in figures)} |"
    reasons: Counter[str] = Counter()
    for part in model["allowed"].values():
        reasons.update(part["outside"])
    yield ""
    yield "Outside, by reason: " + ", ".join(
        f"{reason} {count:,}" for reason, count in reasons.items()
    )
    yield ""
    walks = model["walks"]
    yield (
        f"Of {walks['made']:,} scenarios that the model made up the reference showed the same in"
        f" {walks['same']:,}, and upstream in {walks['same with upstream']:,}; in"
        f" {walks['open in the text']:,} the reference read an open place of the text differently."
    )
    yield ""
    ports = model["wrong ports"].items()
    unseen = [name for name, port in ports if port["traces"] and not port["refused"]]
    untold = [name for name, port in ports if not port["traces"]]
    yield f"Wrong ports of which the model sees a trace and refuses none: {', '.join(unseen)}."
    yield f"Wrong ports that fail scenarios of which it has none: {', '.join(untold)}."
    yield ""


def _properties() -> Iterator[str]:
    yield "## Properties explored"
    yield ""
    yield "| property | what it says |"
    yield "|---|---|"
    for name, sentence in _recorded("exploration")["properties"].items():
        yield f"| {name} | {sentence} |"


def _recorded(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return content


def _row(claim: str, how: str, extent: str) -> str:
    return f"| {claim} | {how} | {extent} |"


def _sum(rows: Any, key: str) -> str:
    return f"{sum(row[key] for row in rows):,}"


def _bounds(bounds: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in bounds.items())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
