"""``cd tests && python -m model_check``: everything, recorded in ``docs/evidence/model.json``.

Parts may be named: ``python -m model_check states walks``.
It takes about half an hour on one core, and needs Java, Node and npm.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from model_check.agreement import agreement, upstream_differs
from model_check.checks import PROGRESS, SAFETY, VARIANTS, check, noticed
from model_check.sources import Scenario, corpus, made_up, traces, wrong, wrong_in_sessions
from model_check.terms import Term
from model_check.validation import verdicts
from model_check.walks import walks

RECORD = Path(__file__).parents[2] / "docs" / "evidence" / "model.json"
SEED = 1
MADE_UP = 500
WALKS = 400
EACH = 6

Json = dict[str, Any]


def main() -> None:
    """Run all parts, or those that are named, and record each where nothing speaks against it."""
    parts = {"states": _states, "variants": _variants, "traces": _validation}
    parts |= {"walks": _walks, "wrong-ports": _wrong_ports}
    for name in sys.argv[1:] or parts:
        _expect(name in parts, f"no part is called {name}; there are {', '.join(parts)}")
        found = parts[name]()
        print(json.dumps(found, indent=1), file=sys.stderr)
        recorded = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        RECORD.write_text(json.dumps(recorded | found, indent=1) + "\n", encoding="utf-8")


def _states() -> Json:
    outcomes = {name: check(name) for name in (*SAFETY, *PROGRESS)}
    violated = {name: each.violated for name, each in outcomes.items() if each.violated}
    _expect(not violated, f"violated: {violated}")
    return {
        "states": {
            name: {"generated": each.generated, "distinct": each.distinct}
            for name, each in outcomes.items()
        }
    }


def _variants() -> Json:
    unnoticed = [variant for variant in VARIANTS if not noticed(variant)]
    _expect(not unnoticed, f"variants that no property notices: {unnoticed}")
    return {"variants": {variant: wanted for variant, (wanted, _) in VARIANTS.items()}}


def _validation() -> Json:
    return {"allowed": {"corpus": _judged([*corpus()]), "made up": _judged(made_up(MADE_UP, SEED))}}


def _judged(scenarios: list[Scenario]) -> Json:
    told = traces(scenarios)
    least = _allowed(told.traces)
    others = [number for number, allowed in enumerate(least) if not allowed]
    most = _allowed([told.traces[number] for number in others], lax=True)
    refused = [
        told.names[number] for number, allowed in zip(others, most, strict=True) if not allowed
    ]
    _expect(not refused, f"the model refuses {refused}")
    return {
        "scenarios": len(scenarios),
        "least": sum(least),
        "lax": len(others),
        "outside": {reason: len(names) for reason, names in told.outside.items()},
    }


def _walks() -> Json:
    walked = walks(WALKS, SEED)
    found = agreement(walked)
    _expect(not found.against, f"the reference differs: {[walk.args for walk in found.against]}")
    differing = upstream_differs(found.same)
    _expect(not differing, f"upstream differs on {differing}")
    return {
        "walks": {
            "made": len(walked),
            "same": len(found.same),
            "open in the text": len(found.other),
            "same with upstream": len(found.same) - len(differing),
        }
    }


def _wrong_ports() -> Json:
    told = {name: traces(wrong(name, EACH)).traces for name in wrong_in_sessions()}
    every = [trace for each in told.values() for trace in each]
    least, most = iter(_allowed(every)), iter(_allowed(every, lax=True))
    rows = {
        name: {
            "traces": len(each),
            "refused": sum(not next(least) for _ in each),
            "refused in any reading": sum(not next(most) for _ in each),
        }
        for name, each in told.items()
    }
    return {"wrong ports": rows}


def _allowed(told: list[Term], *, lax: bool = False) -> list[bool]:
    return [verdict.allowed for verdict in verdicts(told, lax=lax)]


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(otherwise)


if __name__ == "__main__":
    main()
