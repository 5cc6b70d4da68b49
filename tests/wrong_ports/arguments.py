"""Mistakes about the arguments of a create."""

from __future__ import annotations

from typing import Any

from session_schedule.create import (
    SELECTORS,
    _delay,
    _future,
    _interval,
    _target,
    check_arguments,
    create_record,
)
from session_schedule.errors import InvalidInput
from session_schedule.records import Record
from session_schedule.values import trim
from wrong_ports.registry import instead_of, wrong_port
from wrong_ports.ways import Arguments, on_arguments


@wrong_port(
    on_arguments,
    mistake="Taking the first selector and dropping the others makes a reminder that nobody asked"
    " for.",
    users="A model that names two times is not told, and one of them is lost.",
)
def first_selector_wins(arguments: Arguments) -> Arguments:
    others = [name for name in SELECTORS if name in arguments][1:]
    return {name: value for name, value in arguments.items() if name not in others}


@wrong_port(
    on_arguments,
    mistake="Dropping an unknown argument silently changes what the caller meant.",
    users="A time zone beside an offset is ignored, and the reminder comes hours off.",
)
def unknown_arguments_dropped(arguments: Arguments) -> Arguments:
    return {name: arguments[name] for name in ("prompt", *SELECTORS) if name in arguments}


@wrong_port(
    on_arguments,
    mistake="Taking null, zero or an empty text for absence counts the selectors wrongly.",
    users="`after_seconds: 0` is said to be missing, or lets a second selector through.",
)
def empty_selectors_as_absent(arguments: Arguments) -> Arguments:
    return {name: value for name, value in arguments.items() if value or name not in SELECTORS}


_READERS = {"after_seconds": _delay, "at": _target, "every_seconds": _interval}


@wrong_port(
    instead_of(check_arguments),
    mistake="Checking the value of a selector before the selectors and the prompt gives another"
    " code, and the caller mends the wrong thing.",
    users="A model corrects the prompt when the selectors were wrong, and is refused again.",
)
def values_checked_before_selectors(arguments: Arguments) -> None:
    for name in _READERS.keys() & arguments.keys():
        _READERS[name](arguments[name])
    if not trim(arguments["prompt"]):
        raise InvalidInput("invalid_prompt", "IN-3", "the prompt is empty after trimming")
    check_arguments(arguments)


def _numbers_last(arguments: Arguments) -> None:
    check_arguments({**arguments, **dict.fromkeys(arguments.keys() & {*_READERS}, 300)})


@wrong_port(
    instead_of(create_record, together_with={check_arguments: _numbers_last}),
    mistake="Testing the range or the future before the rule of a number hides what is wrong with"
    " it.",
    users="A model chooses a longer delay where the number itself was malformed.",
)
def range_before_rule(arguments: Arguments, id_: str, now: int) -> Record:
    for name in ("after_seconds", "every_seconds"):
        seconds = arguments.get(name)
        if isinstance(seconds, int | float):
            _future(now + int(seconds * 1_000), now)
    return create_record(arguments, id_, now)


@wrong_port(
    instead_of(_future),
    mistake="Testing the future before the range answers not_future for a time that cannot be"
    " written.",
    users="A model looks for a later time where there is none.",
)
def future_before_range(target: int, now: int) -> int:
    if target <= now:
        raise InvalidInput("not_future", "IN-11", "the target must be in the future")
    return _future(target, now)


@wrong_port(
    instead_of(_future),
    mistake="Accepting a target equal to the clock creates a reminder that is due at once.",
    users="A reminder comes in the very turn after the one that made it.",
)
def present_target_accepted(target: int, now: int) -> int:
    return _future(target, now - (target == now))


@wrong_port(
    instead_of(_target),
    mistake="A type error instead of invalid_rule breaks the call.",
    users="The model sees an exception of the host language in place of a code.",
)
def at_of_another_type_raises(at: Any) -> int:
    if not isinstance(at, str | dict):
        raise TypeError("at has no method match")
    return _target(at)


@wrong_port(
    instead_of(_interval),
    mistake="Answering invalid_rule for an interval that is merely too short misleads the caller.",
    users="A model looks for a mistake in the form of its argument.",
)
def short_interval_as_invalid_rule(value: object) -> int:
    try:
        return _interval(value)
    except InvalidInput as error:
        raise InvalidInput("invalid_rule", error.rule, error.message) from None
