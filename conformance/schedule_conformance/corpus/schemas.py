"""JSON Schemas of case files and messages, generated from the types that read them.

`python -m schedule_conformance.corpus.schemas` writes them into `conformance/schema` of a checkout.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from schedule_conformance.corpus.case import Case, Defaults
from schedule_conformance.corpus.known import KnownFile
from schedule_conformance.corpus.sweep import SweepFile
from schedule_conformance.ports.messages import Answer, Hello, Request
from schedule_conformance.ports.scenario import STEPS, Outline
from schedule_conformance.ports.shipped import Manifest

FOLDER = Path(__file__).parents[2] / "schema"


class CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    """Cases, and the members that they share."""

    cases: list[Case]
    defaults: Defaults = msgspec.field(default_factory=Defaults)


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema, by the name of its file."""
    types = {
        "adapter.json": Manifest,
        "answer.json": Answer,
        "case-file.json": CaseFile,
        "hello.json": Hello,
        "known-failures.json": KnownFile,
        "request.json": Request,
        "scenario.json": Outline,
        "zone-sweep.json": SweepFile,
    }
    return {name: _schema(described) for name, described in types.items()}


def write(folder: Path) -> None:
    """Write every schema into the folder."""
    for name, schema in schemas().items():
        (folder / name).write_text(f"{json.dumps(schema, indent=1)}\n", encoding="utf-8")


def _schema(described: type) -> dict[str, Any]:
    schema = msgspec.json.schema(described)
    definitions = schema["$defs"]
    if "Answer" in definitions:
        outcomes = ("value", "error", "unsupported")
        definitions["Answer"]["oneOf"] = [{"required": [outcome]} for outcome in outcomes]
    if "Outline" in definitions:
        steps, parts = msgspec.json.schema_components(STEPS.values(), ref_template="#/$defs/{name}")
        definitions["Outline"]["properties"]["steps"]["items"] = {"oneOf": list(steps)}
        definitions |= parts
    if "Expect" in definitions:
        definitions["Expect"] |= {"minProperties": 1, "maxProperties": 1}
    if "Case" in definitions:
        shared = definitions["Defaults"]["properties"]
        required = definitions["Case"]["required"]
        definitions["Case"]["required"] = [name for name in required if name not in shared]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


if __name__ == "__main__":
    write(FOLDER)
