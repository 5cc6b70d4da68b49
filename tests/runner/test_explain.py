"""``schedule-spec explain``: what becomes of an input, step by step, and by which rules."""

import json
from typing import Any

import pytest

from schedule_conformance.base import data
from schedule_conformance.commands.main import main
from schedule_conformance.corpus import files
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.explain import at, change, every
from schedule_conformance.explain.explanation import Explanation, lines
from session_schedule.values import format_instant, parse_instant

CORPUS = files.load(data.folder("corpus"), sweeps=False)
RULES = load_rules(data.folder("spec"))


def explained(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> list[str]:
    assert main(["explain", *words]) == code
    return capsys.readouterr().out.splitlines()


def picture(lines: list[str]) -> list[str]:
    return [line[5:] for line in lines if line.startswith("     ")]


def test_a_gap_is_drawn_and_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """By law the clocks of New York go from 02:00 to 03:00 on the second Sunday of March."""
    shown = explained(capsys, 1, "at", "2026-03-08T02:30:00", "America/New_York")
    assert picture(shown) == [
        "UTC    06:00       06:30       07:00       07:30       08:00",
        "       |-----------|-----------|-----------|-----------|",
        "local  01:00       01:30       03:00       03:30       04:00",
        "                               ^ the clocks skip the time asked for",
    ]
    assert "2026-03-08T02:00:00 to before 2026-03-08T03:00:00 never occur" in "\n".join(shown)
    assert any(line.startswith("=> refused as invalid_rule: ") for line in shown)
    assert "ZONE-7 — A local time in a gap is refused (spec/zones.md)" in shown


def test_of_an_overlap_the_earlier_instant_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """By law the clocks of New York go from 02:00 to 01:00 on the first Sunday of November."""
    shown = explained(capsys, 0, "at", "2026-11-01", "01:15:00", "America/New_York")
    assert picture(shown) == [
        "UTC    05:00       05:30       06:00       06:30       07:00",
        "       |-----------|-----------|-----------|-----------|",
        "local  01:00       01:30       01:00       01:30       02:00",
        "             ^ taken",
        "                                     ^ the later one",
    ]
    assert shown[-1] == "=> the record is stored with scheduledAt 2026-11-01T05:15:00.000Z"


@pytest.mark.parametrize(
    ("local", "zone", "told"),
    [
        # Samoa left out the 30th of December 2011 to move over the date line.
        ("2011-12-30T12:00:00", "Pacific/Apia", "forward at 2011-12-30T10:00:00.000Z, from -10:00"),
        # Lord Howe Island moves its clocks by half an hour, on the first Sunday of April.
        ("2026-04-05T01:45:00", "Australia/Lord_Howe", "back at 2026-04-04T15:00:00.000Z"),
        # Standard time came to New York at noon of 18 November 1883, 3 min 58 s back.
        ("1883-11-18T12:01:00", "America/New_York", "from -04:56:02 to -05:00"),
    ],
)
def test_odd_changes_of_the_clocks_are_found(local: str, zone: str, told: str) -> None:
    date, _, time = local.partition("T")
    assert told in "\n".join(lines(at.explain_local(date, time, zone, None), RULES))


def test_a_catch_up_is_drawn_on_its_grid(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["every", "2026-03-01T10:00:00Z", "300", "--decided", "2026-03-01T12:03:20Z"]
    shown = explained(capsys, 0, *words)
    assert picture(shown) == [
        "2026-03-01T10:00:00.000Z  |  created",
        "2026-03-01T10:05:00.000Z  o  missed",
        "2026-03-01T10:10:00.000Z  o  missed",
        "…                         :  19 more, missed",
        "2026-03-01T11:50:00.000Z  o  missed",
        "2026-03-01T11:55:00.000Z  o  missed",
        "2026-03-01T12:00:00.000Z  #  latest: delivered, once for all of them",
        "2026-03-01T12:03:20.000Z  ^  decided",
        "2026-03-01T12:05:00.000Z  >  next",
    ]


@pytest.mark.parametrize(("missed", "rows"), [(0, 4), (1, 5), (2, 6), (3, 7), (4, 8), (5, 9)])
def test_each_missed_target_is_drawn_or_counted(missed: int, rows: int) -> None:
    explanation = every.explain_every(0, "300", 300_000 * (missed + 1))
    (drawn,) = [step.picture for step in explanation.steps if step.picture]
    counted = sum(line.endswith("missed") for line in drawn)
    assert (counted, len(drawn)) == (missed, rows)


def test_a_decision_before_the_target_decides_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["every", "2026-03-01T10:00:00Z", "300", "--decided", "2026-03-01T10:04:59.999Z"]
    shown = explained(capsys, 0, *words)
    assert "EVERY-3" in shown[-1]
    words = ["every", "9999-12-31T23:50:00Z", "300", "--decided", "9999-12-31T23:56:00Z"]
    assert "past the year 9999: the record ends (EVERY-4, FOLD-9)" in "\n".join(
        explained(capsys, 0, *words)
    )


def test_of_a_change_the_checks_are_told_to_the_one_that_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = {"id": "a", "kind": "at", "promt": "x", "scheduledAt": "2026-01-01T00:00:00.000Z"}
    given = {"version": 1, "operation": "create", "schedule": record}
    shown = explained(capsys, 1, "change", json.dumps(given))
    cited = [line.rpartition("(")[2].rstrip(")") for line in shown[:5]]
    assert cited == ["VAL-9, VAL-12", "CHG-1", "CHG-2", "CHG-3", "REC-1"]
    assert shown[5] == "6. of its members, prompt missing and promt too many"
    assert shown[6].startswith("=> refused as corrupt_schedule_log: ")
    record["prompt"] = record.pop("promt")
    shown = explained(capsys, 0, "change", json.dumps(given))
    assert json.loads(shown[-1].removeprefix("=> it is read as ")) == given


def test_a_target_with_an_offset_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["at", "2026-05-01T10:00:00+02:00"]
    assert explained(capsys, 0, *words)[-1].endswith("scheduledAt 2026-05-01T08:00:00.000Z")
    late = explained(capsys, 1, *words, "--now", "2026-05-01T08:00:00Z")
    assert "=> refused as not_future: the target must be strictly in the future (IN-11)" in late
    assert "IN-13 — " in "\n".join(explained(capsys, 1, "at", "2026-05-01T10:00:00"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["att", "x"], "did you mean at?"),
        (["at", "a", "b", "c", "d"], "an input of this kind is at INSTANT, or at DATE TIME ZONE"),
        (["every", "2026-03-01T10:00:00Z", "300"], "--decided goes with every"),
        (["change", "{}", "--now", "now"], "--now goes with at alone"),
        (["every", "x", "300", "--decided", "now"], "'x' is no instant"),
    ],
)
def test_what_is_no_input_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    try:
        code = main(["explain", *words])
    except SystemExit as error:
        code = int(str(error.code))
    assert code == 3
    assert complaint in capsys.readouterr().err


def explanations() -> Any:
    """Yield every case of the corpus that can be explained, with its explanation."""
    for case in CORPUS:
        given = case.args.get("input", {})
        if case.level == "may":
            continue
        if case.op == "decode":
            text = case.args.get("text", json.dumps(case.args.get("change")))
            yield case, change.explain_change(text)
        elif case.op == "create" and given.keys() == {"prompt", "at"} and given["prompt"] == "tea":
            now, target = parse_instant(case.args["now"]), given["at"]
            if isinstance(target, str):
                yield case, at.explain_offset(target, now)
            elif isinstance(target, dict) and target.keys() == {"date", "time", "time_zone"}:
                date, time, zone = (target[key] for key in ("date", "time", "time_zone"))
                if all(isinstance(part, str) for part in (date, time, zone)):
                    yield case, at.explain_local(date, time, zone, now)


def test_an_explanation_says_what_the_corpus_expects() -> None:
    found = list(explanations())
    assert len(found) > 1_000
    for case, explanation in found:
        assert isinstance(explanation, Explanation)
        assert (explanation.refused is None) == case.expect.accepts, case.id
        cited = {rule for step in explanation.steps for rule in step.rules}
        assert cited <= RULES.keys(), case.id
        if case.expect.error:
            assert f"refused as {case.expect.error}: " in explanation.result, case.id
            assert explanation.refused not in cited, case.id
        elif case.op == "create":
            assert explanation.result.endswith(case.expect.value["scheduledAt"]), case.id
        assert "\n".join(lines(explanation, RULES))


def test_the_occurrences_of_the_corpus_are_explained() -> None:
    found = 0
    for case in CORPUS:
        if case.op != "occurrence" or not case.expect.accepts:
            continue
        record, decided = case.args["record"], parse_instant(case.args["acceptedAt"])
        first = parse_instant(record["scheduledAt"])
        assert first is not None
        assert decided is not None
        interval = int(record["everySeconds"])
        anchor = first - 1_000 * interval
        try:
            format_instant(anchor)
        except OverflowError:
            continue
        explanation = every.explain_every(anchor, str(interval), decided)
        assert explanation.result.endswith(case.expect.value["occurrenceAt"]), case.id
        following = case.expect.value.get("nextScheduledAt", "the record ends")
        assert following in explanation.steps[-1].told, case.id
        found += 1
    assert found > 20
