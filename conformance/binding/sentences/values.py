"""Sentences of the chapter on values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from binding.asking import TARGET, code_of, create_of, is_corrupt, record, refusal, value_of
from binding.data import characters, limits, read
from binding.sentence import Sentence
from binding.sentences.shapes import example_of
from session_schedule.values import parse_json, trim

if TYPE_CHECKING:
    from collections.abc import Iterable


def _dispatch_is_corrupt(accepted_at: str) -> bool:
    change = {"version": 1, "operation": "dispatch", "id": "a", "acceptedAt": accepted_at}
    return is_corrupt(change)


def _interval_of(spelling: str) -> int:
    schedule = json.dumps(record("every", everySeconds="?")).replace('"?"', spelling)
    text = json.dumps(create_of("?")).replace('"?"', schedule)
    return int(value_of("decode", text=text)["schedule"]["everySeconds"])


def _are_equal(spellings: Iterable[str]) -> bool:
    return len({_interval_of(spelling) for spelling in spellings}) == 1


def _are_the_safe_integers(low: int, high: int) -> bool:
    def refused(seconds: int) -> bool:
        return is_corrupt(create_of(record("after", afterSeconds=seconds)))

    negative = refusal(every_seconds=low), refusal(every_seconds=low - 1)
    return (refused(high), refused(high + 1)) == (False, True) and negative == (
        "frequency_too_high",
        "invalid_rule",
    )


def _power_is_the_limit(power: str, less: int) -> bool:
    base, exponent = map(int, power.split("^"))
    largest = base**exponent - less
    return _are_the_safe_integers(-largest, largest)


def _only_numbers_are(boolean: str, one: int, text: str, number: int) -> bool:
    delete = {"version": one, "operation": "delete", "id": "a"}
    intervals = [number, json.loads(text)]
    refused = [is_corrupt(create_of(record("every", everySeconds=each))) for each in intervals]
    return (
        not is_corrupt(delete)
        and json.loads(boolean) == one
        and is_corrupt(delete | {"version": json.loads(boolean)})
        and refused == [False, True]
        and int(json.loads(text)) == number
    )


def _is_the_number(spelling: str, number: int) -> bool:
    return _interval_of(spelling) == number


def _reads_nested(must: bool, levels: int, sample: str, depth: int) -> bool:
    (deepest,) = (limit.value for limit in limits() if "VAL-13" in limit.rules)
    value = parse_json("[" * levels + "]" * levels)
    read_whole = json.dumps(value) == "[" * levels + "]" * levels
    return must is read_whole and levels == deepest and sample == "[" * depth + "]" * depth


def _trims(trimmed: set[str], must: bool, kept: set[str]) -> bool:
    gone = {each for each in map(chr, range(0xD800)) if trim(each) == ""}
    gone |= {each for each in map(chr, range(0xE000, 0x10000)) if trim(each) == ""}
    named = characters(read("trimming")["kept"])
    return trimmed == gone and must is not bool(kept & gone) and kept == named


def _is_kept(character: set[str]) -> bool:
    prompts = [f"a{each}b" for each in character]
    changes = [create_of(record(prompt=prompt)) for prompt in prompts]
    return [value_of("decode", change=change) for change in changes] == changes


def _is_the_shape(shape: str) -> bool:
    return not _dispatch_is_corrupt(example_of(shape))


def _letters_are(t: str, digits: int, z: str) -> bool:
    whole = TARGET[: TARGET.index(".") + 1]
    right = [f"{whole}{'0' * count}Z" for count in range(1, 7)]
    accepted = [len(each) - len(whole) - 1 for each in right if not _dispatch_is_corrupt(each)]
    upper = [letter == letter.upper() and letter in TARGET for letter in (t, z)]
    lower = [_dispatch_is_corrupt(TARGET.replace(each, each.lower())) for each in (t, z)]
    return accepted == [digits] and all(upper) and all(lower)


def _are_the_ends(template: str, first: str, last: str) -> bool:
    """Whether numbers end where a text with them in it does; one before 0 is nothing to ask."""
    low, high = int(first), int(last)
    width = len(first)
    accepted = [
        not _dispatch_is_corrupt(template.format(f"{number:0{width}}"))
        for number in (low, high, high + 1, max(low - 1, 0))
    ]
    return accepted == [True, True, False, low == 0]


def _fields_are_real(**ends: str) -> bool:
    years, hours, minutes = (
        (ends[f"{field}0"], ends[f"{field}1"]) for field in ("year", "hour", "minute")
    )
    return (
        _are_the_ends("{}-06-01T00:00:00.000Z", *years)
        and _are_the_ends("2026-06-01T{}:00:00.000Z", *hours)
        and _are_the_ends("2026-06-01T00:{0}:{0}.000Z", *minutes)
        and _dispatch_is_corrupt(f"{ends['year']}-06-01T00:00:00.000Z")
        and _dispatch_is_corrupt(f"2026-02-{ends['day']}T00:00:00.000Z")
        and _dispatch_is_corrupt(f"2026-06-01T{ends['midnight']}:00.000Z")
        and _dispatch_is_corrupt(f"2026-06-01T00:00:{ends['second']}.000Z")
    )


def _years_are(first: str, last: str) -> bool:
    return _are_the_ends("{}-06-01T00:00:00.000Z", first, last)


SENTENCES = (
    Sentence("VAL-1", "{spellings:quotes} are equal", _are_equal),
    Sentence("VAL-2", "Integers lie within ±({power:power} − {less:int})", _power_is_the_limit),
    Sentence("VAL-2", "outside {low:int} … {high:int} is not", _are_the_safe_integers),
    Sentence(
        "VAL-3",
        "not even {boolean:quote} for {one:int} or {text:quote} for {number:int}",
        _only_numbers_are,
    ),
    Sentence(
        "VAL-4",
        "the characters {trimmed:characters}. Every other character {must} stay, among them"
        " {kept:characters}.",
        _trims,
    ),
    Sentence("VAL-10", "{spelling:quote} is {number:int}", _is_the_number),
    Sentence(
        "VAL-13",
        "{must} read a JSON value in which arrays and objects are nested up to {levels:int} levels"
        " deep; {sample:quote} has {depth:count}",
        _reads_nested,
    ),
    Sentence("VAL-5", "including {character:characters}, unpaired", _is_kept),
    Sentence("VAL-7", "An instant is written {shape:quote}", _is_the_shape),
    Sentence(
        "VAL-7",
        "an upper-case {t:quote}, exactly {digits:count} fraction digits, an upper-case {z:quote}",
        _letters_are,
    ),
    Sentence("VAL-8", "moment of the years {first:digits} to {last:digits}", _years_are),
    Sentence(
        "VAL-8",
        "years {year0:digits}–{year1:digits}, hours {hour0:digits}–{hour1:digits}, minutes and"
        " seconds {minute0:digits}–{minute1:digits}. The year {year:digits}, {day:digits} February,"
        " {midnight:time} and a {second:digits}th second",
        _fields_are_real,
    ),
    Sentence(
        "VAL-9",
        "a number literal such as {literal:quote}, text",
        lambda literal: (
            code_of("decode", text=f'{{"version":{literal},"operation":"delete","id":"a"}}')
            == "corrupt_schedule_log"
        ),
    ),
)
