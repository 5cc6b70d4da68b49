"""The cases by hand and the rules, as scripts that pages load.

They are scripts and not JSON, since a page that was opened from a disk may not fetch a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.corpus.case import Case
from schedule_conformance.corpus.rules import Rule
from schedule_conformance.ports.features import needed


def cases_script(cases: Iterable[Case]) -> str:
    """Return a script that sets `CASES` to a list of cases.

    Each is as in a case file, and names the `features` that a port must have to be asked it.
    """
    return f"window.CASES = {_json([_shown(case) for case in cases])};\n"


def rules_script(rules: Mapping[str, Rule]) -> str:
    """Return a script that sets `RULES` to the title and the page of each rule, by id."""
    pages = {
        rule.id: {"title": rule.title, "page": f"spec/{rule.chapter}.html#{rule.id}"}
        for rule in rules.values()
    }
    return f"window.RULES = {_json(pages)};\n"


def _shown(case: Case) -> dict[str, Any]:
    members: dict[str, Any] = msgspec.to_builtins(case)
    features = sorted(needed(case.op, case.args))
    return members | {"features": features} if features else members


def _json(value: Any) -> str:
    """An expression of JavaScript.

    It is JSON to be parsed: written out as an object, a key `__proto__` would set a prototype.
    """
    return f"JSON.parse({json.dumps(jsontext.encode(value).decode('utf-8'))})"
