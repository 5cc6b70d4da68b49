"""Strategies for the arguments of each operation but `session`; they need Hypothesis.

They aim where ports fail: at the edges of trimming, at spellings of numbers, at the ends of the
calendar, at transitions of zones, at decisions on a boundary, at ids that collide.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from schedule_conformance.fuzz.strategies import create, delivery, records, values
from schedule_conformance.fuzz.strategies.rawjson import json_texts
from schedule_conformance.fuzz.strategies.zones import LocalTimes
from schedule_conformance.ports.messages import Op

Json = dict[str, Any]


def strategies(times: LocalTimes, *, surrogates: bool) -> dict[Op, SearchStrategy[Json]]:
    """Arguments for each operation, with lone surrogates only if asked for."""
    return {
        "decode": _decodes(surrogates),
        "fold": _folds(surrogates),
        "occurrence": delivery.occurrences(surrogates),
        "create": create.creates(surrogates, times),
        "allocate": _allocates(surrogates),
        "view": delivery.views(surrogates),
        "due": delivery.decisions(surrogates),
        "frame": delivery.frames(surrogates),
    }


def _decodes(surrogates: bool) -> SearchStrategy[Json]:
    changes = records.near_changes(surrogates)
    return st.fixed_dictionaries({"change": changes | values.oddities}) | st.fixed_dictionaries(
        {"text": json_texts(records.changes(surrogates) | changes)}
    )


@st.composite
def _folds(draw: DrawFn, surrogates: bool) -> Json:
    """Logs, whole or from a seed on; the seed may be no length at all."""
    events = draw(records.logs(surrogates))
    question: Json = {"events": events}
    if draw(st.booleans()):
        lengths = st.integers(-1, len(events) + 1)
        odd = st.sampled_from([1.0, 0.5, True, None, "0"])
        question["seedLength"] = draw(lengths | odd)
    return question


def _allocates(surrogates: bool) -> SearchStrategy[Json]:
    ids = values.ids(surrogates) | st.integers(1, 12).map("schedule-{}".format)
    return st.fixed_dictionaries({"seenIds": st.lists(ids, unique=True, max_size=8)})
