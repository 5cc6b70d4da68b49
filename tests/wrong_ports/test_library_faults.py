"""Faults of libraries: the languages do what the table says, and the corpus notices all of it."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest

from programs import needed
from wrong_ports import catalogue, library_faults
from wrong_ports.registry import PORTS

CALLS = library_faults.library_calls()
LANGUAGES = {
    "TypeScript, JavaScript",
    "Python",
    "Rust",
    "Go",
    "Java, Kotlin",
    "Dart",
    "Swift",
    "C#",
}
SUBJECTS = {"instants", "dates", "integers", "trimming", "JSON", "collections", "zones"}


def test_every_language_has_calls_about_every_subject() -> None:
    subjects = defaultdict(set)
    for call in CALLS:
        subjects[call.language].add(call.subject)

    assert subjects.keys() == LANGUAGES
    # What JavaScript trims and writes as JSON is what the rules say.
    subjects["TypeScript, JavaScript"] |= {"trimming", "JSON"}
    assert {language for language, found in subjects.items() if SUBJECTS - found} == set()


def test_no_call_stands_twice() -> None:
    assert len({(call.language, call.call, call.port) for call in CALLS}) == len(CALLS)


@pytest.mark.parametrize("name", sorted({call.port for call in CALLS}))
def test_the_mistake_of_a_call_fails_cases(name: str) -> None:
    assert catalogue.failing_cases()[name]


def test_every_port_about_libraries_stands_for_a_call() -> None:
    chapters = "wrong_ports.library_", "wrong_ports.double_", "wrong_ports.number_"
    about_libraries = {port.name for port in PORTS.values() if port.chapter.startswith(chapters)}

    assert about_libraries - {call.port for call in CALLS} == set()


def test_the_pages_are_fresh() -> None:
    """If they are not: ``cd tests && python -m wrong_ports --write``."""
    failing = catalogue.failing_cases()
    assert library_faults.PAGE.read_text(encoding="utf-8") == library_faults.page(failing)
    assert library_faults.COUNTS.read_text(encoding="utf-8") == library_faults.counts(failing)


def test_python_does_what_the_table_says() -> None:
    instant = datetime(2038, 1, 19, 3, 14, 8, 2_000, tzinfo=UTC)
    milliseconds = (instant - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)

    assert int(instant.timestamp() * 1_000) == milliseconds - 1
    assert math.floor(milliseconds / 1_000 * 1_000) == milliseconds - 1
    assert datetime.fromtimestamp(17_179_869_184_001 / 1_000, UTC).microsecond == 999
    assert instant.isoformat() == "2038-01-19T03:14:08.002000+00:00"
    assert datetime(2026, 8, 5, 12, tzinfo=UTC).isoformat() == "2026-08-05T12:00:00+00:00"
    assert datetime.fromisoformat("2026-W32-3") == datetime(2026, 8, 5)
    assert [int("+8"), int("-0"), int(" 8 "), int("2_26"), int("\u0668")] == [8, 0, 8, 226, 8]
    assert re.match(r"\d$", "\u0668\n")
    assert "\u001ctea\u0085".strip() == "tea"
    assert "\ufefftea".strip() == "\ufefftea"
    assert math.isnan(json.loads("NaN"))
    assert json.dumps(["é", 1]) == '["\\u00e9", 1]'
    with pytest.raises(OverflowError):
        timedelta(seconds=2**53 - 1)


NODE_CLAIMS = """
[ new Date('2026-02-30T00:00:00Z').toISOString() === '2026-03-02T00:00:00.000Z'
, new Date('2026-08-05T24:00:00Z').toISOString() === '2026-08-06T00:00:00.000Z'
, new Date(Date.UTC(26, 0, 1)).getUTCFullYear() === 1926
, Date.parse('Aug 5 2026') > 0
, parseInt('8x') === 8 && Number(' 8') === 8 && Number('+8') === 8
, Object.keys({ tea: 1, 10: 1, 2: 1 }).join() === '2,10,tea'
, 'constructor' in {} && /^a$/.test(['a']) && Number([300]) === 300
, (4294967596 | 0) === 300
, Math.floor(2147483648002 / 1000 * 1000) === 2147483648001
, !Intl.supportedValuesOf('timeZone').includes('US/Eastern')
]
"""


def test_javascript_does_what_the_table_says() -> None:
    program = f"console.log(JSON.stringify({NODE_CLAIMS.strip()}))"
    node = needed("node", "Node 20")
    ran = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)

    assert json.loads(ran.stdout) == [True] * 10
