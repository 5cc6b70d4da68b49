"""A list of known failures excuses what it names, and must stay true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from runner_kit import case, verdicts

from schedule_conformance.corpus import known
from schedule_conformance.corpus.known import Known, KnownError
from schedule_conformance.judging.settling import foretold
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer

if TYPE_CHECKING:
    from pathlib import Path

LISTED = [Known("fold/a", "no fold yet"), Known("zones/*", "no zones yet")]


@pytest.mark.parametrize(
    ("case_id", "verdict", "then"),
    [
        ("fold/a", Verdict.FAIL, Verdict.KNOWN),
        ("fold/a", Verdict.ERRORED, Verdict.KNOWN),
        ("fold/a", Verdict.PASS, Verdict.STALE),
        ("fold/a", Verdict.TZ, Verdict.TZ),
        ("fold/a", Verdict.UNSUPPORTED, Verdict.UNSUPPORTED),
        ("fold/ab", Verdict.FAIL, Verdict.FAIL),
        ("zones/x/y", Verdict.FAIL, Verdict.KNOWN),
        ("zones/x/y", Verdict.PASS, Verdict.STALE),
    ],
)
def test_an_entry_excuses_failures_and_nothing_else(
    case_id: str, verdict: Verdict, then: Verdict
) -> None:
    assert verdicts(foretold([Outcome(case(case_id), verdict)], LISTED)) == [then]


def test_a_known_failure_keeps_its_answer_and_tells_the_reason() -> None:
    failed = Outcome(case("zones/a"), Verdict.FAIL, Answer(1, value=2))
    assert foretold([failed], LISTED) == [
        Outcome(failed.case, Verdict.KNOWN, failed.answer, "no zones yet")
    ]


def test_a_known_failure_that_passes_says_what_to_do() -> None:
    (stale,) = foretold([Outcome(case("fold/a"), Verdict.PASS)], LISTED)
    assert "take it off the list" in (stale.note or "")


def test_an_entry_must_fit_a_case() -> None:
    known.check(LISTED, [case("fold/a"), case("zones/b")])
    with pytest.raises(KnownError, match=r"zones/\* fits no case"):
        known.check(LISTED, [case("fold/a")])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"known": [{"id": "a/b", "reason": "r"}]', "Expecting ',' delimiter"),
        ('{"known": [{"id": "a/b"}]}', "missing required field `reason`"),
        ('{"known": [{"id": "a/b", "reason": ""}]}', "length >= 1"),
        ('{"known": [], "more": 1}', "unknown field `more`"),
    ],
)
def test_a_malformed_list_is_refused_by_name(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "known.json"
    file.write_text(text)
    with pytest.raises(KnownError) as caught:
        known.load(file)
    assert str(caught.value).startswith(str(file))
    assert reason in str(caught.value)


def test_a_list_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match=r"known\.json"):
        known.load(tmp_path / "known.json")


def test_a_list_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_bytes(b'\xef\xbb\xbf{"known":[{"id":"fold/*","reason":"r"}]}')
    assert known.load(file) == [Known("fold/*", "r")]
    file.write_bytes('{"known":[]}'.encode("utf-16"))
    with pytest.raises(KnownError, match="it is in UTF-16, and not in UTF-8"):
        known.load(file)


def test_where_no_sweeps_were_read_an_entry_may_be_about_them() -> None:
    known.check([Known("zones/sweep/Europe/*", "r")], [case("fold/a")], swept=False)
    with pytest.raises(KnownError, match="did you mean fold/a"):
        known.check([Known("fodl/a", "r")], [case("fold/a")], swept=False)
