"""A line on a terminal that shows how far a campaign has got."""

from __future__ import annotations

from time import monotonic
from typing import IO

from schedule_conformance.fuzz.campaign import Campaign
from schedule_conformance.fuzz.tally import Tally

_TICK = 0.1


class CampaignProgress:
    """A line on a terminal that shows how far a campaign has got, and nothing elsewhere."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._started = monotonic()
        self._shown = self._started

    @property
    def seconds(self) -> float:
        """How long the campaign has been under way."""
        return monotonic() - self._started

    def __call__(self, campaign: Campaign | Tally) -> None:
        """Show how many questions were asked."""
        now = monotonic()
        if now - self._shown >= _TICK and self._stream.isatty():
            self._shown = now
            self._stream.write(
                f"\r\x1b[K{campaign.op}: {campaign.asked} questions,"
                f" {len(campaign.found)} divergences, {self.seconds:.0f} s"
            )
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._stream.isatty():
            self._stream.write("\r\x1b[K")
            self._stream.flush()
