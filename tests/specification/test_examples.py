"""The examples in the chapters hold of the reference, and each rule has one or a reason."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus.case import Case, CorpusError
from schedule_conformance.corpus.examples import examples_of, load_examples
from schedule_conformance.corpus.rules import Rule, load_rules
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.compare import matches
from schedule_conformance.ports.messages import Answer
from schedule_conformance.reference_port.operations import answer

ROOT = Path(__file__).parents[2]
EXAMPLES = load_examples(data.folder("spec"))
WITHOUT: dict[str, str] = json.loads((ROOT / "conformance/without-example.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_an_example_holds(example: Case) -> None:
    got = answer({"seq": 0, "op": example.op, "args": example.args})
    assert matches(example.op, example.expect, msgspec.convert(got, Answer)), got


def test_each_rule_has_an_example_or_a_reason_to_have_none() -> None:
    with_example = {example.rules[0] for example in EXAMPLES}
    rules = load_rules(data.folder("spec")).keys()
    assert with_example | WITHOUT.keys() == rules
    assert with_example & WITHOUT.keys() == set(), "a stale reason"


def test_examples_are_put_to_every_port() -> None:
    shipped = {case.id for case in load_shipped(sweeps=False)}
    assert {example.id for example in EXAMPLES} < shipped


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ("[]", "without id, rules and why"),
        ('{"id": "a/b"}', "without id, rules and why"),
        ('{"op": "fold", "args": {}}', "missing required field `expect`"),
        ('{"op": "fold", "args": {}, "expect": {"error": "oops"}}', "oops"),
        ("{", "example spec/FOLD-1/1"),
    ],
)
def test_a_malformed_example_is_named(block: str, reason: str) -> None:
    text = f"```json example\n{block}\n```"
    rule = Rule(id="FOLD-1", title="t", text=text, source="document", chapter="fold")
    with pytest.raises(CorpusError) as caught:
        list(examples_of(rule))
    assert str(caught.value).startswith("spec/fold.md: example spec/FOLD-1/1: ")
    assert reason in str(caught.value)
