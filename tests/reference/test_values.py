"""The JSON value model against Python's own calendar and JSON reader."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import instants, texts

from session_schedule.errors import CorruptLog
from session_schedule.values import (
    MAX_INSTANT,
    MAX_SAFE_INTEGER,
    MIN_INSTANT,
    format_instant,
    json_text,
    parse_instant,
    parse_json,
    safe_integer,
    trim,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(instants)
def test_an_instant_reads_back_from_its_canonical_text(instant: int) -> None:
    assert parse_instant(format_instant(instant)) == instant


@given(instants)
def test_canonical_text_agrees_with_the_calendar_of_the_standard_library(instant: int) -> None:
    expected = EPOCH + timedelta(milliseconds=instant)
    assert format_instant(instant) == expected.strftime("%Y-%m-%dT%H:%M:%S.").rjust(20, "0") + (
        f"{expected.microsecond // 1000:03}Z"
    )


def test_the_range_of_instants_is_the_years_0001_to_9999() -> None:
    assert format_instant(MIN_INSTANT) == "0001-01-01T00:00:00.000Z"
    assert format_instant(MAX_INSTANT) == "9999-12-31T23:59:59.999Z"
    for outside in (MIN_INSTANT - 1, MAX_INSTANT + 1):
        with pytest.raises(OverflowError):
            format_instant(outside)


@given(texts)
def test_json_text_reads_back_and_is_encodable(text: str) -> None:
    written = json_text(text)
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert json.loads(written.encode()) == joined


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**6), 10**6) | texts,
        lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    )
)
def test_any_json_value_reads_back_from_its_text(value: object) -> None:
    assert parse_json(json_text(value)) == json.loads(json_text(value))


@given(st.text(st.sampled_from("\t \u00a0\ufeff\u2028\u0085\u001c\u200bx")))
def test_trimming_is_idempotent_and_keeps_the_middle(text: str) -> None:
    trimmed = trim(text)
    assert trim(trimmed) == trimmed
    assert trimmed in text


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", "NaN", "Infinity", "1 2", "'x'", '"\t"'],
)
def test_text_that_is_not_one_json_value_is_corrupt(text: str) -> None:
    for source in (text, text.encode()):
        with pytest.raises(CorruptLog) as refusal:
            parse_json(source)
        assert refusal.value.rule == "VAL-9"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000])
def test_text_that_is_nested_too_deeply_is_corrupt(text: str) -> None:
    for source in (text, text.encode()):
        with pytest.raises(CorruptLog) as refusal:
            parse_json(source)
        assert refusal.value.rule == "VAL-12"


def test_bytes_that_are_not_utf_8_are_corrupt() -> None:
    with pytest.raises(CorruptLog, match="VAL-9"):
        parse_json(b'"\xff"')


def test_numbers_of_any_length_are_read() -> None:
    assert safe_integer(parse_json("9" * 100_000)) is None
    assert safe_integer(parse_json("-" + "9" * 5_000)) is None
    assert safe_integer(parse_json("1e400")) is None
    assert safe_integer(parse_json("3e2")) == 300


@pytest.mark.parametrize("value", [True, False, None, "1", [1], {}, 0.5, float("inf")])
def test_what_is_no_integral_number_is_no_integer(value: object) -> None:
    assert safe_integer(value) is None


def test_the_limit_of_safe_integers_is_inclusive() -> None:
    for sign in (1, -1):
        assert safe_integer(sign * MAX_SAFE_INTEGER) == sign * MAX_SAFE_INTEGER
        assert safe_integer(sign * (MAX_SAFE_INTEGER + 1)) is None
        assert safe_integer(float(sign * (MAX_SAFE_INTEGER + 1))) is None
