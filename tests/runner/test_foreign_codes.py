"""The rules leave a choice among the ten codes, and none of others."""

from __future__ import annotations

import pytest
from runner_kit import case

from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports.messages import Answer, Failure
from schedule_conformance.running.exchange import judged


@pytest.mark.parametrize(
    ("code", "verdict"), [("not_future", Verdict.MAY), ("oh_no", Verdict.FAIL)]
)
def test_a_code_outside_the_ten_is_no_choice(code: str, verdict: Verdict) -> None:
    assert judged(case("x/1", level="may"), Answer(1, error=Failure(code))).verdict is verdict
