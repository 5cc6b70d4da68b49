"""What happens in a scenario, step by step, sorted into lanes: given, expected and got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from schedule_conformance.base import jsontext
from schedule_conformance.base.printable import printable
from schedule_conformance.judging.compare import comparable, same

if TYPE_CHECKING:
    from collections.abc import Iterator

Lane = Literal["clock", "turns", "tools", "barrier", "log", "agent"]
LANES: tuple[Lane, ...] = ("clock", "turns", "tools", "barrier", "log", "agent")
_FAULTS: dict[str, Lane] = {"flush": "barrier", "append": "log", "read": "log"}


class Entry(msgspec.Struct, frozen=True):
    """One thing in a lane: a few words, and all of it as text."""

    lane: Lane
    words: str
    whole: str


class Column(msgspec.Struct, frozen=True):
    """A step, or the opening before all steps: what is given, and what was observed by it.

    Attributes:
        title: The step in a word or two.
        given: What the scenario does.
        expected: What is to be observed.
        got: What was observed; None where no observations came for this step.
        differs: Whether the two are not the same; no column does where nothing was observed.
        busy: Whether a turn is in progress after the step, as is expected.
    """

    title: str
    given: list[Entry]
    expected: list[Entry]
    got: list[Entry] | None
    differs: bool
    busy: bool


def columns(args: dict[str, Any], expected: Any, got: Any) -> list[Column]:
    """The columns of a scenario; none if it or its observations are not what they must be."""
    steps, opening = args.get("steps"), {"clock": args.get("now")}
    if not isinstance(steps, list) or not isinstance(expected, list):
        return []
    expected, got = comparable("session", expected, got)
    answered = got if isinstance(got, list) else None
    if len(expected) != len(steps) + 1:
        return []
    found: list[Column] = []
    busy = False
    for place, (step, wanted) in enumerate(zip([opening, *steps], expected, strict=True)):
        came = answered[place] if answered and place < len(answered) else None
        busy = _busy_after(step, wanted, busy=busy)
        found.append(
            Column(
                title="opening" if place == 0 else f"step {place}",
                given=list(_given(step)),
                expected=list(_observed(wanted)),
                got=None if came is None else list(_observed(came)),
                differs=answered is not None and not same(wanted, came),
                busy=busy,
            )
        )
    return found


def first_difference(found: list[Column]) -> int | None:
    """The place of the first column in which expected and got differ."""
    return next((place for place, column in enumerate(found) if column.differs), None)


def _busy_after(step: Any, observations: Any, *, busy: bool) -> bool:
    match step:
        case {"session": "child"}:
            return busy
        case {"turn": "start"}:
            busy = True
        case {"turn": _}:
            busy = False
        case {"crash": _} | {"open": _}:
            busy = False
    members = observations if isinstance(observations, list) else []
    own = (each for each in members if isinstance(each, dict) and "session" not in each)
    return busy or any("followup" in each for each in own)


def _given(step: Any) -> Iterator[Entry]:
    whole = _whole(step)
    match step:
        case {"clock": reading}:
            yield Entry("clock", _clock(reading), whole)
        case {"turn": what}:
            yield Entry("turns", f"turn: {what}", whole)
        case {"call": tool, "args": args}:
            yield Entry("tools", _call(tool, args), whole)
        case {"calls": calls}:
            for each in calls:
                yield Entry("tools", _call(each["call"], each["args"]), _whole(each))
        case {"fault": {"at": at, "kind": kind} as fault}:
            nth = f", {fault['nth']}." if fault.get("nth", 1) != 1 else ""
            yield Entry(_FAULTS.get(at, "agent"), f"fault: {at} {kind}{nth}", whole)
        case {"release": how}:
            yield Entry("barrier", f"release: {how}", whole)
        case {"meanwhile": what}:
            yield Entry("clock", f"meanwhile {', '.join(map(printable, what))}", whole)
        case {"cancel": number}:
            yield Entry("tools", f"cancel call {number}", whole)
        case {"inspect": _}:
            yield Entry("log", "inspect", whole)
        case dict():
            yield Entry("agent", " ".join(map(printable, step)), whole)


def _observed(observations: Any) -> Iterator[Entry]:
    if not isinstance(observations, list):
        yield Entry("agent", "no list", _whole(observations))
        return
    for each in observations:
        whole = _whole(each)
        match each:
            case {"append": change}:
                yield Entry("log", _change(change), whole)
            case {"log": list() as changes}:
                yield Entry("log", f"log of {len(changes)}", whole)
            case {"followup": text}:
                yield Entry("agent", _followup(text), whole)
            case {"barrier": how, **more}:
                yield Entry("barrier", f"{how}, call {_word(more.get('call'))}", whole)
            case {"result": value, "call": number, **_more}:
                yield Entry("tools", f"{_word(number)}: {_result(value)}", whole)
            case {"refused": _, "call": number, **_more}:
                yield Entry("tools", f"{_word(number)}: refused", whole)
            case {"stopped": why}:
                yield Entry("agent", f"owner stops: {_word(why)}", whole)
            case {"wait": ms}:
                yield Entry("clock", f"waits {_word(ms)} ms", whole)
            case _:
                yield Entry("agent", "unknown", whole)


def _call(tool: Any, args: Any) -> str:
    name = _word(tool).removeprefix("schedule_")
    if name == "create" and isinstance(args, dict):
        kinds = [key.removesuffix("_seconds") for key in args if key != "prompt"]
        return f"create {_word(args.get('prompt'))} ({', '.join(map(printable, kinds))})"
    if name == "delete" and isinstance(args, dict):
        return f"delete {_word(args.get('id'))}"
    return name


def _change(change: Any) -> str:
    if not isinstance(change, dict):
        return "no change"
    record = change.get("schedule")
    id_ = record.get("id") if isinstance(record, dict) else change.get("id")
    return f"{_word(change.get('operation'))} {_word(id_)}"


def _result(value: Any) -> str:
    match value:
        case {"code": code}:
            return _word(code)
        case {"id": id_, "deleted": deleted}:
            return f"{_word(id_)} {'deleted' if deleted else 'not deleted'}"
        case {"id": id_, "kind": kind}:
            return f"{_word(id_)} {_word(kind)}"
        case list():
            return f"list of {len(value)}"
    return _word(value)


def _followup(text: Any) -> str:
    if not isinstance(text, str):
        return "follow-up"
    count = text.count("schedule_id_json: ") or text.count('"schedule_id"')
    ids = [part.partition('"')[0] for part in text.split('schedule_id_json: "')[1:]]
    return f"follow-up {', '.join(map(printable, ids))}" if ids else f"follow-up of {count or '?'}"


def _clock(reading: Any) -> str:
    if reading is None:
        return "unreadable"
    return _word(reading).removesuffix("Z").removesuffix(".000").replace("T", " ")


def _word(value: Any) -> str:
    return printable(value) if isinstance(value, str) else _whole(value)


def _whole(value: Any) -> str:
    return printable(jsontext.encode(value).decode())
