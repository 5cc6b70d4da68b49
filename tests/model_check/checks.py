"""Checking the model itself: its configurations, and its variants with one guard switched off."""

from __future__ import annotations

import re

from model_check import tla, tlc

Override = dict[str, object]

SAFETY = ("small", "large")
PROGRESS = ("live", "timer")

VARIANTS: dict[str, tuple[str, Override]] = {
    "dispatch-first": ("FollowUpFirst", {}),
    "no-look-barrier": ("OnlyWhatIsDurable", {}),
    "no-tool-barrier": ("ListsAreDurable", {}),
    "no-redecision": ("NeverEarly", {}),
    "no-claim": ("NeverInterrupts", {}),
    "no-turn": ("OneATurn", {}),
    "unconfirmed-create": ("AcknowledgedStays", {}),
    "unconfirmed-delete": ("AcknowledgedStays", {}),
    "blind-delete": ("EveryLogFolds", {}),
    "id-at-call": ("EveryLogFolds", {}),
    "early": ("NeverEarly", {}),
    "next-not-after": ("OnGrid", {}),
    "one-shots-together": ("OneShotsFirst", {}),
    "batch-first": ("OneShotsFirst", {}),
    "half-batch": ("WholeBatch", {}),
    "creation-order": ("WholeBatch", {"Menu": "many", "Last": 3, "MaxCrashes": 0}),
    "forgetful": ("RepeatsOnlyAcrossLoss", {}),
    "lossy-disk": ("ConfirmedStays", {}),
    "fold-seed": ("OnlyItsOwn", {"Seeded": True}),
    "deaf-to-idle": ("Progress", {}),
    "no-timer": ("Progress", {}),
}
"""Guards that can be switched off, each with the property that must notice and where to look."""

_STATES = ("AcknowledgedStays", "EveryLogFolds", "OnGrid")


def configuration(name: str, changes: Override | None = None) -> str:
    """The text of a configuration of the model, with some of its constants changed."""
    text = (tlc.MODEL / f"{name}.cfg").read_text(encoding="ascii")
    for constant, value in (changes or {}).items():
        line = rf"^  {constant} = .*$"
        text, found = re.subn(
            line, f"  {constant} = {tla.written(value)}", text, flags=re.MULTILINE
        )
        if not found:
            raise ValueError(f"{name}.cfg has no constant {constant}")
    return text


def check(name: str, changes: Override | None = None) -> tlc.Outcome:
    """Exhaust a configuration."""
    return tlc.run("MC", configuration(name, changes))


def noticed(variant: str) -> bool:
    """Tell whether the property that must notice a variant is violated by it."""
    wanted, changes = VARIANTS[variant]
    if wanted == "Progress":
        base = "timer" if variant == "no-timer" else "live"
        return check(base, {"Broken": variant}).violated == tlc.PROGRESS
    text = configuration("large", {"Broken": variant, **changes})
    head = text[: text.index("INVARIANTS")]
    sort = "INVARIANT" if wanted in _STATES else "PROPERTY"
    return tlc.run("MC", f"{head}{sort} {wanted}\n").violated == wanted
