"""``rules.json`` is what spec, corpus and reference say."""

import json

from binding import index


def test_the_index_is_fresh() -> None:
    written = index.FILE.read_text("utf-8")
    assert written == index.text(), "run python -m binding index in conformance/"


def test_every_rule_of_an_operation_has_cases_and_code() -> None:
    rules = json.loads(index.FILE.read_text("utf-8"))["rules"]
    assert len(rules) > 150
    by_id = {rule["id"]: rule for rule in rules}
    assert "spec/FOLD-3/1" in by_id["FOLD-3"]["cases"]
    assert by_id["FOLD-3"]["level"] == "MUST"
    assert "session_schedule/fold.py:Schedules.create" in by_id["FOLD-3"]["code"]
