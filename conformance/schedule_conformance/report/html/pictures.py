"""Which pictures show a failed case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from schedule_conformance.report.html import grid, lanes, localtime

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.judging.verdict import Outcome
    from schedule_conformance.report.html.markup import Markup

_MOST_GRIDS = 3


def pictures(outcome: Outcome) -> Iterator[Markup]:
    """The pictures of a case, none where its operation has none."""
    case = outcome.case
    got = outcome.answer.value if outcome.answer and outcome.answer.value is not UNSET else None
    expected = case.expect.value if case.expect.accepts else None
    match case.op:
        case "session":
            drawn = lanes.picture(case.args, expected, got)
            yield from [drawn] if drawn else ()
        case "occurrence":
            about = grid.catching(case.args.get("record"), case.args.get("acceptedAt"), got)
            yield from [grid.picture(about)] if about else ()
        case "due":
            yield from _due(case.args, got)
        case "create":
            given = case.args.get("input")
            at = given.get("at") if isinstance(given, dict) else None
            change = localtime.change_near(at, expected, got)
            yield from [localtime.picture(change)] if change else ()


def _due(args: dict[str, Any], got: Any) -> Iterator[Markup]:
    """The grids of the fixed-rate records among the active ones, up to a few."""
    reminders = got.get("reminders") if isinstance(got, dict) else None
    answered = {
        each.get("id"): {"occurrenceAt": each.get("occurrenceAt")}
        for each in (reminders if isinstance(reminders, list) else ())
        if isinstance(each, dict) and isinstance(each.get("id"), str)
    }
    active = args.get("active")
    records = [
        each
        for each in (active if isinstance(active, list) else ())
        if isinstance(each, dict) and each.get("kind") == "every"
    ]
    for record in records[:_MOST_GRIDS]:
        about = grid.catching(record, args.get("now"), answered.get(record.get("id")))
        if about is not None:
            yield grid.picture(about)
