"""Sentences of the chapters on input and on zones."""

from __future__ import annotations

import json

from binding.asking import Json, local, refusal, target
from binding.data import read
from binding.sentence import Sentence
from binding.sentences.shapes import example_of, shifted
from session_schedule.tools import TOOLS
from session_schedule.values import MAX_INSTANT, MIN_INSTANT, format_instant

BASE = "2027-05-06T07:08:09"
EARLY = "0001-01-01T00:00:00.000Z"


def _refused_as(code: str, *arguments: Json) -> bool:
    return all(refusal(**each) == code for each in arguments)


def _others_are_refused(prompt: str, count: int, code: str) -> bool:
    selectors = [
        name for name in read("schemas/create-arguments")["properties"] if name != "prompt"
    ]
    return prompt == "prompt" and len(selectors) == count and refusal(after_seconds=60, x=1) == code


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


def _is_the_range(first: str, last: str, code: str) -> bool:
    ends = [format_instant(MIN_INSTANT), format_instant(MAX_INSTANT)]
    beyond = [refusal(at="0001-01-01T00:00:00+00:01"), refusal(at="9999-12-31T23:59:59.999-00:01")]
    return [first, last] == ends and beyond == [code, code] and target(at=last) == last


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


def _offsets_are(hours: int, minutes: int, code: str, never: str, valid: list[str]) -> bool:
    wrong = [f"+{hours + 1:02}:00", f"+00:{minutes + 1:02}", never]
    return (
        (hours, minutes) == _largest_offset()
        and _refused_as(code, *({"at": f"{BASE}{offset}"} for offset in wrong))
        and all(refusal(at=f"{BASE}{offset}") is None for offset in valid)
    )


def _is_a_local_at(at: str, value: str) -> bool:
    return at in read("schemas/create-arguments")["properties"] and (
        target(now=EARLY, at=json.loads(value)) == "2026-03-08T13:00:00.000Z"
    )


def _are_strings(date: str, time: str, code: str, zone: str, code2: str) -> bool:
    found = [refusal(at=local() | {name: 9}) for name in (date, time, zone)]
    return found == [code, code, code2]


def _local_shapes_are(date: str, time: str, count: int) -> bool:
    digits = [n for n in range(1, 8) if target(at=local(time=f"09:00:00.{'1' * n}"))]
    made = target(at=local(example_of(date), example_of(time)))
    return made is not None and digits == list(range(1, count + 1))


def _local_fields_are_real(
    year0: str, year1: str, first: str, last: str, code: str, midnight: str, second: str, day: str
) -> bool:
    def refused(date: str, time: str = "12:00:00") -> str | None:
        return refusal(now=EARLY, at=local(date, time))

    years = [refused(f"{int(year):04}-06-01") for year in (year0, year1)]
    before = refused(f"{int(year0) - 1:04}-06-01")
    times = [refused("2027-06-01", time) for time in (first, last, midnight, f"00:00:{second}")]
    day_ends = shifted(f"2027-06-01T{last}Z", 1) == f"2027-06-02T{first}.000Z"
    return (
        years == [None, None]
        and before == code
        and int(year1) + 1 == 10_000
        and times == [None, None, code, code]
        and day_ends
        and refused(f"2027-06-{day}") == code
    )


def _offset_on(zone: str, date: str) -> str:
    """The offset with which a zone reads midnight of a day, with its seconds."""
    made = target(now=EARLY, at=local(date, "12:00:00", zone))
    hours, minutes, seconds = (int(part) for part in str(made)[11:19].split(":"))
    behind = (hours - 12) * 3600 + minutes * 60 + seconds
    sign = "-" if behind >= 0 else "+"
    return f"{sign}{abs(behind) // 3600:02}:{abs(behind) // 60 % 60:02}:{abs(behind) % 60:02}"


def _mean_times_are(new_york: str, year: int, monrovia: str, year2: int) -> bool:
    found = [
        _offset_on(zone, f"{when}-01-01") == offset
        for zone, offset, first in (
            ("America/New_York", new_york, year),
            ("Africa/Monrovia", monrovia, year2),
        )
        for when in (first, first + 1)
    ]
    return found == [True, False, True, False]


def _are_the_arguments(tool: str, at: str) -> bool:
    return tool in TOOLS and at in read("schemas/create-arguments")["properties"]


SENTENCES = (
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
        "Any argument besides {prompt:quote} and the {count:count} selectors is {code}",
        _others_are_refused,
    ),
    Sentence(
        "IN-4",
        "unknown arguments ({selector:code}), the prompt ({prompt:code}), the selector's own "
        "rule ({rule:code}, then {frequency:code}; for the local form [ZONE-11](zones.md)), "
        "the range ({range_:code}), the future ({future:code})",
        _win_in_this_order,
    ),
    Sentence("IN-10", "outside {first:time} … {last:time} is {code}", _is_the_range),
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
        "hours above {hours:int} or minutes above {minutes:int} are {code}, and so is "
        "{never:quote}. {valid:quotes} are valid",
        _offsets_are,
    ),
    Sentence("zones", "The local form of {at:quote}: {value:quote}", _is_a_local_at),
    Sentence("ZONE-2", "The {count:count} are strings", lambda count: len(local()) == count),
    Sentence(
        "ZONE-2",
        "A {date:quote} or {time:quote} that is not a string is {code}. Then a {zone:quote} "
        "that is not a string is {code2}",
        _are_strings,
    ),
    Sentence(
        "ZONE-3",
        "be {date:quote}, and `time` {time:quote} with an optional point and one to "
        "{count:count} digits",
        _local_shapes_are,
    ),
    Sentence(
        "ZONE-4",
        "years {year0:digits}–{year1:digits}, the time {first:time} to {last:time}. Otherwise "
        "it is {code}: {midnight:time}, a {second:digits}th second, {day:digits} June",
        _local_fields_are_real,
    ),
    Sentence(
        "ZONE-9",
        "({new_york:quote} in New York before {year:int}, {monrovia:quote} in Monrovia until "
        "{year2:int})",
        _mean_times_are,
    ),
)
