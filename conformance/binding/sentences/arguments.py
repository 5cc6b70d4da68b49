"""Sentences of the chapter on input."""

from __future__ import annotations

import json

from binding.asking import NOW, Json, refusal, target, value_of
from binding.data import read
from binding.sentence import Sentence
from binding.sentences.refusals import refused_as_examples_are
from binding.sentences.shapes import example_of
from schedule_conformance.ports.messages import OPS
from session_schedule.tools import TOOLS
from session_schedule.values import MAX_INSTANT, MIN_INSTANT, format_instant

BASE = "2027-05-06T07:08:09"
EARLY = "0001-01-01T00:00:00.000Z"


def _refused_as(code: str, *arguments: Json) -> bool:
    return all(refusal(**each) == code for each in arguments)


def _others_are_refused(prompt: str, count: int) -> bool:
    names = list(read("schemas/create-arguments")["properties"])
    return (
        prompt in names and len(names) == count + 1 and refusal(after_seconds=60, x=1) is not None
    )


def _win_in_this_order(
    selector: str, prompt: str, rule: str, frequency: str, range_: str, future: str
) -> bool:
    blank = {"prompt": " "}
    tried = [
        refusal(**blank, after_seconds=0, every_seconds=1),
        refusal(**blank, after_seconds=0),
        refusal(every_seconds=299.5),
        refusal(every_seconds=299),
        refusal(at="0001-01-01T00:00:00+00:01"),
        refusal(at="2020-01-01T00:00:00Z"),
    ]
    return tried == [selector, prompt, rule, frequency, range_, future]


def _is_the_range(first: str, last: str, must: bool, code: str) -> bool:
    ends = [format_instant(MIN_INSTANT), format_instant(MAX_INSTANT)]
    beyond = [refusal(at="0001-01-01T00:00:00+00:01"), refusal(at="9999-12-31T23:59:59.999-00:01")]
    return must and [first, last] == ends and beyond == [code, code] and target(at=last) == last


def _is_the_date_time(
    shape: str, count: int, z: str, plus: str, minus: str, t: str, z2: str
) -> bool:
    text = example_of(shape)
    zones = [z, *(each.replace("HH", "01").replace("MM", "30") for each in (plus, minus))]
    digits = [n for n in range(1, 8) if target(at=f"{BASE}.{'1' * n}Z")]
    upper = [each == each.upper() and each in f"{BASE}Z" for each in (t, z2)]
    return (
        all(target(at=text + zone) for zone in zones)
        and zones[1][0] + zones[2][0] == "+-"
        and digits == list(range(1, count + 1))
        and all(upper)
    )


def _are_no_date_times(offsets: list[str], t: str, z: str, minus: set[str]) -> bool:
    (sign,) = minus
    wrong = [f"{BASE}{offset}" for offset in offsets]
    wrong += [f"{BASE}Z".replace(each.upper(), each) for each in (t, z)]
    wrong += [f"{BASE}{sign}01:30"]
    lower = [each.upper() in f"{BASE}Z" and each != each.upper() for each in (t, z)]
    return all(lower) and _refused_as("invalid_rule", *({"at": each} for each in wrong))


def _fractions_are(a: str, x: int, b: str, y: int, c: str, z: int) -> bool:
    found = [target(at=f"{BASE}{fraction}Z") for fraction in (a, b, c)]
    return found == [f"{BASE}.{milliseconds:03}Z" for milliseconds in (x, y, z)]


def _at_is(code: str | None, text: str) -> bool:
    return refusal(now=EARLY, at=text) == code


def _ends(template: str, first: str, last: str, code: str) -> bool:
    low, high, width = int(first), int(last), len(first)
    tried = [low, high, high + 1, low - 1] if low else [low, high, high + 1]
    expected = [None, None, code, code][: len(tried)]
    return [
        refusal(now=EARLY, at=template.format(f"{number:0{width}}")) for number in tried
    ] == expected


def _fields_are_real(code: str, **ends: str) -> bool:
    return (
        _ends("{}-06-01T00:00:00Z", ends["year0"], ends["year1"], code)
        and _ends("2026-06-01T{}:00:00Z", ends["hour0"], ends["hour1"], code)
        and _ends("2026-06-01T00:{0}:{0}Z", ends["minute0"], ends["minute1"], code)
        and _at_is(code, f"2027-02-{ends['day']}T00:00:00Z")
        and _at_is(code, f"2027-02-01T{ends['hour']}:00:00Z")
        and _at_is(code, f"2027-02-01T00:00:{ends['second']}Z")
        and _at_is(code, f"{ends['year']}-02-01T00:00:00Z")
    )


def _is_the_widest(most: str, never: str) -> bool:
    return (
        refusal(at=f"{BASE}+{most}") is None
        and refusal(at=f"{BASE}{never}") == "invalid_rule"
        and most == "{:02}:{:02}".format(*_largest_offset())
    )


def _largest_offset() -> tuple[int, int]:
    hours = max(hour for hour in range(100) if target(at=f"{BASE}+{hour:02}:00"))
    minutes = max(minute for minute in range(100) if target(at=f"{BASE}+00:{minute:02}"))
    return hours, minutes


def _offsets_are(
    hours: int, minutes: int, must: bool, code: str, must2: bool, never: str, valid: list[str]
) -> bool:
    wrong = [f"+{hours + 1:02}:00", f"+00:{minutes + 1:02}", never]
    return (
        must
        and must2
        and (hours, minutes) == _largest_offset()
        and _refused_as(code, *({"at": f"{BASE}{offset}"} for offset in wrong))
        and all(refusal(at=f"{BASE}{offset}") is None for offset in valid)
    )


def _are_the_arguments(tool: str, at: str) -> bool:
    return tool in TOOLS and at in read("schemas/create-arguments")["properties"]


def _is_refused_before(value: str, code: str) -> bool:
    name, _, number = value.partition(": ")
    arguments: Json = {"prompt": "p", name: json.loads(number)}
    call = {"call": "schedule_create", "args": arguments}
    seen = value_of("session", now=NOW, events=[], steps=[call])
    return seen[1] == [{"refused": "arguments", "call": 1}] and refusal(**arguments) == code


_REFUSING = (
    "IN-2",
    "IN-5",
    "IN-7",
    "IN-8",
    "IN-11",
    "IN-12",
    "IN-20",
    "ZONE-1",
    "ZONE-7",
    "ZONE-10",
)

SENTENCES = (
    *map(refused_as_examples_are, _REFUSING),
    Sentence(
        "input",
        "there {value:quote} is refused by the harness, and the {code} of",
        _is_refused_before,
    ),
    Sentence("input", "The {op:quote} operation of", lambda op: op in OPS),
    Sentence(
        "input",
        "What {tool:quote} accepts, and which code each refusal has. The local form of {at:quote}",
        _are_the_arguments,
    ),
    Sentence(
        "IN-1",
        "None, or more than one, is {code}",
        lambda code: _refused_as(code, {}, {"after_seconds": 60, "every_seconds": 300}),
    ),
    Sentence(
        "IN-2",
        "Any argument besides {prompt:quote} and the {count:count} selectors",
        _others_are_refused,
    ),
    Sentence(
        "IN-4",
        "unknown arguments ({selector:code}), the prompt ({prompt:code}), the selector's own "
        "rule ({rule:code}, then {frequency:code}; for the local form [ZONE-11](zones.md)), "
        "the range ({range_:code}), the future ({future:code})",
        _win_in_this_order,
    ),
    Sentence(
        "IN-10", "outside {first:time} … {last:time} {must} be refused as {code}", _is_the_range
    ),
    Sentence(
        "IN-13",
        "match {shape:quote}, optionally a point and one to {count:count} digits, then "
        "{z:quote} or {plus:quote} or {minus:quote}; ASCII digits, upper-case {t:quote} and "
        "{z2:quote}",
        _is_the_date_time,
    ),
    Sentence(
        "IN-13",
        "seconds left out, {offsets:quotes}, a comma, a fourth fraction digit, a lower-case "
        "{t:quote} or {z:quote}, {minus:characters} for a minus",
        _are_no_date_times,
    ),
    Sentence(
        "IN-14",
        "{a:quote} is {x:int} milliseconds, {b:quote} is {y:int}, {c:quote} is {z:int}",
        _fractions_are,
    ),
    Sentence(
        "IN-15",
        "years {year0:digits}–{year1:digits}, hours {hour0:digits}–{hour1:digits}, minutes "
        "and seconds {minute0:digits}–{minute1:digits}. Otherwise it is {code}: {day:digits} "
        "February of a common year, hour {hour:digits}, second {second:digits}, year "
        "{year:digits}",
        _fields_are_real,
    ),
    Sentence("IN-16", "at most {most:time} and never {never:quote}", _is_the_widest),
    Sentence(
        "IN-16",
        "hours above {hours:int} or minutes above {minutes:int} {must} be refused as {code}, and so"
        " {must2} {never:quote}. {valid:quotes} are valid",
        _offsets_are,
    ),
)
