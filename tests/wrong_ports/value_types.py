"""Mistakes about the types of JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from session_schedule.changes import decode_change
from session_schedule.create import _local_target, _target, check_arguments, create_record
from session_schedule.fold import check_seed
from session_schedule.records import Record, decode_record, is_trimmed
from session_schedule.values import parse_instant, safe_integer
from wrong_ports.registry import Replacements, instead_of, wrong_port
from wrong_ports.replacing import Function

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "schedule": dict,
    "operation": str,
    "kind": str,
    "date": str,
    "time": str,
    "time_zone": str,
}


def _on_typed_readers(required: Function) -> Replacements:
    """What a reader reads is first demanded to be of its type."""

    def members(value: dict[str, Any]) -> dict[str, Any]:
        return {
            key: required(member, _TYPES[key]) if key in _TYPES else member
            for key, member in value.items()
        }

    def of_object(read: Function) -> Function:
        return lambda value: read(members(required(value, dict)))

    def of(read: Function, type_: type | tuple[type, ...]) -> Function:
        return lambda value: read(required(value, type_))

    def check(arguments: Mapping[str, Any]) -> None:
        required(arguments.get("prompt", ""), str)
        check_arguments(arguments)

    return {
        check_arguments: check,
        **{read: of_object(read) for read in (decode_change, decode_record, _local_target)},
        **{read: of(read, str) for read in (is_trimmed, parse_instant)},
        _target: of(_target, (str, dict)),
        safe_integer: of(safe_integer, (int, float)),
    }


@wrong_port(
    _on_typed_readers,
    mistake="A missing type check ends in an exception instead of an answer.",
    users="One odd value in a log or a call takes the whole session down.",
)
def other_types_raise(value: object, type_: type | tuple[type, ...]) -> object:
    if not isinstance(value, type_) or isinstance(value, bool):
        raise TypeError(f"{value!r} has no such method")
    return value


@wrong_port(
    instead_of(safe_integer),
    mistake="Comparing null with a number ends in an exception instead of an answer.",
    users="A model that writes null for a delay sees an exception of the host language.",
)
def nulls_raise(value: object) -> int | None:
    if value is None:
        raise TypeError("'<' not supported between instances of 'NoneType' and 'int'")
    return safe_integer(value)


def _on_coercions(coerced: Function) -> Replacements:
    """Every value is taken for what its coercion gives."""

    def of_object(read: Function) -> Function:
        def reading(value: Any) -> Any:
            value = coerced(value)
            if isinstance(value, dict):
                value = {key: coerced(member) for key, member in value.items()}
            return read(value)

        return reading

    def create(arguments: Mapping[str, Any], id_: str, now: int) -> Record:
        return create_record({key: coerced(arguments[key]) for key in arguments}, id_, now)

    def seed(seed_length: object, count: int) -> int:
        return check_seed(coerced(seed_length), count)

    readers = (decode_change, decode_record, _local_target)
    return {
        **{read: of_object(read) for read in readers},
        create_record: create,
        check_seed: seed,
    }


@wrong_port(
    _on_coercions,
    mistake="A coercion that takes a list of one for its element, as JavaScript's patterns and"
    " Number do, lets in what others refuse.",
    users="A session that works here is corrupt in every other port.",
)
def lists_of_one_taken(value: object) -> object:
    return value[0] if isinstance(value, list) and len(value) == 1 else value
