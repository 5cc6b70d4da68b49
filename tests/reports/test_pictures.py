"""The drawings of a report say what the rules say, whatever a port answered."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from report_kit import HOSTILE, case, failed

from schedule_conformance.corpus.case import Expect
from schedule_conformance.corpus.shipped import load_shipped
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Failure
from schedule_conformance.report.html.pictures import pictures

CASES = load_shipped(sweeps=False)
DRAWN = ("session", "occurrence", "due", "create")
EVERY = {"id": "schedule-1", "kind": "every", "prompt": "water", "everySeconds": 300}


def texts(outcome: Outcome) -> list[str]:
    """All texts of the one drawing of an outcome."""
    (drawn,) = pictures(outcome)
    found = ET.fromstring(drawn).iter("text")  # noqa: S314 - it is our own
    return [(each.text or "") + "".join(child.tail or "" for child in each) for each in found]


def of_occurrence(scheduled: str, accepted: str, got: Any) -> Outcome:
    """A failed decision."""
    args = {"record": EVERY | {"scheduledAt": scheduled}, "acceptedAt": accepted}
    return failed("x/1", got, op="occurrence", args=args)


def of_local_time(zone: str, date: str, time: str, expect: Expect, got: Any) -> Outcome:
    """A failed resolution of a local time."""
    args = {"input": {"prompt": "tea", "at": {"date": date, "time": time, "time_zone": zone}}}
    return failed("x/1", got, op="create", args=args, expect=expect)


def test_the_grid_shows_anchor_missed_latest_and_next() -> None:
    got = {
        "occurrenceAt": "2026-03-01T10:05:00.000Z",
        "nextScheduledAt": "2026-03-01T10:20:00.000Z",
    }
    said = texts(of_occurrence("2026-03-01T10:05:00.000Z", "2026-03-01T10:17:30.000Z", got))
    names = [each for each in said if each in {"anchor, missed", "missed", "latest", "next"}]
    assert names == ["anchor, missed", "missed", "latest", "next"]
    assert "decision 10:17:30Z" in said
    assert "got occurrence 2026-03-01T10:05:00Z: differs" in said
    assert "got next 10:20:00Z: as expected" in said


def test_a_long_backlog_is_drawn_short_and_the_end_of_the_calendar_is_told() -> None:
    said = texts(of_occurrence("0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", None))
    assert len(said) < 20
    assert "no next: the calendar ends" in said
    assert any(each.endswith(" more") for each in said)


@pytest.mark.parametrize(
    ("zone", "date", "time", "caption"),
    [
        (
            "America/New_York",
            "2026-03-08",
            "02:30:00",
            "Gap in America/New_York on 2026-03-08: local time from 02:00 to 03:00",
        ),
        (
            "America/New_York",
            "2026-11-01",
            "01:30:00",
            "Overlap in America/New_York on 2026-11-01: local time from 01:00 to 02:00",
        ),
        (
            "Australia/Lord_Howe",
            "2026-10-04",
            "02:15:00",
            "Gap in Australia/Lord_Howe on 2026-10-04: local time from 02:00 to 02:30",
        ),
    ],
)
def test_a_gap_and_an_overlap_are_drawn_where_they_are(
    zone: str, date: str, time: str, caption: str
) -> None:
    outcome = of_local_time(zone, date, time, Expect(error="invalid_rule"), None)
    (drawn,) = pictures(outcome)
    assert f"<figcaption>{caption} occurs " in drawn
    assert f'class="{caption.split(maxsplit=1)[0].lower()}"' in drawn
    assert "expected: refused" in texts(outcome)


def test_what_was_expected_and_what_came_of_an_overlap_stand_on_the_utc_line() -> None:
    expect = Expect(value={"scheduledAt": "2026-11-01T05:30:00.000Z"})
    got = {"scheduledAt": "2026-11-01T06:30:00.000Z"}
    said = texts(of_local_time("America/New_York", "2026-11-01", "01:30:00", expect, got))
    assert "expected 05:30Z" in said
    assert "got 06:30Z" in said


def test_a_local_time_far_from_any_change_has_no_drawing() -> None:
    outcome = of_local_time("America/New_York", "2026-07-01", "12:00:00", Expect(value={}), None)
    assert list(pictures(outcome)) == []


def test_lanes_mark_the_first_difference_alone() -> None:
    args = {
        "now": "2026-08-05T12:00:00.000Z",
        "steps": [{"turn": "start"}, {"clock": "2026-08-05T12:01:00.000Z"}, {"turn": "end"}],
    }
    wanted: list[Any] = [[], [], [], [{"append": {"operation": "dispatch", "id": "schedule-1"}}]]
    came: list[Any] = [[], [], [{"stopped": "corrupt"}], []]
    outcome = failed("x/1", came, op="session", args=args, expect=Expect(value=wanted))
    (drawn,) = pictures(outcome)
    assert "expected and got differ first at step 2" in drawn
    assert drawn.count('class="difference"') == 1
    said = texts(outcome)
    assert "≠ owner stops: corrupt" in said
    assert "≠ dispatch schedule-1" in said
    assert said.count("—") == 2
    refused = Outcome(outcome.case, Verdict.FAIL, Answer(1, error=Failure("internal_error")))
    (drawn,) = pictures(refused)
    assert "the port answered no observations" in drawn
    assert 'class="difference"' not in drawn


@pytest.mark.parametrize("op", DRAWN)
def test_every_case_of_the_corpus_is_drawn_or_left_alone(op: str) -> None:
    drawings = 0
    for each in (each for each in CASES if each.op == op):
        right = Answer(1, value=each.expect.value if each.expect.accepts else None)
        for drawn in pictures(Outcome(each, Verdict.FAIL, right)):
            ET.fromstring(drawn)  # noqa: S314 - it is our own
            assert "differs" not in drawn
            assert 'class="difference"' not in drawn
            drawings += 1
    assert drawings > 30


@pytest.mark.parametrize("op", DRAWN)
def test_no_answer_breaks_a_drawing(op: str) -> None:
    hostile: list[Any] = [*HOSTILE, None, 1, 1e300, True, [], [[]], [None], {}, [[{"append": []}]]]
    hostile += [
        {"occurrenceAt": text, "scheduledAt": text, "reminders": [text]} for text in hostile
    ]
    hostile += [[[{key: text, "call": text}]] for text in HOSTILE for key in ("result", "append")]
    cases = [each for each in CASES if each.op == op][:40]
    cases += [
        case(f"x/{n}", op=op, args={"steps": text, "record": text, "active": text, "input": text})
        for n, text in enumerate(hostile)
    ]
    for each in cases:
        for got in hostile:
            for drawn in pictures(Outcome(each, Verdict.FAIL, Answer(1, value=got))):
                ET.fromstring(drawn)  # noqa: S314 - it is our own
                assert not re.search("<(script|img)", drawn)
