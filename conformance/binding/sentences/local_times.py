"""Sentences of the chapter on zones."""

from __future__ import annotations

import json

from binding.asking import local, refusal, target
from binding.data import read
from binding.sentence import Sentence
from binding.sentences.refusals import refused_as_examples_are
from binding.sentences.shapes import example_of, shifted

EARLY = "0001-01-01T00:00:00.000Z"


def _is_a_local_at(at: str, value: str) -> bool:
    return at in read("schemas/create-arguments")["properties"] and (
        target(now=EARLY, at=json.loads(value)) == "2026-03-08T13:00:00.000Z"
    )


def _are_strings(
    date: str, time: str, must: bool, code: str, zone: str, must2: bool, code2: str
) -> bool:
    found = [refusal(at=local() | {name: 9}) for name in (date, time, zone)]
    return must and must2 and found == [code, code, code2]


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


def _is_an_argument(at: str) -> bool:
    return at in read("schemas/create-arguments")["properties"]


def _are_as_written(first: int, last: int) -> bool:
    """Whether the years are those that a date constructor may move to another century."""
    years = [f"{year:04}" for year in (first, last)]
    made = [target(now=EARLY, at=local(f"{year}-06-01")) for year in years]
    return (first, last) == (1, 99) and [str(text)[:4] for text in made] == years


def _is_read_as_written(first: str, last: str, must: bool) -> bool:
    return must is _are_as_written(int(first), int(last))


SENTENCES = (
    Sentence("ZONE-15", "The years {first:int} to {last:int} are", _are_as_written),
    Sentence(
        "ZONE-15",
        "of the years {first:digits}–{last:digits} {must} be read as of that year",
        _is_read_as_written,
    ),
    *map(refused_as_examples_are, ("ZONE-1", "ZONE-7", "ZONE-10")),
    Sentence("zones", "refuses an {at:quote} that does not fit", _is_an_argument),
    Sentence(
        "zones",
        "refuses an {at:quote} that does not fit",
        lambda at: at in read("schemas/create-arguments")["properties"],
    ),
    Sentence("zones", "The local form of {at:quote}: {value:quote}", _is_a_local_at),
    Sentence("ZONE-2", "The {count:count} are strings", lambda count: len(local()) == count),
    Sentence(
        "ZONE-2",
        "A {date:quote} or {time:quote} that is not a string {must} be refused as {code}. Then a"
        " {zone:quote} that is not a string {must2} be refused as {code2}",
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
