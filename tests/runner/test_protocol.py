"""Lines are read as answers however a port writes its JSON, and refused with a reason otherwise."""

from __future__ import annotations

import pytest

from schedule_conformance.base import jsontext
from schedule_conformance.ports.messages import Answer, BadAnswer, Failure, decode_answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"seq":1,"value":null}', Answer(1, value=None)),
        (b'\t{ "value" : 3e2, "seq" : 1.0 } \r', Answer(1, value=300)),
        (b'{"seq":1,"value":"\\ud800"}', Answer(1, value="\ud800")),
        (b'{"seq":1,"error":{"code":"x","message":7},"more":0}', Answer(1, error=Failure("x"))),
        (b'{"seq":1,"unsupported":""}', Answer(1, unsupported="")),
    ],
)
def test_an_answer_is_read(line: bytes, answer: Answer) -> None:
    assert decode_answer(line) == answer


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b'{"seq":1', "not JSON"),
        (b'{"seq":1,"value":NaN}', "not JSON"),
        (b'{"seq":1,"value":"\xff"}', "not UTF-8 at byte 18"),
        (b'{"seq":1,"value":"\xed\xa0\x80"}', "not UTF-8 at byte 18"),
        ('{"seq":1,"value":1}'.encode("utf-16"), "it is in UTF-16"),
        (b'\xef\xbb\xbf{"seq":1,"value":1}', "not JSON"),
        (b'{"seq":1,"value":1e400}', "the number 1e400 is beyond a double"),
        (b'{"seq":1,"value":' + b"[" * 101 + b"]" * 101 + b"}", "nested more than 100 deep"),
        (b'{"seq":1,"value":' + b"[" * 500 + b"]" * 500 + b"}", "nested more than 100 deep"),
        (b"[" * 100_000, "the JSON nests too deeply"),
        (b"[]", "not a JSON object"),
        (b'"\\ud800"', "not a JSON object"),
        (b'{"value":1}', "seq"),
        (b'{"seq":"1","value":1}', "seq"),
        (b'{"seq":true,"value":1}', "seq"),
        (b'{"seq":1.5,"value":1}', "seq"),
        (b'{"seq":1}', "exactly one"),
        (b'{"seq":1,"value":1,"unsupported":""}', "exactly one"),
        (b'{"seq":1,"error":"not_future"}', "error"),
        (b'{"seq":1,"error":{}}', "code"),
        (b'{"seq":1,"unsupported":null}', "unsupported"),
    ],
)
def test_anything_else_is_refused(line: bytes, reason: str) -> None:
    with pytest.raises(BadAnswer, match=reason):
        decode_answer(line)


def test_lone_surrogates_are_written_as_escapes() -> None:
    answer = Answer(1, value=["\ud800", "é"])
    assert jsontext.decode(jsontext.encode(answer)) == {"seq": 1, "value": ["\ud800", "é"]}
    assert b"\\ud800" in jsontext.encode(answer)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"seq":1,"value":{"\\ud800":1}}', Answer(1, {"\ud800": 1})),
        (b'{"seq":1,"value":1,"\\ud800":2}', Answer(1, 1)),
        (b'{"seq":1,"error":{"code":"\\ud800","\\ud801":2}}', Answer(1, error=Failure("\ud800"))),
        (b'{"seq":1,"unsupported":"\\udfff"}', Answer(1, unsupported="\udfff")),
        (b'{"seq":1,"value":' + b"[" * 100 + b"]" * 100 + b"}", None),
    ],
    ids=["in a value", "beside it", "in an error", "in a reason", "100 deep"],
)
def test_unusual_answers_are_understood(line: bytes, answer: Answer | None) -> None:
    assert answer is None or decode_answer(line) == answer
    jsontext.encode(decode_answer(line))
