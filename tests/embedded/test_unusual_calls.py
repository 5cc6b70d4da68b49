"""Calls that no schema foresaw: names that are no text, and keys with lone surrogates."""

from __future__ import annotations

from typing import Any

import pytest

from session_schedule.schemas import argument_error
from session_schedule.tools import TOOLS

LOCAL = {"date": "2030-01-01", "time": "10:00:00", "time_zone": "Europe/Berlin"}


@pytest.mark.parametrize(
    ("tool", "arguments", "fits"),
    [
        ("schedule_create", {"prompt": "p", "after_seconds": 1, "\ud800": 1}, True),
        ("schedule_create", {"prompt": "p", "at": {**LOCAL, "\ud800": 1}}, False),
        ("schedule_create", {"prompt": "p", "at": LOCAL}, True),
        ("schedule_create", {"\udfff": "p"}, False),
        ("schedule_list", {"\ud800": 1}, True),
        ("schedule_delete", {"id": "a", "\ud800": {"\ud801": 1}}, True),
        ("schedule_delete", {"\ud800": "a"}, False),
    ],
)
def test_a_key_with_a_lone_surrogate_is_an_unknown_key(
    tool: str, arguments: dict[str, Any], fits: bool
) -> None:
    assert (argument_error(tool, arguments) is None) is fits


def test_an_unknown_argument_of_create_is_refused_whatever_its_name() -> None:
    transaction = TOOLS["schedule_create"]({"prompt": "p", "after_seconds": 1, "\ud800": 1})
    with pytest.raises(StopIteration) as end:
        next(transaction)
    assert end.value.value["code"] == "invalid_selector"
    end.value.value["message"].encode()
