"""A rule-based state machine that makes up scenarios; it needs Hypothesis.

Its rules are the steps of a scenario. The reference runs along, so that each step is possible
where it stands, and has one right answer. At the end the whole scenario is one question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from schedule_conformance.fuzz.question.oracle import Question
from schedule_conformance.fuzz.strategies import records, steps
from schedule_conformance.fuzz.strategies.determined import Course, determined
from schedule_conformance.fuzz.strategies.values import within_calendar
from schedule_conformance.ports.features import needed
from session_schedule.errors import CorruptLog
from session_schedule.fold import fold
from session_schedule.values import format_instant

Json = dict[str, Any]


_HOUR = 3_600_000
_LONGER_THAN_A_WAIT = 2_500_000_000


class SessionMachine(RuleBasedStateMachine):
    """Makes up one scenario; a subclass says in `put` what becomes of it.

    Attributes:
        features: What it may make use of; a scenario with nothing else needs none.
    """

    put: Callable[[Question], None]
    features: frozenset[str] = frozenset()

    def __init__(self) -> None:
        super().__init__()
        self.args: Json = {"now": format_instant(steps.NOON), "events": [], "steps": []}
        self.course = Course(self.args)

    @initialize(
        shift=st.sampled_from([0, 60_000, 24 * _HOUR]),
        events=st.just([]) | records.logs(surrogates=False, targets=steps.targets),
        seed=st.integers(0, 3),
        watches=st.booleans(),
        persistent=st.sampled_from([True] * 7 + [False]),
    )
    def begin(
        self, shift: int, events: list[Json], seed: int, watches: bool, persistent: bool
    ) -> None:
        """The session opens, over an empty log or another, maybe of a fork."""
        if watches and persistent and "barriers" in self.features:
            self.args["observe"] = ["barriers"]
        if not persistent and "no-persistence" in self.features:
            self.args["persistence"] = False
        self.args |= {"now": format_instant(steps.NOON + shift), "events": events}
        if seed and events:
            self.args["seedLength"] = min(seed, len(events))
        self.course = Course(self.args)

    @precondition(lambda self: self.course.is_open)
    @rule(calls=st.lists(steps.calls.filter(steps.reaches_the_log), min_size=1, max_size=3))
    def call(self, calls: list[Json]) -> None:
        """A tool is called, or several at once."""
        self._add(calls[0] if len(calls) == 1 else {"calls": calls})

    @precondition(lambda self: self.course.is_open)
    @rule(call=steps.calls | steps.odd_calls)
    def call_oddly(self, call: Json) -> None:
        """A tool is called in a way that may be refused at once."""
        self._add(call)

    @precondition(lambda self: not self.course.waits_for_trigger)
    @rule(
        which=st.none() | st.integers(0, 3),
        late=st.sampled_from([0, 1, -1, 1_000, 301_000, -_HOUR, _HOUR, _LONGER_THAN_A_WAIT]),
    )
    def set_clock(self, which: int | None, late: int) -> None:
        """The clock is set, forward or back: by so much, or to a target or near it."""
        targets, start = self.targets, self.course.scenario.host.now
        if which is not None and targets:
            start = targets[which % len(targets)]
        self._add(_clock(start + late))

    @precondition(lambda self: self.course.is_open)
    @rule(fails=st.booleans())
    def turn(self, fails: bool) -> None:
        """The turn in progress ends, in one way or the other, or a user's begins."""
        end = "fail" if fails and "turn-failure" in self.features else "end"
        self._add({"turn": end if self.course.is_busy else "start"})

    @precondition(lambda self: "cancel" in self.features and self.course.under_way)
    @rule(which=st.integers(0, 2))
    def cancel(self, which: int) -> None:
        """A call that waits, for its turn or for a barrier, is cancelled."""
        calls = self.course.under_way
        self._add({"cancel": calls[which % len(calls)]})

    @precondition(lambda self: "other-agent" in self.features and self.course.is_open)
    @rule(call=steps.calls)
    def call_as_another(self, call: Json) -> None:
        """A tool is called in the name of an agent that does not own the session."""
        self._add({**call, "by": "other"})

    @precondition(lambda self: self.course.is_held)
    @rule(outcome=st.sampled_from(["ok", "fail"]))
    def release(self, outcome: str) -> None:
        """The barrier that is held ends."""
        self._add({"release": outcome})

    @precondition(lambda self: self.course.is_open)
    @rule(crashes=st.booleans(), lost=steps.lost)
    def end(self, crashes: bool, lost: int) -> None:
        """The process dies, or the agent goes away in good order."""
        if self.course.is_held:
            self._add({"crash": {"lost": lost}})
        else:
            self._add({"crash": {}} if crashes else {"dispose": {}})

    @precondition(lambda self: not self.course.is_open)
    @rule()
    def restart(self) -> None:
        """The session opens again."""
        self._add({"open": {}})

    @precondition(lambda self: "inspect" not in (self.args["steps"] or [{}])[-1])
    @rule(whole=st.booleans())
    def inspect(self, whole: bool) -> None:
        """The log is looked at."""
        self._add({"inspect": "all" if whole and "whole-log" in self.features else True})

    @precondition(lambda self: self.course.is_open and self.course.is_calm)
    @rule(fault=steps.call_faults, call=steps.calls.filter(steps.reaches_the_log))
    def strike_call(self, fault: Json, call: Json) -> None:
        """A barrier of a call, or its append, does not succeed."""
        self._add_struck(fault, call)

    @precondition(lambda self: self.course.is_calm)
    @rule(fault=steps.owner_faults, create=steps.creates, late=st.sampled_from([0, 1, 301_000]))
    def strike_owner(self, fault: Json, create: Json, late: int) -> None:
        """An effect of a look of the owner does not succeed: on opening, when idle, or in time."""
        if self.course.is_open and not self.targets:
            self._add(create)
        if not self.targets:
            return
        due = _clock(self.targets[0] + late)
        if self.course.is_open and not self.course.is_busy:
            self._add_struck(fault, due)
        else:
            self._add(due)
            self._add_struck(fault, {"turn": "end"} if self.course.is_open else {"open": {}})

    def teardown(self) -> None:
        """The scenario is complete."""
        self.put(Question("session", self.args))

    def _add(self, step: Json) -> None:
        self.args["steps"].append(step)
        self.course.go(step)

    def _add_struck(self, fault: Json, step: Json) -> None:
        """Add a step, with the fault before it if that strikes there, and the port has it."""
        arm = {"fault": fault}
        if not needed("session", {"steps": [arm]}) <= self.features:
            self._add(step)
            return
        trial = {**self.args, "steps": [*self.args["steps"], arm, step]}
        if not determined(trial):
            self._add(step)
            return
        self.args = trial
        self.course.go(step, fault)

    @property
    def targets(self) -> list[int]:
        """When the active records are due, the earliest first."""
        host = self.course.scenario.host
        try:
            active = fold(host.events, host.seed_length).active.values()
        except CorruptLog:
            return []
        return sorted(record.scheduled_at for record in active)


def _clock(now: int) -> Json:
    return {"clock": format_instant(within_calendar(now))}
