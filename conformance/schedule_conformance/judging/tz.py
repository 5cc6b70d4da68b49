"""Telling an older or newer tz database from a wrong algorithm.

What a local time means in a zone depends on the tz release, so a case may say for which releases
its expectation holds (`tz.since`, `tz.until`). A port whose release is not among them gets the
verdict `tz` where its answer is right under another release. All else that differs has failed: in
particular a case that names no release, or one that the port has.

A port tells its release in `hello`. Where it does not, its answers do: a port has a release if it
is right in most of the cases that hold only since that release, since data of before then give
another answer to each of them. Its release is taken to be the newest that it has in this sense,
so that as little as possible is excused. Most, and not all, lest a mistake of the port pass for
missing data; most, and not any, lest a mistake that happens to fit pass for data.

Cases that were compared with some releases only (`tz.compared`, as in sweeps) say nothing of
releases beyond. A port of such a release is excused in them as long as few zones are concerned:
a release changes a handful of zones, a wrong algorithm nearly all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from schedule_conformance.judging.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schedule_conformance.corpus.case import Case, Tz

EARLIER = Path(__file__).with_name("other_releases.json")

_PROBES = 9
_FEW = 0.25
_RELEASE = re.compile(r"[0-9]{4}[a-z]")


class PortRelease(msgspec.Struct, frozen=True):
    """The tz release of a port: the one it told, or what its answers show.

    `newest` is the newest release it is known to have, None if it has none that can be shown, and
    `lacks` the oldest one after that which its answers show it not to have.
    """

    newest: str | None
    lacks: str | None = None
    told: bool = False

    def __str__(self) -> str:
        if self.told:
            return f"{self.newest}"
        least = f"{self.newest} or newer" if self.newest else "unknown"
        return f"{least}, without {self.lacks}" if self.lacks else least


def told(tz: str | None) -> PortRelease | None:
    """The release a port tells in `hello`, if it tells one."""
    if tz is None or not _RELEASE.fullmatch(tz):
        return None
    return PortRelease(tz, told=True)


def is_open(outcomes: Iterable[Outcome]) -> bool:
    """Whether a verdict depends on the release of the port."""
    return any(
        outcome.verdict is Verdict.FAIL
        and outcome.case.tz is not None
        and (outcome.case.tz.since or outcome.case.tz.until)
        for outcome in outcomes
    )


def release(
    hello_tz: str | None, outcomes: Sequence[Outcome], probed: Iterable[Outcome] = ()
) -> PortRelease | None:
    """The release that the port told; else, if a verdict needs it, the one its answers show."""
    shown = inferred([*outcomes, *probed]) if is_open(outcomes) else None
    return told(hello_tz) or shown


def probes(cases: Iterable[Case]) -> list[Case]:
    """Cases that show which releases a port has: some for each release that one holds since."""
    by_release: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.tz is not None and case.tz.since is not None:
            by_release[case.tz.since].append(case)
    chosen = []
    for group in by_release.values():
        chosen += group[:: max(1, len(group) // _PROBES)][:_PROBES]
    return chosen


def inferred(outcomes: Iterable[Outcome]) -> PortRelease:
    """The release that the answers to cases with `tz.since` show a port to have."""
    balance: dict[str, int] = defaultdict(int)
    for outcome in outcomes:
        tz = outcome.case.tz
        if tz is not None and tz.since is not None:
            if outcome.verdict is Verdict.PASS:
                balance[tz.since] += 1
            elif outcome.verdict is Verdict.FAIL:
                balance[tz.since] -= 1
    newest = max((release for release, votes in balance.items() if votes > 0), default="")
    lacking = [release for release, votes in balance.items() if votes < 0 and release > newest]
    return PortRelease(newest or None, min(lacking, default=None))


def remarks(
    hello_tz: str | None, release: PortRelease | None, outcomes: Iterable[Outcome]
) -> list[str]:
    """What a report says about the release: how it was found, and what contradicts it."""
    malformed = hello_tz is not None and told(hello_tz) is None
    if release is None:
        return [f"the port tells tz {hello_tz!r}, which is no release as 2026a is"] * malformed
    if not release.told:
        says = "does not tell its tz release" if hello_tz is None else f"tells tz {hello_tz!r}"
        return [f"the port {says}; from its answers to cases that hold since a release: {release}"]
    shown = inferred(outcomes)
    if shown.lacks is not None and shown.lacks <= (release.newest or ""):
        return [f"the port tells tz {release}, but answers as if without {shown.lacks}"]
    return []


def settle(outcomes: Sequence[Outcome], release: PortRelease) -> list[Outcome]:
    """The outcomes, with the verdict `tz` where the release of the port explains a difference."""
    few = _few_zones_differ(outcomes, release)
    return [_settled(outcome, release, few_zones_differ=few) for outcome in outcomes]


def _settled(outcome: Outcome, release: PortRelease, *, few_zones_differ: bool) -> Outcome:
    tz = outcome.case.tz
    if outcome.verdict is not Verdict.FAIL or tz is None:
        return outcome
    newest = release.newest or ""
    if tz.since is not None and tz.since > newest:
        reason = f"holds since tz {tz.since}"
    elif tz.until is not None and tz.until < newest:
        reason = f"holds until tz {tz.until}"
    elif few_zones_differ and _is_beyond(tz, release):
        reason = "was not compared with that release"
    else:
        return outcome
    if not is_right_elsewhere(outcome):
        return outcome
    note = f"the expectation {reason}; the port has tz {release}"
    return Outcome(outcome.case, Verdict.TZ, outcome.answer, note)


def is_right_elsewhere(outcome: Outcome) -> bool:
    """Whether an answer is right under some other release, as far as that is known.

    Where it is not known, no refusal is excused: whoever refuses every zone would be.
    """
    answer = outcome.answer
    if answer is None:
        return False
    others = _others().get(outcome.case.id)
    if answer.error is not UNSET:
        return others is not None and answer.error.code in others
    if others is None:
        return True
    match answer.value:
        case {"scheduledAt": str(instant)}:
            return instant in others
    return False


@cache
def _others() -> dict[str, list[str]]:
    """By the id of a case, the instants and codes that are right under some other release."""
    return msgspec.json.decode(EARLIER.read_bytes(), type=dict[str, list[str]])


def _few_zones_differ(outcomes: Iterable[Outcome], release: PortRelease) -> bool:
    """Whether, of the cases never compared with this release, those of few zones differ."""
    asked, differing = set(), set()
    for outcome in outcomes:
        if outcome.case.tz is not None and _is_beyond(outcome.case.tz, release):
            asked.add(outcome.case.tz.zone)
            if outcome.verdict is Verdict.FAIL:
                differing.add(outcome.case.tz.zone)
    return len(differing) <= _FEW * len(asked)


def _is_beyond(tz: Tz, release: PortRelease) -> bool:
    """Whether a port has told a release with which a case was not compared."""
    if tz.compared is None or release.newest is None or not release.told:
        return False
    oldest, newest = tz.compared
    return not oldest <= release.newest <= newest
